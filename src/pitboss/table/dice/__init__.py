"""Tables of dice: players around one shooter, wagers between rolls, what each roll takes and pays."""

from pitboss.table.dice import views
from pitboss.table.dice.commands import FORMS
from pitboss.table.dice.decide import COMMANDS, WAITS, clause_of
from pitboss.table.dice.events import ALL
from pitboss.table.dice.evolve import HAPPENS
from pitboss.table.dice.setup import House, Setup
from pitboss.table.dice.state import new_state
from pitboss.table.dice.tasks import TASKS, say
from pitboss.table.family import Family

DICE = Family(
    setup=Setup,
    house=House,
    new_state=new_state,
    forms=FORMS,
    commands=COMMANDS,
    tasks=TASKS,
    events=ALL,
    happens=HAPPENS,
    say=say,
    clause_of=clause_of,
    view=views.view,
    seen=views.seen,
    candidates=views.candidates,
    waits=WAITS,
)
