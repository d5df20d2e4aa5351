"""The files of the pages, read once. A browser keeps them and asks whether they are still the same."""

import re
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


SCRIPT = re.compile(rb'<script type="module" src="/pages/([^"]+)">')
IMPORT = re.compile(rb'^import (?:[^"]+ from )?"\./([^"]+)";', re.MULTILINE)


def read_files(folder: Path = FOLDER) -> dict[str, File]:
    """Every file of a known type by its name; the folder has no folders in it."""
    bodies = {path.name: path.read_bytes() for path in sorted(folder.iterdir()) if path.suffix in TYPES}
    bodies |= {"felts.css": felts()}
    bodies |= {name: with_all_modules(body, bodies) for name, body in bodies.items() if name.endswith(".html")}
    return {name: File(body, TYPES[Path(name).suffix], tag_of(body)) for name, body in bodies.items()}


def with_all_modules(page: bytes, bodies: dict[str, bytes]) -> bytes:
    """A page that names every module its scripts import: a browser asks for all at once, not wave by wave."""
    scripts = [name.decode() for name in SCRIPT.findall(page)]
    named = list(scripts)
    for name in named:  # grows as it is walked
        named += [each for each in _imports(bodies[name]) if each not in named]
    links = "".join(f'<link rel="modulepreload" href="/pages/{name}">\n' for name in named if name not in scripts)
    return page.replace(b"</head>", links.encode() + b"</head>")


def _imports(module: bytes) -> list[str]:
    return [name.decode() for name in IMPORT.findall(module)]


def felts() -> bytes:
    """The hue of each game's felt, as a style sheet."""
    shades = (f'[data-game="{game}"]{{--hue:{hue};--deep:{darker(hue, 45)}}}\n' for game, hue in FELTS.items())
    return "".join(shades).encode()


def tag_of(body: bytes) -> str:
    return f'"{sha256(body).hexdigest()[:32]}"'


def answer(request: Request, file: File) -> Response:
    """The file, or that it has not changed."""
    headers = {"etag": file.tag, "cache-control": CACHING}
    known = [each.strip().removeprefix("W/") for each in request.headers.get("if-none-match", "").split(",")]
    if file.tag in known:
        return Response(status_code=304, headers=headers)
    return Response(file.body, headers=headers | {"content-type": file.type})
