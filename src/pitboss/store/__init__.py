"""The store: what happened at every table and every cent that moved, kept so that no crash loses or doubles any."""

from pitboss.store import people as people  # its tables belong to every store
from pitboss.store.batch import Batch, Line, Opening, Receipt, Record, line_of, lines_of
from pitboss.store.opening import open_books, open_store
from pitboss.store.reading import Books
from pitboss.store.store import Store

__all__ = [
    "Batch",
    "Books",
    "Line",
    "Opening",
    "Receipt",
    "Record",
    "Store",
    "line_of",
    "lines_of",
    "open_books",
    "open_store",
]
