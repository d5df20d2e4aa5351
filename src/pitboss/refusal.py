"""What a person gets instead of a traceback: a code for programs, a sentence for people, the clause behind it."""

import json
import re
import unicodedata

import msgspec


class Refusal(Exception):
    """Something the rules do not allow. Nothing has been changed when it is raised."""

    def __init__(self, code: str, message: str, clause: str | None = None, position: int | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.clause = clause
        self.position = position

    def __reduce__(self) -> tuple[type["Refusal"], tuple[str, str, str | None, int | None]]:
        """All four parts. An exception pickles only what its base class got, which is the message."""
        return type(self), (self.code, self.message, self.clause, self.position)

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
    return printable(text if len(text) <= 60 else text[:57] + "...")


def printable(text: str) -> str:
    """Text that a terminal shows and does not obey: control characters are written as escapes, such as \\x1b.

    Those of both sets, and signs that turn the direction of writing around. Ends of lines stay.
    """
    if text.isprintable():
        return text
    return "".join(sign.encode("unicode_escape").decode("ascii") if _is_control(sign) else sign for sign in text)


def _is_control(sign: str) -> bool:
    return unicodedata.category(sign) in ("Cc", "Cf", "Cs", "Zl", "Zp") and sign != "\n"


def printable_json(text: str) -> str:
    """JSON that a terminal shows and does not obey: the same value, with escapes for control characters."""
    if text.isprintable():
        return text
    return "".join(json.dumps(sign)[1:-1] if _is_control(sign) else sign for sign in text)


def spoken(wager: str) -> str:
    """A wager's name as people say it."""
    return wager.replace("_", " ").replace("dont ", "don't ")


def misshapen(
    error: msgspec.ValidationError,
    whole: str = "the round",
    needed: str = "a round cannot be settled without it",
    code: str = "",
) -> Refusal:
    """What is missing, unknown or of the wrong kind, in words, and where.

    `whole` is what all of it is, `needed` why nothing may be missing, `code` one for whatever it is.
    """
    text = str(error)
    what, _, where = text.partition(" - at `$")
    where = where.rstrip("`").lstrip(".").replace("[...]", "")
    place = f" in {where}" if where else ""
    if missing := re.match(r"Object missing required field `(.+)`", what):
        return Refusal(code or "field_missing", f"Say what '{missing[1]}' is{place}: {needed}.")
    if unknown := re.match(r"Object contains unknown field `(.+)`", what):
        return Refusal(code or "unknown_field", f"Take '{unknown[1]}' out{place}: there is no such field.")
    return Refusal(code or "field_malformed", f"Mend {where or whole}: {kinds_spelled(what)}.")


def kinds_spelled(expected: str) -> str:
    """Kinds of JSON values as people call them, in what a decoder says of a wrong one."""
    kinds = {
        "str": "text",
        "int": "a whole number",
        "array": "a list",
        "bool": "true or false",
        "float": "a number",
        "null": "nothing",
        "object": "an object",
    }

    def spelled(found: re.Match[str]) -> str:
        wanted = [kind for kind in found[1].split(" | ") if kind != "null"] or ["null"]
        return " or ".join(kinds.get(kind, kind) for kind in wanted)

    text = re.sub(r"`(\w+(?: \| \w+)*)`", spelled, expected)
    return f"{text[0].lower()}{text[1:]}"
