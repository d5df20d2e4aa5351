"""sound.js: cards and chips one can hear, silent until asked for."""

from typing import Any

from tests.web.elements.bench import Bench

LISTEN = """() => {
  const begun = AudioBufferSourceNode.prototype.start;
  AudioBufferSourceNode.prototype.start = function (at) {
    const samples = this.buffer.getChannelData(0);
    told.push([this.buffer.duration, at - this.context.currentTime, Math.max(...samples.map(Math.abs))]);
    return begun.call(this, at);
  };
}"""


def play(bench: Bench, *given: Any) -> list[Any]:
    bench.run("sound.js", "({ play }, given) => play(...given)", [*given])
    return bench.told()


def test_nothing_is_heard_before_it_is_asked_for(bench: Bench) -> None:
    bench.page.evaluate(LISTEN)
    assert play(bench, "card") == []


def test_a_card_and_a_chip_sound_short_and_soft_as_often_as_asked(bench: Bench) -> None:
    bench.page.evaluate(LISTEN)
    bench.page.evaluate("localStorage.setItem('pitboss sound', 'on')")
    cards, chips, dice = play(bench, "card", 3), play(bench, "chip"), play(bench, "dice")
    assert [round(at, 1) for _, at, _ in cards] == [0, 0.1, 0.2] and len(chips) == len(dice) == 1
    for lasts, _, loudest in (*cards, *chips, *dice):
        assert 0.05 < lasts < 0.1 and 0.01 < loudest <= 0.25
    assert play(bench, "card", 0) == []
