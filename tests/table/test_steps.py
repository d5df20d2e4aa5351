"""Every step of a procedure can be done, said and documented."""

from pitboss.drill.families import places
from pitboss.games import showdown_names
from pitboss.table.families import showdown_house as house_of
from pitboss.table.showdown.commands import SHAPES
from pitboss.table.showdown.decide import COMMANDS
from pitboss.table.showdown.programme import idle, next_round, opening, recut, reshuffle, round_of_play
from pitboss.table.showdown.setup import STEPS
from pitboss.table.showdown.tasks import TASKS


def test_every_step_has_a_handler_a_command_and_words() -> None:
    steps = {*STEPS, "no_more_bets"}
    assert steps == set(TASKS)
    assert steps <= set(SHAPES) and all(SHAPES[step].says for step in steps)
    assert set(COMMANDS) | set(TASKS) == set(SHAPES)


def test_every_task_of_every_programme_is_a_step_by_its_own_role() -> None:
    for game, jurisdiction, dealing in [place for place in places() if place[0] in showdown_names()]:
        for decks in (1, 2):
            setup = {
                "game": game,
                "jurisdiction": jurisdiction,
                "dealing": dealing,
                "shuffler": "device",
                "decks": decks,
            }
            house = house_of(setup | {"idle_face_up": decks == 1})
            tasks = [
                *opening(house, decks, "device", dealing),
                *next_round(house, decks, "device", dealing),
                *reshuffle(house, "none", dealing),
                *idle(house, decks, "device", dealing, other=False),
                *recut(house, dealing, load=True),
                *round_of_play(house, dealing, (1, 2)),
            ]
            for task in tasks:
                assert task.do == "decide" or task.do in TASKS, task
                assert task.by in SHAPES[task.do].by and task.clause, task
