"""Events out of files, whatever family's they are."""

from itertools import chain

import msgspec

from pitboss.refusal import Refusal
from pitboss.table.events import Event, TableOpened
from pitboss.table.families import FAMILIES, house_opened
from pitboss.table.setup import House
from pitboss.table.written import encode_event, event_as_json, with_cents

KINDS: dict[str, type[Event]] = {
    str(kind.__struct_config__.tag): kind for kind in chain.from_iterable(each.events for each in FAMILIES.values())
}


def decode_event(line: bytes | str) -> Event:
    """The event of a line. Raises `Refusal` if it is none."""
    try:
        held = msgspec.json.decode(line)
        kind = KINDS[held["event"]]
        return msgspec.convert(with_cents(kind, held), kind, str_keys=True)
    except (msgspec.MsgspecError, KeyError, TypeError, ValueError, AttributeError, RecursionError) as error:
        raise Refusal("not_an_event", f"This line is no event of a table: {error}.") from None


def house_of_line(line: bytes | str) -> House:
    """The house of a table whose first event this line is."""
    opened = decode_event(line)
    assert isinstance(opened, TableOpened)
    return house_opened(opened)


__all__ = ["KINDS", "decode_event", "encode_event", "event_as_json", "house_of_line"]
