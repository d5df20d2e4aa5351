"""The bill of materials of a release: every package that `requirements.lock` pins, as CycloneDX JSON.

    python3 tools/sbom.py [requirements.lock]

Needs only the standard library. Two runs over the same lock give the same bytes.
"""

import json
import re
import sys
import tomllib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
PIN = re.compile(r"^([A-Za-z0-9._-]+)(?:\[[^]]*\])?==([^ ;\\]+)")
HASH = re.compile(r"--hash=sha256:([0-9a-f]{64})")


def packages(lock: str) -> list[dict[str, Any]]:
    """One component a pinned package, with all hashes its installer accepts."""
    found: list[dict[str, Any]] = []
    for line in lock.splitlines():
        if pin := PIN.match(line):
            name, version = pin.groups()
            found.append(
                {
                    "type": "library",
                    "name": name,
                    "version": version,
                    "purl": f"pkg:pypi/{name.lower().replace('_', '-')}@{version}",
                    "hashes": [],
                }
            )
        for digest in HASH.findall(line):
            found[-1]["hashes"].append({"alg": "SHA-256", "content": digest})
    return found


def bill(lock: str, version: str) -> dict[str, Any]:
    product = {"type": "application", "name": "pitboss", "version": version}
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {"component": product},
        "components": packages(lock),
    }


def main() -> None:
    file = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "requirements.lock"
    version = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    print(json.dumps(bill(file.read_text(), version), indent=1))


if __name__ == "__main__":
    main()
