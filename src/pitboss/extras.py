"""Optional packages: a missing one is refused in a sentence with the install command, before any work starts."""

from collections.abc import Mapping
from importlib.util import find_spec

from pitboss.refusal import Refusal


def require(packages: Mapping[str, str], purpose: str, install: str = "'pitboss[reports]'") -> None:
    """Refuse if one of the modules is not installed. `packages` maps each module to the package that has it."""
    missing = sorted(package for module, package in packages.items() if find_spec(module) is None)
    if missing:
        message = f"Install what {purpose} needs: pip install {install}. Missing: {', '.join(missing)}."
        raise Refusal("extra_missing", message)
