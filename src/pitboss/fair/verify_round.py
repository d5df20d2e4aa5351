#!/usr/bin/env python3
"""Check that a round was dealt by the chance that was promised. Needs Python 3.11 and nothing else; a single file.

    python3 verify_round.py PROOF... [--events FILE [--so-far]] [--cuts-by-hand]
                            [--commitment HEX] [--share PLAYER=HEX] [--digest HEX]

A PROOF is a file with one proof as JSON, or with one a line. Everything is computed again from the seeds revealed: the
commitment, its place in the table's chain, the keys, every draw. With --events the table's own event file is read too,
and every card it dealt must be the next one of an order that was drawn. What you noted before play (--commitment), gave
(--share) or saw at the end (--digest) must be in the proofs; it is what makes them worth something.

Exit status: 0 all holds, 1 something does not, 2 a file cannot be read. This program shares no code with pitboss; the
specification it follows is docs/fairness.md.
"""

import argparse
import hashlib
import hmac
import json
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

Object = dict[str, Any]

RANKS, SUITS = "23456789TJQKA", "cdhs"
FULL = [rank + suit for suit in SUITS for rank in RANKS]
NO_TENS = [card for card in FULL if card[0] != "T"]
PACKS = {52: FULL} | {48 * decks: [card for card in NO_TENS for _ in range(decks)] for decks in (6, 8)}
"""The cards in sequence, by how many there are: one deck, or six or eight without their tens, equal cards together."""

FIELDS = {
    "format": str,
    "table": str,
    "epoch": int,
    "previous": str,
    "commitment": str,
    "seeds": list,
    "shares": list,
    "draws": list,
    "ended": str,
    "why": str,
    "events": list,
    "digest": str,
}


class Refused(Exception):
    """A proof that proves nothing, and why."""


def require(holds: bool, otherwise: str) -> None:
    if not holds:
        raise Refused(otherwise)


# Reading


def read_json(text: str) -> Any:
    """JSON without a name twice, without fractions: nothing that two readers could take differently."""

    def once(pairs: list[tuple[str, object]]) -> dict[str, object]:
        require(len(dict(pairs)) == len(pairs), "a name stands twice in one object")
        return dict(pairs)

    def no_number(text: str) -> object:
        raise Refused(f"{text} is not a whole number")

    return json.loads(text, object_pairs_hook=once, parse_float=no_number, parse_constant=no_number)


def read_lines(path: str) -> list[Any]:
    """One value a line, or one in the whole file."""
    with open(path, encoding="utf-8-sig") as file:
        text = file.read()
    try:
        return [read_json(text)]
    except json.JSONDecodeError as whole:
        lines = [line for line in text.split("\n") if line.strip()]
        require(len(lines) > 1, f"it is not JSON: {whole}")
        return [read_json(line) for line in lines]


def shape(value: Any, fields: dict[str, type], what: str) -> Object:
    """An object with exactly these fields, each of exactly this type: true is no number here."""
    require(type(value) is dict, f"{what} is not an object")
    missing, unknown = fields.keys() - value.keys(), value.keys() - fields.keys()
    require(not missing, f"{what} lacks {', '.join(sorted(missing))}")
    require(not unknown, f"{what} has a field too many: {', '.join(sorted(unknown))}")
    for name, kind in fields.items():
        require(type(value[name]) is kind, f"{name} in {what} is not of the right type")
    found: Object = value
    return found


def unhex(text: Any, what: str, least: int = 32, most: int = 32) -> bytes:
    require(type(text) is str and text == text.lower() and text.isalnum(), f"{what} is not written in hexadecimal")
    try:
        found = bytes.fromhex(text)
    except ValueError:
        raise Refused(f"{what} is not written in hexadecimal") from None
    require(least <= len(found) <= most, f"{what} has {len(found)} bytes")
    return found


# The promise


def frame(*fields: bytes) -> bytes:
    out = bytearray()
    for field in fields:
        out += len(field).to_bytes(8, "big")
        out += field
    return bytes(out)


def digest_of(proof: Object, **instead: Any) -> str:
    said = {name: value for name, value in (proof | instead).items() if name != "digest"}
    plain = json.dumps(said, sort_keys=True, separators=(",", ":"), ensure_ascii=True).encode("ascii")
    return hashlib.sha256(plain).hexdigest()


