"""The pages: what a browser shows of the floor. Files as they are, and each table's layout from its declaration."""

from pitboss.web.routes import pages

__all__ = ["pages"]
