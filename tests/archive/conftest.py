"""The tests of the archive's stores run on both databases."""

from tests.store.conftest import postgresql, server

__all__ = ["postgresql", "server"]