def check_proof(proof: Any) -> list[Object]:
    """The draws of a proof that holds in itself."""
    proof = shape(proof, FIELDS, "the proof")
    require(proof["format"] == "pitboss-proof-1", "it is of another format")
    require(digest_of(proof) == proof["digest"], "its digest is not that of what it says")

    table, epoch = proof["table"].encode("utf-8"), proof["epoch"]
    require(epoch >= 1, "epochs are counted from 1")
    previous, promised = unhex(proof["previous"], "previous"), unhex(proof["commitment"], "the commitment")
    if epoch == 1:
        start = hashlib.sha256(frame(b"pitboss fair 1 start", table)).digest()
        require(previous == start, "the first epoch is not chained to the start of its table")
    seeds = [unhex(seed, "a seed") for seed in proof["seeds"]]
    require(len(seeds) >= 1 and len(set(seeds)) == len(seeds), "there is no seed, or one stands twice")
    number = str(epoch).encode("ascii")
    found = hashlib.sha256(frame(b"pitboss fair 1 commitment", table, number, previous, *seeds)).digest()
    require(found == promised, "the seeds are not those that were promised")

    check_ending(proof)
    keys = derive_keys(seeds, promised, read_shares(proof["shares"]))
    check_draws(proof["draws"], Chooser(keys))
    draws: list[Object] = proof["draws"]
    return draws


def check_ending(proof: Object) -> None:
    require(proof["ended"] in ("played", "void"), "it has not ended")
    if proof["ended"] == "played":
        require(proof["draws"] != [], "it counts as played and nothing was drawn")
        require(proof["why"] == "", "it was played and says why it is void")
    else:
        require(proof["why"].strip() != "", "it is void and says no reason")


def read_shares(shares: list[Any]) -> list[tuple[bytes, bytes]]:
    found = []
    for each in shares:
        each = shape(each, {"player": str, "share": str}, "a share")
        found.append((each["player"].encode("utf-8"), unhex(each["share"], "a share", 1, 64)))
    players = [player for player, _ in found]
    require(players == sorted(set(players)), "the shares are not in order of name, one a player")
    return found


def derive_keys(seeds: list[bytes], promised: bytes, shares: list[tuple[bytes, bytes]]) -> list[bytes]:
    mixed = b"".join(frame(frame(player, share)) for player, share in shares)
    return [
        hmac.new(seed, frame(b"pitboss fair 1 key", promised, b"%d" % at, mixed), hashlib.sha256).digest()
        for at, seed in enumerate(seeds)
    ]


# The draws


def words_of(key: bytes) -> Iterator[int]:
    """The endless 16-bit words of a key."""
    block = 0
    while True:
        digest = hmac.new(key, block.to_bytes(8, "big"), hashlib.sha256).digest()
        for at in range(0, 32, 2):
            yield digest[at] << 8 | digest[at + 1]
        block += 1


class Chooser:
    """Choices out of n, one after the other; a key makes choices among at most 2^256 outcomes together."""

    def __init__(self, keys: list[bytes]) -> None:
        self.keys = iter(keys)
        self.next_key()

    def next_key(self) -> None:
        key = next(self.keys, b"")
        require(key != b"", "more was drawn than its seeds can decide")
        self.words, self.room = words_of(key), 2**256

    def choose(self, outcomes: int) -> int:
        require(1 <= outcomes <= 65536, f"nothing is drawn from {outcomes} outcomes")
        if outcomes > self.room:
            self.next_key()
        self.room //= outcomes
        fair = 65536 // outcomes * outcomes
        return next(word for word in self.words if word < fair) % outcomes


def check_draws(draws: list[Any], chooser: Chooser) -> None:
    for at, draw in enumerate(draws, 1):
        require(type(draw) is dict, f"draw {at} is not an object")
        if draw.get("draw") == "permutation":
            draw = shape(draw, {"draw": str, "of": int, "result": list}, f"draw {at}")
            require(all(type(each) is int for each in draw["result"]), f"draw {at} is no list of numbers")
            found = shuffle(draw["of"], chooser)
        else:
            draw = shape(draw, {"draw": str, "least": int, "most": int, "result": int}, f"draw {at}")
            require(draw["draw"] == "between", f"draw {at} is of no known kind")
            found = draw["least"] + chooser.choose(draw["most"] - draw["least"] + 1)
        require(found == draw["result"], f"draw {at} is not what the seeds and shares give")


def shuffle(cards: int, chooser: Chooser) -> list[int]:
    require(1 <= cards <= 65536, f"there is no pack of {cards} cards")
    order = list(range(cards))
    for place in reversed(range(1, cards)):
        other = chooser.choose(place + 1)
        order[place], order[other] = order[other], order[place]
    return order


# The chain


