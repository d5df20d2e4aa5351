"""The icons of the app: a chip, drawn as the PNG files that browsers ask for. icon.svg is the same by hand.

.venv/bin/python tools/icons.py        writes src/pitboss/web/pages/icon-*.png
"""

import zlib
from pathlib import Path
from struct import pack

import numpy as np

PAGES = Path(__file__).resolve().parents[1] / "src" / "pitboss" / "web" / "pages"
ICONS = {
    "icon-192.png": (192, 0.46, False),
    "icon-512.png": (512, 0.46, False),
    "icon-maskable-512.png": (512, 0.36, True),
}
"""Pixels on a side, radius of the chip, and whether the ground reaches to the edges."""
RED, CREAM, GROUND = (179, 40, 45), (244, 239, 226), (13, 15, 18)
FINE = 4
"""Samples of a pixel on a side."""
SPOTS = 6


def drawn(size: int, radius: float, ground: bool) -> "np.ndarray[tuple[int, ...], np.dtype[np.uint8]]":
    """Red, green, blue and opacity of each pixel."""
    at = (np.arange(size * FINE) + 0.5) / (size * FINE) - 0.5
    x, y = np.meshgrid(at, at)
    far, turn = np.hypot(x, y) / radius, (np.arctan2(y, x) / (2 * np.pi) * SPOTS) % 1
    fine = np.zeros((size * FINE, size * FINE, 4))
    if ground:
        fine[:] = (*GROUND, 255)
    fine[far <= 1] = (*RED, 255)
    fine[(far > 0.66) & (far < 0.97) & (turn < 0.36)] = (*CREAM, 255)
    fine[far < 0.54] = (*CREAM, 255)
    return _smooth(fine, size)


def _smooth(
    fine: "np.ndarray[tuple[int, ...], np.dtype[np.float64]]", size: int
) -> "np.ndarray[tuple[int, ...], np.dtype[np.uint8]]":
    """The mean of the samples of each pixel, colours by their opacity."""
    fine[..., :3] *= fine[..., 3:] / 255
    mean = fine.reshape(size, FINE, size, FINE, 4).mean(axis=(1, 3))
    mean[..., :3] *= 255 / np.maximum(mean[..., 3:], 1)
    found: np.ndarray[tuple[int, ...], np.dtype[np.uint8]] = np.round(np.minimum(mean, 255)).astype(np.uint8)
    return found


def png(pixels: "np.ndarray[tuple[int, ...], np.dtype[np.uint8]]") -> bytes:
    height, width, _ = pixels.shape
    rows = np.concatenate([np.zeros((height, 1), np.uint8), pixels.reshape(height, -1)], axis=1)
    parts = (
        (b"IHDR", pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0)),
        (b"IDAT", zlib.compress(rows.tobytes(), 9)),
        (b"IEND", b""),
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        pack(">I", len(data)) + kind + data + pack(">I", zlib.crc32(kind + data)) for kind, data in parts
    )


def main() -> None:
    for name, how in ICONS.items():
        PAGES.joinpath(name).write_bytes(png(drawn(*how)))


if __name__ == "__main__":
    main()
