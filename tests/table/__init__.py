"""The table, clause by clause."""

import pytest

pytest.register_assert_rewrite("tests.table.floor", "tests.table.shoe_floor", "tests.table.alike")