def check_chain(proofs: list[Object]) -> None:
    """One table's proofs, in order and without a gap."""
    for before, after in pairwise(proofs):
        require(after["table"] == before["table"], "the proofs are of different tables")
        last, here = before["epoch"], after["epoch"]
        require(
            here == last + 1, f"epoch {here} stands after epoch {last}: give the proofs in order and leave none out"
        )
        require(after["previous"] == before["commitment"], f"epoch {here} is not chained to epoch {last}")


# The table


DRAWN = ("shuffled", "deck_received")
"""Events with an order of cards; a deck may also be received as the maker packed it."""


LEAST_CUT = 10
"""A cut that is drawn leaves at least so many cards above it and below it."""


class Deck:
    """The cards still to come, in order; `drawn` says whether that order came from a draw that was checked."""

    def __init__(self, cards: list[str], drawn: bool) -> None:
        self.cards, self.drawn, self.whole = cards, drawn, True


class Table:
    """An event file followed as far as its cards go: what is shuffled, cut, dealt, and from which deck.

    `of_one`: these are the events of one epoch's proof, not a table's whole file. Where two decks alternate, the other
    one's shuffle stands among them, and its cards are another epoch's to prove: such a deck is None here.
    """

    def __init__(self, draws: list[Object], from_opening: bool, cuts_by_hand: bool, of_one: bool = False) -> None:
        self.draws, self.at = draws, 0
        self.from_opening, self.cuts_by_hand, self.of_one = from_opening, cuts_by_hand, of_one
        self.stock: Deck | None = None
        self.other: Deck | None = None
        self.pack: Counter[str] | None = None
        self.hands: dict[str, list[str]] = {}
        self.checked = self.elsewhere = self.by_hand = self.left_over = 0

    def follow(self, event: Object) -> bool:
        """False where the event needs a draw of an epoch that comes after the proofs."""
        kind = event.get("event")
        if self.at == len(self.draws) and (kind == "dice_thrown" or (kind in DRAWN and event["order"] != [])):
            return self.of_one and self.of_another_epoch(kind, event)
        if kind == "shuffled":
            self.put(self.drawn_deck(event["order"]), event.get("other", False))
        elif kind == "deck_received":
            if self.stock is not None and self.stock.cards:
                self.other = self.stock
            self.stock = self.drawn_deck(event["order"]) if event["order"] else Deck(list(FULL), drawn=False)
        elif kind == "deck_cut":
            self.cut(event["depth"])
        elif kind == "dice_thrown":
            self.roll(event["dice"])
        elif kind == "bets_closed":
            self.hands = {}
        elif kind == "cards_dealt":
            for to, card, _ in event["cards"]:
                self.deal(to, card)
        else:
            self.handle(kind, event)
        return True

    def handle(self, kind: object, event: Object) -> None:
        """What moves cards without dealing them."""
        if kind == "step_done" and event["do"] == "load" and event.get("other"):
            self.stock, self.other = self.other, self.stock
            if self.other is not None and not self.other.whole:
                self.other = Deck(list(FULL), drawn=False)
        elif kind == "step_done" and event["do"] == "spread_idle":
            self.stock = Deck(list(FULL), drawn=False)
        elif kind == "stub_racked" or (kind == "hands_voided" and event["all_hands"]):
            self.empty()
        elif kind == "deck_removed":
            if event["in_device"]:
                self.other = None
            else:
                self.empty()
        elif kind == "method_changed" and event["decks"] == 1:
            self.other = None
        elif kind == "irregularity_called" and self.stock is not None:
            self.irregularity(event, self.stock)

    def of_another_epoch(self, kind: object, event: Object) -> bool:
        """The second of two decks is put in order. In place of the deck that is proved here no other comes unseen."""
        other = event.get("other", False)
        before = self.other if other else self.stock
        if kind == "shuffled" and not (before is not None and before.drawn):
            self.put(None, other)
            return True
        if kind == "deck_received" and self.stock is not None and self.stock.cards:
            self.other, self.stock = self.stock, None
            return True
        return False

    def put(self, deck: Deck | None, other: bool) -> None:
        if other:
            self.other = deck
        else:
            self.stock = deck

    def empty(self) -> None:
        if self.stock is not None:
            self.stock.cards, self.stock.whole = [], False

    def next_draw(self) -> Object:
        require(self.at < len(self.draws), "something was done that no draw of these proofs decided")
        self.at += 1
        return self.draws[self.at - 1]

    def drawn_deck(self, order: list[str]) -> Deck:
        draw = self.next_draw()
        require(draw["draw"] == "permutation" and draw["of"] == len(order), "the shuffle is not the next draw")
        pack = PACKS.get(draw["of"])
        if pack is None:
            pack = self.discards(order)
        else:
            self.pack = Counter(pack)
        require([pack[place] for place in draw["result"]] == order, "the cards shuffled are not in the order drawn")
        return Deck(list(order), drawn=True)

    def discards(self, order: list[str]) -> list[str]:
        """A shoe that ran out amid a round goes on with its discards: all its cards but those on the table.

        Else a house could leave out what it does not like to deal. Where the shoe itself came in another epoch, no more
        can be said than that such cards could be left of one, and that is told.
        """
        found = Counter(order)
        if self.pack is not None:
            dealt = Counter(card for hand in self.hands.values() for card in hand)
            require(self.stock is None or not self.stock.cards, "the discards are shuffled though the shoe has cards")
            require(self.pack - dealt <= found <= self.pack, "the cards shuffled are not what was left of the shoe")
        else:
            require(not self.from_opening, f"{len(order)} cards are no whole pack, and no shoe has run out")
            require(found <= Counter(PACKS[48 * 8]), "no shoe has the cards that were shuffled")
            self.left_over += len(order)
        return sorted(order, key=NO_TENS.index)

    def cut(self, depth: int) -> None:
        """A cut that was drawn; one by a person's hand draws nothing and is only counted.

        Whoever knows the order can choose a cut, so a house must not be able to pass its own choice off as a person's.
        """
        if self.of_one and self.stock is None and self.at == len(self.draws):
            return  # of the other deck
        draw = self.draws[self.at] if self.at < len(self.draws) else {}
        if draw.get("draw") == "between" and draw["result"] == depth:
            cards = len(self.stock.cards) if self.stock is not None else draw["most"] + LEAST_CUT
            fair = (draw["least"], draw["most"]) == (LEAST_CUT, cards - LEAST_CUT)
            require(fair, "the cut was drawn from another range than cuts are")
            self.at += 1
        else:
            require(self.cuts_by_hand, "the cut was not drawn (if a person cut the cards, say --cuts-by-hand)")
            self.by_hand += 1
        if self.stock is not None:
            self.stock.cards = self.stock.cards[depth:] + self.stock.cards[:depth]

    def roll(self, dice: str) -> None:
        drawn = [self.next_draw(), self.next_draw()]
        for draw in drawn:
            require((draw.get("least"), draw.get("most")) == (1, 6), "the dice are not the next draws")
        shown = sorted(str(draw["result"]) for draw in drawn)
        require(sorted(dice.split("-")) == shown, "the dice do not show what was drawn")
        self.checked += 2

    def deal(self, to: str, card: str) -> None:
        if self.stock is None and not self.from_opening:
            self.elsewhere += 1  # of a deck that another epoch shuffled
            return
        deck = self.stock or Deck([], drawn=False)
        require(deck.drawn, "a card was dealt from a deck that nobody shuffled")
        require(deck.cards[:1] == [card], f"{card} was dealt and is not the next card of the order drawn")
        deck.cards.pop(0)
        deck.whole = False
        self.hands.setdefault(to, []).append(card)
        self.checked += 1

    def irregularity(self, event: Object, stock: Deck) -> None:
        if event["what"] in ("card_face_up", "dealer_overdrew"):
            stock.cards.remove(event["card"])
            stock.whole = False
        elif event["what"] == "wrong_number" and stock.cards:
            for whose, cards in self.misdealt(event):
                together = self.hands.get(whose, []) + stock.cards
                self.hands[whose], stock.cards = together[:cards], together[cards:]
            stock.whole = False

    def misdealt(self, event: Object) -> list[tuple[str, int]]:
        """Whose hands were misdealt and the cards they have; short ones first, which leave cards for the others."""
        found = [
            ("dealer" if hand["position"] is None else str(hand["position"]), hand["cards"])
            for hand in event.get("hands") or [event]
        ]
        return sorted(found, key=lambda hand: hand[1] - len(self.hands.get(hand[0], [])))


