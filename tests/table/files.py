"""A scripted table written to an event file and played back, as `table run` and `table replay` do."""

import io

from pitboss.script.lines import encode, final_line
from pitboss.script.replaying import replay_file
from pitboss.table.files import encode_event
from pitboss.table.state import state_hash
from tests.table.floor import Floor


def check_file(floor: Floor) -> None:
    """The table's event file replays to the same state and balances."""
    session = floor.session
    lines = [encode_event(event) for event in session.log]
    lines.append(encode(final_line(session.state, session.balances)))
    state, _, complete = replay_file(io.BytesIO(b"\n".join(lines) + b"\n"))
    assert complete
    assert state_hash(state) == state_hash(session.state)
