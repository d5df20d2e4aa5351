"""A PAR sheet of a game: one document from an exact analysis, as a page, a print, a workbook or JSON.

`write_report(analyze("three-card-poker"), "three-card-poker.pdf")`; the file's ending says which.
"""

import errno
import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import msgspec

from pitboss import __version__
from pitboss.extras import require
from pitboss.lab.analysis import Analysis
from pitboss.lab.dice import DiceAnalysis
from pitboss.lab.figures import number
from pitboss.lab.kept import code_digest, write_whole
from pitboss.lab.offers import Offer, offers, offers_json
from pitboss.lab.report.document import Document
from pitboss.lab.report.sessions import Session
from pitboss.refusal import Refusal

if TYPE_CHECKING:
    from pitboss.lab.shoe import ShoeAnalysis

FORMATS = ("html", "pdf", "xlsx", "json")

NEEDS = {
    "html": {"vl_convert": "vl-convert-python"},
    "pdf": {"typst": "typst", "vl_convert": "vl-convert-python"},
    "xlsx": {"xlsxwriter": "XlsxWriter", "vl_convert": "vl-convert-python"},
    "json": {},
}
"""The modules of the extra `reports` that each format uses, with the packages that hold them."""


def write_report(found: Any, path: str | os.PathLike[str]) -> None:
    """The report of an analysis, whole or not at all. The ending of the path says how: .html, .pdf, .xlsx or .json."""
    file = check_path(path)
    data = rendered(found, format_of(file))
    try:
        write_whole(file, data)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(file)) from error


def check_path(path: str | os.PathLike[str]) -> Path:
    """The file to write, refused before anything is counted if it cannot be written or a package is missing."""
    file = Path(path)
    format = format_of(file)
    require(NEEDS[format], f"a report as {format}")
    if file.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(file))
    if not file.parent.is_dir():
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(file.parent))
    if not os.access(file.parent, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(file.parent))
    return file


def format_of(file: Path) -> str:
    ending = file.suffix.lower().removeprefix(".")
    if ending not in FORMATS:
        known = ", ".join(f".{each}" for each in FORMATS)
        raise Refusal("unknown_format", f"Name a file that ends in one of {known}; got '{file.name}'.")
    return ending


def rendered(found: Any, format: str) -> bytes:
    """The report in one of `FORMATS`."""
    render: dict[str, Callable[[Report], bytes]] = {"html": _html, "pdf": _pdf, "xlsx": _xlsx, "json": _json}
    return render[format](report_of(found))


class Report(Protocol):
    """An analysis with what a report has on top of it."""

    @property
    def found(self) -> Any: ...
    @property
    def document(self) -> Document: ...
    def data(self) -> dict[str, Any]:
        """What the JSON form has besides the analysis."""


class Parts(NamedTuple):
    """Of a game of a hand against the dealer's."""

    found: Analysis
    played: tuple[Any, ...]
    purse: tuple[Session, ...]

    @property
    def document(self) -> Document:
        from pitboss.lab.report.contents import document_of

        return document_of(self.found, self.played, self.purse)

    def data(self) -> dict[str, Any]:
        from pitboss.lab.strategy import strategy_json

        return {
            "strategy": strategy_json(list(self.played)),
            "sessions": [
                {
                    "rounds": each.rounds,
                    "percentiles": {str(level): number(result) for level, result in each.results.items()},
                    "mean": number(each.mean),
                    "ahead": number(each.ahead),
                }
                for each in self.purse
            ],
        }


class ShoeParts(NamedTuple):
    """Of a shoe game, with the choices of the house priced."""

    found: "ShoeAnalysis"
    listed: list[Offer]

    @property
    def document(self) -> Document:
        from pitboss.lab.report.shoe import document_of_shoe

        return document_of_shoe(self.found, self.listed)

    def data(self) -> dict[str, Any]:
        from pitboss.lab.shoe_strategy import strategy_json

        return {"strategy": strategy_json(self.found), "choices": offers_json(self.listed)}


class DiceParts(NamedTuple):
    """Of a dice game, with the choices of the house priced."""

    found: DiceAnalysis
    listed: list[Offer]

    @property
    def document(self) -> Document:
        from pitboss.lab.report.dice import document_of_dice

        return document_of_dice(self.found, self.listed)

    def data(self) -> dict[str, Any]:
        from pitboss.lab.dice_strategy import strategy_json

        return {"strategy": strategy_json(self.found), "choices": offers_json(self.listed)}


STRATEGY_CLASS = {
    Parts: "optimal over the exact cards",
    ShoeParts: "composition-dependent",
    DiceParts: "left until decided",
}
TIE_RULE = "the smaller wager"


def parts_of(found: Analysis) -> Parts:
    from pitboss.lab.report.sessions import sessions
    from pitboss.lab.strategy import strategies

    return Parts(found, tuple(strategies(found)), sessions(found.main.gains))


def report_of(found: Any) -> Report:
    """The report of an analysis, by its family."""
    if isinstance(found, Analysis):
        return parts_of(found)
    listed = offers(found)
    return DiceParts(found, listed) if isinstance(found, DiceAnalysis) else ShoeParts(found, listed)


def _html(parts: Report) -> bytes:
    from pitboss.lab.report.html import html_of

    return html_of(parts.document)


def _pdf(parts: Report) -> bytes:
    from pitboss.lab.report.pdf import pdf_of

    return pdf_of(parts.document)


def _xlsx(parts: Report) -> bytes:
    from pitboss.lab.report.xlsx import xlsx_of

    return xlsx_of(parts.found, parts.document)


def _json(parts: Report) -> bytes:
    """What `pitboss analyze --json` prints, with the rest of the report."""
    found = parts.found.to_dict() | report_json(parts)
    return msgspec.json.format(msgspec.json.encode(found), indent=2) + b"\n"


def report_json(parts: Report) -> dict[str, Any]:
    from pitboss.clauses import readings

    rules = parts.found.rules
    return {
        "report": {
            "pitboss": __version__,
            "code_and_rules": f"sha256:{code_digest()}",
            "strategy_class": next(words for kind, words in STRATEGY_CLASS.items() if isinstance(parts, kind)),
            "tie_rule": TIE_RULE,
            "warnings": list(parts.document.warnings),
        },
        "rules": rules.page(),
        "readings": readings(rules.game.name),
        **parts.data(),
    }