def check_events(
    events: list[Any],
    draws: list[Object],
    from_opening: bool,
    so_far: bool = False,
    cuts_by_hand: bool = False,
    of_one: bool = False,
) -> Table:
    table = Table(draws, from_opening, cuts_by_hand, of_one)
    for at, event in enumerate(events, 1):
        require(type(event) is dict, f"line {at} of the events is not an object")
        try:
            if not table.follow(event):
                require(so_far, f"line {at} of the events needs a draw of an epoch whose proof is not given")
                break
        except Refused as refused:
            raise Refused(f"line {at} of the events: {refused}") from None
        except (KeyError, TypeError, ValueError, AttributeError):
            raise Refused(f"line {at} of the events is not one that a table writes") from None
    require(table.at == len(draws), "there are draws that led to no event")
    return table


# The program


def check_noted(wanted: argparse.Namespace, proofs: list[Object]) -> None:
    known = {proof["commitment"] for proof in proofs}
    for commitment in wanted.commitment:
        require(commitment.lower() in known, f"no proof keeps the promise {commitment}")
    # A log has an epoch's digest from the moment it ended, when its proof had no events yet.
    digests = {found for proof in proofs for found in (proof["digest"], digest_of(proof, events=[]))}
    for digest in wanted.digest:
        require(digest.lower() in digests, f"no proof has the digest {digest}")
    given = {(each["player"], each["share"]) for proof in proofs for each in proof["shares"]}
    for share in wanted.share:
        player, _, value = share.rpartition("=")
        require((player, value.lower()) in given, f"the share {share} was left out")


