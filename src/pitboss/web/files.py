"""The files of the pages, read once. A browser keeps them and asks whether they are still the same."""

import re
from hashlib import sha256
from html import escape
from pathlib import Path

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from pitboss.felts import FELTS, darker
from pitboss.table.setup import HOUSE_NAME

FOLDER = Path(__file__).with_name("pages")
TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".webmanifest": "application/manifest+json",
}
CACHING = "no-cache"
"""Keep it, but ask each time: after an upgrade nobody plays on with half of the old pages."""


class File(msgspec.Struct, frozen=True):
    body: bytes
    type: str
    tag: str


SCRIPT = re.compile(rb'<script type="module" src="/pages/([^"]+)">')
IMPORT = re.compile(rb'^import (?:[^"]+ from )?"\./([^"]+)";', re.MULTILINE)


def read_files(folder: Path = FOLDER, house: str = HOUSE_NAME) -> dict[str, File]:
    """Every file of a known type by its name; the folder has no folders in it. Each page names the house."""
    bodies = {path.name: path.read_bytes() for path in sorted(folder.iterdir()) if path.suffix in TYPES}
    bodies |= {"felts.css": felts(), MANIFEST: manifest(house)}
    made = {name: with_all_modules(body, bodies) for name, body in bodies.items() if name.endswith(".html")}
    bodies |= {name: with_links(body, house) for name, body in made.items()}
    return {name: File(body, TYPES[Path(name).suffix], tag_of(body)) for name, body in bodies.items()}


def with_all_modules(page: bytes, bodies: dict[str, bytes]) -> bytes:
    """A page that names every module its scripts import: a browser asks for all at once, not wave by wave."""
    scripts = [name.decode() for name in SCRIPT.findall(page)]
    named = list(scripts)
    for name in named:  # grows as it is walked
        named += [each for each in _imports(bodies[name]) if each not in named]
    links = "".join(f'<link rel="modulepreload" href="/pages/{name}">\n' for name in named if name not in scripts)
    return page.replace(b"</head>", links.encode() + b"</head>")


MANIFEST = "app.webmanifest"
BACKGROUND = "#0d0f12"
ICONS = (("icon.svg", "any", "any"), ("icon-192.png", "192x192", "any"), ("icon-512.png", "512x512", "any"))
MASKABLE = ("icon-maskable-512.png", "512x512", "maskable")


def manifest(house: str) -> bytes:
    """What a browser needs to install the pages as an app. No service worker: nothing stale is ever shown."""
    icons = [
        {"src": f"/pages/{name}", "sizes": sizes, "type": TYPES[Path(name).suffix], "purpose": purpose}
        for name, sizes, purpose in (*ICONS, MASKABLE)
    ]
    return msgspec.json.encode(
        {
            "id": "/",
            "name": house,
            "short_name": house,
            "description": "Casino table games for play money.",
            "start_url": "/",
            "scope": "/",
            "display": "standalone",
            "background_color": BACKGROUND,
            "theme_color": BACKGROUND,
            "icons": icons,
        }
    )


def with_links(page: bytes, house: str) -> bytes:
    """A page with the name of the house in its head, and what makes it an app."""
    links = (
        f'<meta name="application-name" content="{escape(house)}">\n'
        f'<meta name="theme-color" content="{BACKGROUND}">\n'
        f'<link rel="manifest" href="/pages/{MANIFEST}">\n'
        '<link rel="apple-touch-icon" href="/pages/icon-192.png">\n'
    )
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
