"""Tables at which hands are compared: how their cards are handled, dealt, decided on, shown, settled and picked up."""

from pitboss.table.family import Family
from pitboss.table.showdown import views
from pitboss.table.showdown.commands import FORMS
from pitboss.table.showdown.decide import COMMANDS, WAITS, clause_of
from pitboss.table.showdown.events import ALL
from pitboss.table.showdown.evolve import HAPPENS
from pitboss.table.showdown.setup import House, Setup
from pitboss.table.showdown.state import new_state
from pitboss.table.showdown.tasks import TASKS, say

SHOWDOWN = Family(
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