def verify(wanted: argparse.Namespace) -> list[str]:
    """What was found to hold, in sentences. Raises `Refused`."""
    said: list[str] = []
    proofs: list[Object] = []
    draws: list[Object] = []
    for path in wanted.proofs:
        for proof in read_lines(path):
            try:
                of_proof = check_proof(proof)
                table = None
                if proof["events"]:
                    table = check_events(proof["events"], of_proof, False, False, wanted.cuts_by_hand, of_one=True)
            except Refused as refused:
                raise Refused(f"{name_of(proof, path)}: {refused}.") from None
            proofs.append(proof)
            draws += of_proof
            said.append(f"{name_of(proof, path)}: {summary(proof, table)}.")
    check_chain(proofs)
    check_noted(wanted, proofs)
    if wanted.events:
        events, first = read_events(wanted.events), proofs[0]["epoch"] == 1
        table = check_events(events, draws, first, wanted.so_far, wanted.cuts_by_hand)
        said.append(f"{wanted.events}: {told(table)}.")
    return said


def read_events(path: str) -> list[Any]:
    with open(path, encoding="utf-8-sig") as file:
        return [read_json(line) for line in file if line.strip()]


def name_of(proof: Any, path: str) -> str:
    if type(proof) is dict and type(proof.get("epoch")) is int and type(proof.get("table")) is str:
        return f"epoch {proof['epoch']} of {proof['table']}"
    return path


def summary(proof: Object, table: Table | None) -> str:
    ended = "played" if proof["ended"] == "played" else f"void ({proof['why']})"
    events = f"; {told(table)}" if table else ""
    counts = f"{len(proof['seeds'])} seeds, {len(proof['shares'])} shares, {len(proof['draws'])} draws"
    return f"{ended}, {counts}{events}"


def told(table: Table) -> str:
    extra = f", {table.by_hand} cuts by hand" if table.by_hand else ""
    extra += f", {table.elsewhere} cards of other epochs not checked" if table.elsewhere else ""
    extra += f", {table.left_over} cards left of an earlier shoe, whether all is not checked" if table.left_over else ""
    return f"{table.checked} cards and dice as drawn{extra}"


def say(word: str, sentence: object) -> None:
    """A line of plain characters, whatever names a file has in it."""
    sys.stdout.write(f"{word:<9}{str(sentence).encode('unicode_escape').decode('ascii')}\n")


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="verify_round.py", description="Check that rounds were dealt as promised.")
    parser.add_argument("proofs", metavar="PROOF", nargs="+", help="a file with a proof, or with one a line")
    parser.add_argument("--events", metavar="FILE", help="the table's event file: its cards must be those drawn")
    parser.add_argument("--so-far", action="store_true", help="the events may go on after the last epoch proved")
    parser.add_argument("--cuts-by-hand", action="store_true", help="persons cut the cards; drawn cuts still count")
    parser.add_argument("--commitment", metavar="HEX", action="append", default=[], help="a promise you noted")
    parser.add_argument("--share", metavar="PLAYER=HEX", action="append", default=[], help="a share you gave")
    parser.add_argument("--digest", metavar="HEX", action="append", default=[], help="a digest you noted")
    wanted = parser.parse_args(arguments)
    try:
        said = verify(wanted)
    except OSError as error:
        sys.stderr.write(f"cannot read {error.filename}: {error.strerror}\n")
        return 2
    except (Refused, ValueError, RecursionError) as reason:
        say("REFUSED", reason)
        return 1
    for line in said:
        say("holds", line)
    return 0


if __name__ == "__main__":
    sys.exit(main())
