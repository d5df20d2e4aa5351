"""The files of the pages, read once. A browser keeps them and asks whether they are still the same."""

from hashlib import sha256
from pathlib import Path

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from pitboss.felts import FELTS, darker

FOLDER = Path(__file__).with_name("pages")
TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}
CACHING = "no-cache"
"""Keep it, but ask each time: after an upgrade nobody plays on with half of the old pages."""


class File(msgspec.Struct, frozen=True):
    body: bytes
    type: str
    tag: str


def read_files(folder: Path = FOLDER) -> dict[str, File]:
    """Every file of a known type by its name; the folder has no folders in it."""
    return {path.name: _read(path) for path in sorted(folder.iterdir()) if path.suffix in TYPES} | {
        "felts.css": felts()
    }


def felts() -> File:
    """The hue of each game's felt, as a style sheet."""
    shades = (f'[data-game="{game}"]{{--hue:{hue};--deep:{darker(hue, 45)}}}\n' for game, hue in FELTS.items())
    body = "".join(shades).encode()
    return File(body, TYPES[".css"], tag_of(body))


def _read(path: Path) -> File:
    body = path.read_bytes()
    return File(body, TYPES[path.suffix], tag_of(body))


def tag_of(body: bytes) -> str:
    return f'"{sha256(body).hexdigest()[:32]}"'


def answer(request: Request, file: File) -> Response:
    """The file, or that it has not changed."""
    headers = {"etag": file.tag, "cache-control": CACHING}
    known = [each.strip().removeprefix("W/") for each in request.headers.get("if-none-match", "").split(",")]
    if file.tag in known:
        return Response(status_code=304, headers=headers)
    return Response(file.body, headers=headers | {"content-type": file.type})
