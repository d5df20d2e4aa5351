"""What can happen at a table of dice, besides what can happen at every table."""

import msgspec

from pitboss.table.events import COMMON as COMMON
from pitboss.table.events import BetsClosed as BetsClosed
from pitboss.table.events import BoughtIn as BoughtIn
from pitboss.table.events import CashedOut as CashedOut
from pitboss.table.events import Cents as Cents
from pitboss.table.events import Event as Event
from pitboss.table.events import IrregularityCalled as IrregularityCalled
from pitboss.table.events import Left as Left
from pitboss.table.events import PublicEvent as PublicEvent
from pitboss.table.events import Seated as Seated
from pitboss.table.events import StepDone as StepDone
from pitboss.table.events import TableClosed as TableClosed
from pitboss.table.events import TableOpened as TableOpened
from pitboss.table.events import Tipped as Tipped
from pitboss.table.events import Why as Why


class DiceReceived(PublicEvent, frozen=True, tag="dice_received"):
    """A set of dice comes to the table."""

    dice: int
    clause: str


class DiceRemoved(PublicEvent, frozen=True, tag="dice_removed"):
    """The dice leave the table; another set must come before the next throw."""

    clause: str
    by: str = ""


class DiceOffered(PublicEvent, frozen=True, tag="dice_offered"):
    player: str
    position: int
    clause: str


class DiceTaken(PublicEvent, frozen=True, tag="dice_taken"):
    """Whom the dice were offered took them, and is the shooter."""

    player: str
    position: int
    clause: str


class DiceDeclined(PublicEvent, frozen=True, tag="dice_declined"):
    player: str
    position: int
    clause: str


class DicePassed(PublicEvent, frozen=True, tag="dice_passed"):
    """The shooter is no longer the shooter. `by`: the shooter, or who of the staff passed them on."""

    player: str
    clause: str
    by: str = ""


class WagerPlaced(PublicEvent, frozen=True, tag="wager_placed"):
    """A wager goes down, and with it the commission that is charged on it whether it wins or loses."""

    player: str
    position: int
    id: str
    wager: str
    amount: Cents
    commission: Cents
    clause: str
    behind: str | None = None
    dice: str | None = None
    working: bool | None = None


class WagerRaised(PublicEvent, frozen=True, tag="wager_raised"):
    """A wager is of this amount now; `added` went down with it, commission and all."""

    player: str
    position: int
    id: str
    amount: Cents
    added: Cents
    clause: str


class WagerReduced(PublicEvent, frozen=True, tag="wager_reduced"):
    """A wager is of this amount now; `returned` went back to the player, commission and all."""

    player: str
    position: int
    id: str
    amount: Cents
    returned: Cents
    clause: str


class WagerCalled(PublicEvent, frozen=True, tag="wager_called"):
    """A player calls a wager on or off."""

    player: str
    position: int
    id: str
    working: bool
    clause: str


class Returned(msgspec.Struct, frozen=True, gc=False):
    """A wager that goes back as if it had not been made, with the commission that lay with it."""

    id: str
    player: str
    wager: str
    stake: Cents
    commission: Cents
    why: Why = msgspec.UNSET


class WagersTakenDown(PublicEvent, frozen=True, tag="wagers_taken_down"):
    """A wager is taken down, and with it the odds behind it."""

    player: str
    position: int
    rows: tuple[Returned, ...]
    clause: str


class RollWagersVoided(PublicEvent, frozen=True, tag="roll_wagers_voided"):
    """Wagers go back because they are void. `all_wagers`: all there were; the run is over."""

    all_wagers: bool
    rows: tuple[Returned, ...]
    clause: str


class DiceThrown(PublicEvent, frozen=True, tag="dice_thrown"):
    """What the dice show. It counts only once it is called."""

    player: str
    dice: str
    clause: str


class RollCalled(PublicEvent, frozen=True, tag="roll_called"):
    """The throw counts. `number` is its place in the run, `point` where the puck stood."""

    number: int
    dice: str
    total: int
    point: int
    clause: str


class PuckMoved(PublicEvent, frozen=True, tag="puck_moved"):
    """The puck stands on a number, or is off (0)."""

    point: int
    clause: str


class Decided(msgspec.Struct, frozen=True, gc=False):
    """A wager that a roll decided, with the clause of its ruling; `commission` is charged on it."""

    id: str
    wager: str
    outcome: str
    stake: Cents
    pays: Cents
    commission: Cents
    clause: str
    why: Why = msgspec.UNSET


class LosersTaken(PublicEvent, frozen=True, tag="losers_taken"):
    position: int
    player: str
    rows: tuple[Decided, ...]
    clause: str


class ComeMoved(PublicEvent, frozen=True, tag="come_moved"):
    """Wagers travel to the number that is their point now."""

    position: int
    player: str
    wagers: tuple[str, ...]
    point: int
    clause: str


class WinnersPaid(PublicEvent, frozen=True, tag="winners_paid"):
    """Winning wagers are paid and go back, and so do pushes."""

    position: int
    player: str
    rows: tuple[Decided, ...]
    clause: str


OWN = (
    *(DiceReceived, DiceRemoved, DiceOffered, DiceTaken, DiceDeclined, DicePassed),
    *(WagerPlaced, WagerRaised, WagerReduced, WagerCalled, WagersTakenDown, RollWagersVoided),
    *(DiceThrown, RollCalled, PuckMoved, LosersTaken, ComeMoved, WinnersPaid),
)

ALL = (*COMMON, *OWN)
