"""Passwords that others try first: common words, runs of keys, numbers, and combinations of them.

Guessing programs begin with lists of leaked passwords, and most of those are one or two common words with a number, a
year or a sign behind them. So a password is not looked up as a whole: it is cut into such pieces, and refused if
nothing else is left. The list of words is our own.
"""

from functools import cache

WORDS = frozenset(
    """
    abcdef access account admin administrator alex alexander amanda america andrea andrew angel anthony apple april
    ashley asshole august austin autumn babygirl bailey banana barcelona baseball basketball batman beautiful berlin
    biteme blackjack blink blue boston brandon buster butterfly california cards carlos casino champion changeme change
    charlie cheese chelsea chicken chips chocolate claire coffee computer cookie corvette cowboy craps crystal daniel
    danielle dealer december default diamond dice diego dolphin dragon eagle eagles elizabeth eminem engineer facebook
    family february ferrari flower flowers football forever france freedom friday friend friends fuck fuckyou gambler
    gandalf garfield george germany ginger goldfish google green guest guitar hallo hammer hannah happy harley hello
    hockey hotdog house hunter iceman iloveyou internet january jasmine jennifer jessica jesus johnny jonathan jordan
    joseph joshua july june justin killer kitten lakers laptop legend letmein liverpool login london lonely loveme
    lovely loveyou love lucky madrid maggie magic manager manchester march marina martin master matrix matthew maverick
    melissa mercedes merlin michael michelle minecraft mobile monday money monkey morgan mother motdepasse mustang
    naruto nicholas nicole ninja nothing november october office online orange paris parola pass passion passphrase
    passw passwd password passwort peanut people pepper phoenix pikachu pitboss player please pokemon poker police
    porsche princess private purple pussy queen rachel rainbow ranger raiders red robert rockyou root roulette samantha
    samsung saturday scooter secret secure september server service sexy shadow shoe silver simple slots smokey snoopy
    soccer sophie spanish spider spiderman spring starwars stella steven summer sunday sunflower sunshine superman
    superstar supervisor sweet sweety sydney table taylor temp tennis test tester testing texas thomas thunder thursday
    tiger tigger tinkerbell toyota trustno trustnoone tuesday tweety unicorn united user vanessa vegas victoria welcome
    wednesday whatever william willkommen winner winter wizard yankees yellow zaq
    contraseña contrasena cambiami qwert azerty qwertz correcthorsebatterystaple
    пароль привет любовь москва
    """.split()  # noqa: SIM905
)

ROWS = (
    "1234567890",
    "abcdefghijklmnopqrstuvwxyz",
    "qwertyuiop",
    "asdfghjkl",
    "zxcvbnm",
    "qwertzuiop",
    "azertyuiop",
    "qazwsxedcrfvtgbyhnujmikolp",
    "1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p",
    "1q2w3e4r5t6y7u8i9o0p",
    "!@#$%^&*()",
    "йцукенгшщзхъ",
    "фывапролджэ",
)
"""Keys in the order in which fingers find them."""
SHORTEST_RUN = 3
MOST_PIECES = 2
"""How many different words and runs a password may be made of and still be one of the first that are tried."""

_AS_LETTERS = tuple(
    str.maketrans({"@": "a", "4": "a", "3": "e", "0": "o", "5": "s", "$": "s", "7": "t", "!": "i", "1": one})
    for one in "il"
)
"""Signs that people type in place of letters."""


def is_common(password: str, *names: str) -> bool:
    """Whether a password consists of little more than what is tried first. `names`: the person's own, the house's."""
    plain = password.casefold()
    texts = {plain, *(plain.translate(each) for each in _AS_LETTERS)}
    words = WORDS | {name.casefold() for name in names if len(name) >= SHORTEST_RUN}

    @cache
    def cut(at: int, used: frozenset[str]) -> bool:
        """Whether the rest can be cut into pieces, no more than allowed of them different."""
        if at == len(plain):
            return True
        if not plain[at].isalpha() and cut(at + 1, used):
            return True
        return any(
            len(used | {piece}) <= MOST_PIECES and cut(at + len(piece), used | {piece})
            for piece in _pieces(plain, texts, words, at)
        )

    return cut(0, frozenset())


def _pieces(plain: str, texts: set[str], words: frozenset[str] | set[str], at: int) -> set[str]:
    """The words and the longest run that begin at a place; the same character several times is a run too."""
    longest = max(map(len, words))
    found = {
        text[at:end]
        for text in texts
        for end in range(at + SHORTEST_RUN, min(len(plain), at + longest) + 1)
        if text[at:end] in words
    }
    end = at + 1
    while end < len(plain) and _is_run(plain[at : end + 1]):
        end += 1
    return found | {plain[at:end]} if end - at >= SHORTEST_RUN else found


def _is_run(keys: str) -> bool:
    return len({*keys}) == 1 or any(keys in row or keys[::-1] in row for row in ROWS)
