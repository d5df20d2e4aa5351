"""The names of ranks and of poker hands, from value back to words.

A poker value is `category << 26 | major << 13 | minor`: `major` holds the ranks that make the hand (the pair, the
three of a kind, the top of a straight), `minor` the cards beside them. As rank sets of equal size compare like their
highest differing card, the whole integer compares as the texts ask.
"""

RANK_WORDS = (
    *("two", "three", "four", "five", "six", "seven", "eight"),
    *("nine", "ten", "jack", "queen", "king", "ace"),
)
PLURALS = tuple("sixes" if rank == "six" else f"{rank}s" for rank in RANK_WORDS)
ACE = 12


def top_rank(ranks: int) -> int:
    """The index of the highest rank of a set."""
    return ranks.bit_length() - 1


def poker_words(category_name: str, major: int, minor: int) -> str:
    """ "pair of nines", "two pair, kings and fours", "flush, queen high"."""
    top = top_rank(major)
    match category_name:
        case "high card":
            return f"{RANK_WORDS[top]} high"
        case "pair":
            return f"pair of {PLURALS[top]}"
        case "two pair":
            return f"two pair, {PLURALS[top]} and {PLURALS[top_rank(major ^ 1 << top)]}"
        case "three of a kind" | "four of a kind":
            return f"{category_name}, {PLURALS[top]}"
        case "full house":
            return f"full house, {PLURALS[top]} over {PLURALS[top_rank(minor)]}"
        case _:
            return f"{category_name}, {RANK_WORDS[top]} high"
