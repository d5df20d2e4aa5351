"""Rules and figures for people: a page of titled tables, however it is printed."""

import msgspec


class Table(msgspec.Struct):
    """Rows under column heads; the last column is the clause, if there is one."""

    title: str
    columns: list[str]
    rows: list[list[str]]


class Page(msgspec.Struct):
    title: str
    subtitle: str
    tables: list[Table]
