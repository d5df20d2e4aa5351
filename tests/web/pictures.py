"""Pictures of pages as a visitor sees them. `PITBOSS_PICTURES=1` puts those that are kept into docs/pictures."""

import os
import zlib
from base64 import b64decode, b64encode
from pathlib import Path
from struct import pack

import numpy as np
from playwright.sync_api import Page

from tests.web.browser import Visitor

PICTURES = Path(__file__).resolve().parents[2] / "docs" / "pictures"
MOST_BYTES = 400_000
STEPS = (1, 2, 4, 6, 8, 12)
"""How coarse the shades of a colour may become until a picture is small enough: of 256 every one, every second, …"""

PIXELS = """async (text) => {
  const bytes = Uint8Array.from(atob(text), (each) => each.charCodeAt(0));
  const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
  const context = new OffscreenCanvas(image.width, image.height).getContext("2d");
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, image.width, image.height);
  let found = "";
  for (let at = 0; at < data.length; at += 32768) found += String.fromCharCode(...data.subarray(at, at + 32768));
  return [image.width, image.height, btoa(found)];
}"""


def picture(visitor: Visitor, name: str, keep: bool = True, full: bool = False) -> None:
    """`PITBOSS_LOOK=FOLDER` keeps all of them there, to be looked at."""
    file = f"{name}-{visitor.size}.png"
    if os.environ.get("PITBOSS_PICTURES") and keep:
        take(visitor.page, PICTURES / file, full)
    if folder := os.environ.get("PITBOSS_LOOK"):
        take(visitor.page, Path(folder) / file, full)


def look(visitor: Visitor, name: str) -> None:
    """A picture to look at, where somebody asks for one."""
    if folder := os.environ.get("PITBOSS_LOOK"):
        visitor.page.screenshot(path=Path(folder) / f"{name}.png")


def take(page: Page, path: Path, full: bool = False) -> None:
    """With every hue of the page, however rare: only shades next to each other become one."""
    blank = page.context.new_page()
    width, height, pixels = blank.evaluate(PIXELS, b64encode(page.screenshot(full_page=full)).decode())
    blank.close()
    colours = np.frombuffer(b64decode(pixels), np.uint8).reshape(height, width, 4)[:, :, :3]
    drawn = next(drawn for step in STEPS if len(drawn := png(colours, step)) < MOST_BYTES or step == STEPS[-1])
    assert len(drawn) < MOST_BYTES, f"{path.name} has {len(drawn)} bytes"
    path.write_bytes(drawn)


def png(colours: "np.ndarray[tuple[int, ...], np.dtype[np.uint8]]", step: int) -> bytes:
    """Rows that are written as they are: gradients that were dithered gain nothing by a filter."""
    height, width, _ = colours.shape
    coarse = np.minimum((colours.astype(np.int16) + step // 2) // step * step, 255).astype(np.uint8)
    rows = np.concatenate([np.zeros((height, 1), np.uint8), coarse.reshape(height, -1)], axis=1)
    header = pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    parts = ((b"IHDR", header), (b"IDAT", zlib.compress(rows.tobytes(), 9)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        pack(">I", len(data)) + kind + data + pack(">I", zlib.crc32(kind + data)) for kind, data in parts
    )
