"""What a person gets instead of a traceback: a code for programs, a sentence for people, the clause behind it."""

import json


class Refusal(Exception):
    """Something the rules do not allow. Nothing has been changed when it is raised."""

    def __init__(self, code: str, message: str, clause: str | None = None, position: int | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.clause = clause
        self.position = position

    def at(self, position: int) -> "Refusal":
        """The same refusal, told of one betting position."""
        return Refusal(self.code, self.message, self.clause, position)

    def as_json(self) -> dict[str, object]:
        return {"code": self.code, "position": self.position, "clause": self.clause, "message": self.message}


def shown(value: object) -> str:
    """A value as it stands in the file, cut short, to quote in a refusal."""
    try:
        text = json.dumps(value, ensure_ascii=False, default=repr)
    except (ValueError, RecursionError, TypeError):
        return "something that cannot be printed"
    return text if len(text) <= 60 else text[:57] + "..."


def spoken(wager: str) -> str:
    """A wager's name as people say it."""
    return wager.replace("_", " ")
