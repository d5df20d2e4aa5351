"""Tables that deal from a shoe: hands that grow against a dealer who draws by rule."""

from pitboss.table.family import Family
from pitboss.table.shoe import views
from pitboss.table.shoe.commands import FORMS
from pitboss.table.shoe.decide import COMMANDS, WAITS, clause_of
from pitboss.table.shoe.events import ALL
from pitboss.table.shoe.evolve import HAPPENS
from pitboss.table.shoe.setup import House, Setup
from pitboss.table.shoe.state import new_state
from pitboss.table.shoe.tasks import TASKS, say

SHOE = Family(
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
    asked=views.asked,
    seen=views.seen,
    candidates=views.candidates,
    waits=WAITS,
)
