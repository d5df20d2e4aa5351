"""The dealer's school: the table says what is right, wrong steps count and change nothing, drills follow the text."""

from threading import Event, Thread
from typing import Any

import pytest

from pitboss import games
from pitboss.cards.chance import Shuffles
from pitboss.floor import school as taught
from pitboss.floor.school import LEFT, PLAYERS, Lesson, School, answered, questions
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


def begun(school: School, who: str, game: str = "craps") -> Lesson:
    with school.begin(who, game, False) as lesson:
        return lesson


def going_on(school: School, who: str) -> Lesson | str:
    try:
        with school.lesson(who) as lesson:
            return lesson
    except Refusal as refusal:
        return refusal.code


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> School:
    monkeypatch.setattr(taught, "MOST_LESSONS", 3)
    school = School(lambda: school.now)  # type: ignore[attr-defined]
    school.now = 10 * LEFT  # type: ignore[attr-defined]
    return school


def test_a_new_lesson_takes_the_place_of_ones_own_and_of_nobody_elses(small: School) -> None:
    assert going_on(small, "ann") == "no_lesson"
    first = begun(small, "ann", "three-card-poker")
    assert going_on(small, "ann") is first
    others = {who: begun(small, who) for who in ("ben", "cat")}
    second = begun(small, "ann")
    assert second is not first and going_on(small, "ann") is second
    with pytest.raises(Refusal, match="Come back in a while") as refusal:
        begun(small, "dan")
    assert refusal.value.code == "school_full" and going_on(small, "dan") == "no_lesson"
    for _ in range(20):
        begun(small, "ann")
    assert {who: going_on(small, who) for who in others} == others
    with pytest.raises(Refusal, match="game"):
        begun(small, "ann", "none")
    assert isinstance(going_on(small, "ann"), Lesson)


def test_a_lesson_that_was_left_makes_room(small: School) -> None:
    now: Any = small
    for who in ("ann", "ben", "cat"):
        begun(small, who)
    now.now += LEFT - 1
    assert isinstance(going_on(small, "ben"), Lesson)
    with pytest.raises(Refusal, match="Come back"):
        begun(small, "dan")
    now.now += 1
    begun(small, "dan")
    assert [isinstance(going_on(small, who), Lesson) for who in ("ann", "ben", "cat", "dan")] == [
        False,
        True,
        False,
        True,
    ]


def test_nobody_waits_for_somebody_elses_lesson(small: School) -> None:
    begun(small, "ann")
    begun(small, "ben")
    entered, done = Event(), Event()

    def ponder() -> None:
        with small.lesson("ann"):
            entered.set()
            done.wait(60)

    slow = Thread(target=ponder)
    slow.start()
    try:
        assert entered.wait(60)
        other = Thread(target=lambda: (going_on(small, "ben"), begun(small, "cat")), daemon=True)
        other.start()
        other.join(60)
        assert not other.is_alive()
        own = Thread(target=lambda: going_on(small, "ann"), daemon=True)
        own.start()
        own.join(0.05)
        assert own.is_alive(), "one turn after the other at one's own"
    finally:
        done.set()
        slow.join()
        own.join(60)
    assert not own.is_alive()


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
