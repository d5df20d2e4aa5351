"""The dealer's school: the table says what is right, wrong steps count and change nothing, drills follow the text."""

from typing import Any

import pytest

from pitboss import games
from pitboss.cards.chance import Shuffles
from pitboss.floor.school import MOST_LESSONS, PLAYERS, Lesson, School, answered, questions
from pitboss.refusal import Refusal
from pitboss.table.families import house_of
from pitboss.table.state import state_hash

MOST_STEPS = 400


def told_step(lesson: Lesson) -> dict[str, Any]:
    """What comes next, as the dealer's command."""
    wanted = lesson.hint()
    tool = next(each for each in lesson.tools() if each.do == wanted["do"])
    return {"do": tool.do} | ({"position": wanted["position"]} if tool.at else {})


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("whole", [False, True])
@pytest.mark.parametrize("game", games.names())
def test_a_round_of_every_game_is_dealt_to_its_end(game: str, whole: bool, seed: int) -> None:
    lesson = Lesson(game, Shuffles(seed), whole)
    steps = 0
    while not lesson.score.rounds and steps < MOST_STEPS:
        assert lesson.do(told_step(lesson)) is None
        steps += 1
    assert lesson.score.rounds == 1
    assert (lesson.score.right, lesson.score.wrong, lesson.score.asked) == (steps, 0, steps)


@pytest.mark.parametrize("game", games.names())
def test_every_wrong_step_is_refused_with_a_clause_and_changes_nothing(game: str) -> None:
    lesson = Lesson(game, Shuffles(3))
    for _ in range(15):
        wanted = told_step(lesson)
        before, wrong = state_hash(lesson.state), lesson.score.wrong
        others = [each for each in lesson.tools() if each.do != wanted["do"] and each.do != "count_stub"]
        for tool in others:
            refusal = lesson.do({"do": tool.do} | ({"position": 2} if tool.at else {}))
            assert refusal and refusal.clause and refusal.message, tool
        assert state_hash(lesson.state) == before
        assert lesson.score.wrong == wrong + len(others)
        assert lesson.do(wanted) is None


def test_at_the_wrong_position_too() -> None:
    lesson = Lesson("three-card-poker", Shuffles(4))
    while (wanted := told_step(lesson)).get("position") is None:
        lesson.do(wanted)
    refusal = lesson.do(wanted | {"position": next(place for place in PLAYERS if place != wanted["position"])})
    assert refusal and refusal.code == "not_next" and refusal.clause
    assert lesson.do(wanted) is None


def test_the_view_does_not_tell_what_comes_next() -> None:
    lesson = Lesson("four-card-poker", Shuffles(5))
    lesson.do({"do": "no_more_bets"})
    view = lesson.view()
    assert view["next"] is None and view["choices"] == []
    lesson.do({"do": "deal"})
    assert {card for each in lesson.view()["positions"].values() for card in each["cards"]} == {"??"}


def test_a_command_of_another_is_not_the_dealers() -> None:
    lesson = Lesson("three-card-poker", Shuffles(6))
    for given in ({"do": "bet", "position": 2}, {"do": "none"}, {"do": "void_round"}, {"do": "pay"}):
        assert lesson.do(given) is not None
    assert lesson.score.wrong == 4


def test_one_lesson_a_person_and_a_bound_to_all() -> None:
    school = School()
    with pytest.raises(Refusal, match="Begin a lesson first"):
        school.lesson("ann")
    first = school.begin("ann", "three-card-poker", False)
    assert school.lesson("ann") is first
    second = school.begin("ann", "craps", False)
    assert school.lesson("ann") is second
    for number in range(MOST_LESSONS):
        school.begin(f"p{number}", "craps", False)
    with pytest.raises(Refusal, match="Begin a lesson first"):
        school.lesson("ann")


@pytest.mark.parametrize("game", games.names())
def test_drills_ask_for_what_the_declaration_says(game: str) -> None:
    house: Any = house_of({"game": game})
    declared = house.procedure.irregularities
    asked = questions(game)
    assert {each.situation for each in asked} >= {rule.says for rule in declared.values()}
    for question in asked:
        right = [choice for choice in question.choices if answered(game, question.number, choice)[0]]
        assert len(right) == 1
        _, truth = answered(game, question.number, right[0])
        assert truth.clause and question.choices[right[0]] == truth.does
    by_name = {rule.says: rule.effect.name.lower() for rule in declared.values()}
    for question in asked:
        if question.situation in by_name:
            assert answered(game, question.number, by_name[question.situation])[0]
    for number, choice in ((-1, right[0]), (len(asked), right[0]), (0, "none")):
        with pytest.raises(Refusal):
            answered(game, number, choice)
