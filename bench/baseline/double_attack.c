/* Double Attack Blackjack: what a bet gains on average by the rules as given, or as a house may vary them.
 *
 *   cc -O2 -o double_attack double_attack.c -lm
 *   ./double_attack [HANDS [SURRENDER [AFTER_SPLIT [DECKS]]]]   reckoned; the rules as given are 4 0 1 8
 *   ./double_attack deal ROUNDS SEED [HANDS [...]]              dealt out card by card, by the strategy just found
 *
 * HANDS: how many a split may make. SURRENDER: 0 at any time, 1 not after a double, 2 on two cards only. AFTER_SPLIT: 1
 * where split hands may be surrendered too. DECKS: a million of them are as good as endless.
 *
 * Everything is reckoned where the dealer has looked and has no blackjack, so the hole card is known to be none that
 * makes one, and draws have the chances that this leaves. A split hand is played from a shoe that lacks all the cards that
 * head the other hands. In doubles.
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { VALUES = 11, ACE = 1, TEN = 10, SLOTS = 1 << 13, MOST_HANDS = 4 }; /* cards are 1 to 10; 0 is none */
enum { STAND = 's', HIT = 'h', DOUBLE = 'd', SURRENDER = 'r', SPLIT = 'p' };
enum { ANY_TIME, NOT_AFTER_A_DOUBLE, TWO_CARDS };

static int most_hands = 4, surrender = ANY_TIME, after_split = 1, decks = 8;

static int may_surrender(int cards, int is_doubled, int is_split) {
    if (is_split && !after_split) return 0;
    if (surrender == TWO_CARDS) return cards == 2 && !is_doubled;
    return !is_doubled || surrender == ANY_TIME;
}

static int points(int hard, int aces) { return aces && hard + 10 <= 21 ? hard + 10 : hard; }

/* A place to play from: what is unseen, the hole card among it, which is not `never`; and the hands met so far. */

typedef struct {
    uint64_t key;
    double stands, best;
    char does;
} Known;

typedef struct {
    int unseen[VALUES], cards, up, never, is_split;
    Known known[SLOTS];
} Place;

typedef struct {
    int of[VALUES], cards, hard;
} Hand;

static void see(Place *place, int card, int many) { place->unseen[card] -= many, place->cards -= many; }

static void put(Hand *hand, Place *place, int card, int many) {
    see(place, card, many);
    hand->of[card] += many, hand->cards += many, hand->hard += many * card;
}

/* The next card from the shoe: the hole card lies aside and is not `never`. */
static double chance_of(const Place *place, int card) {
    double all = place->cards, bad = place->unseen[place->never], many = place->unseen[card];
    if (!place->never) return many / all;
    if (card == place->never) return many / (all - 1);
    return many / (all - 1) * (all - bad - 1) / (all - bad);
}

static void dealer_draws(Place *place, int hard, int aces, double chance, double *ends) {
    int total = points(hard, aces);
    if (total >= 17) {
        ends[total > 21 ? 22 : total] += chance;
        return;
    }
    for (int card = 1; card < VALUES; card++) {
        if (!place->unseen[card]) continue;
        double then = chance * place->unseen[card] / place->cards;
        see(place, card, 1);
        dealer_draws(place, hard + card, aces + (card == ACE), then, ends);
        see(place, card, -1);
    }
}

static double against_dealer(Place *place, int mine) {
    double ends[23] = {0}, gain = 0;
    int holes = place->cards - (place->never ? place->unseen[place->never] : 0);
    for (int hole = 1; hole < VALUES; hole++) {
        if (hole == place->never || !place->unseen[hole]) continue;
        double chance = (double)place->unseen[hole] / holes;
        see(place, hole, 1);
        dealer_draws(place, place->up + hole, (place->up == ACE) + (hole == ACE), chance, ends);
        see(place, hole, -1);
    }
    for (int theirs = 17; theirs <= 22; theirs++)
        if (theirs != mine) gain += theirs > 21 || theirs < mine ? ends[theirs] : -ends[theirs];
    return gain;
}

static Known *slot(Place *place, const Hand *hand) {
    uint64_t key = 0;
    for (int card = 1; card < VALUES; card++) key = key * 22 + hand->of[card];
    int at = (int)((key * 0xd1342543de82ef95ull) >> 40) % SLOTS;
    while (place->known[at].key && place->known[at].key != key) at = (at + 1) % SLOTS;
    place->known[at].key = key;
    return &place->known[at];
}

static void consider(Known *known, double gain, char does) {
    if (!known->does || gain > known->best) known->best = gain, known->does = does;
}

/* One bet on this hand, not doubled, at its best. */
static const Known *play(Place *place, Hand *hand) {
    Known *known = slot(place, hand);
    if (known->does) return known;
    int mine = points(hand->hard, hand->of[ACE]);
    known->stands = against_dealer(place, mine);
    double hits = 0, doubles = 0;
    if (mine < 21) {
        for (int card = 1; card < VALUES; card++) {
            if (!place->unseen[card]) continue;
            double chance = chance_of(place, card);
            if (hand->hard + card > 21) {
                hits -= chance, doubles -= 2 * chance;
                continue;
            }
            put(hand, place, card, 1);
            const Known *then = play(place, hand);
            double kept = then->stands;
            int finished = points(hand->hard, hand->of[ACE]) == 21;
            if (!finished && kept < -0.5 && may_surrender(hand->cards, 1, place->is_split)) kept = -0.5;
            hits += chance * then->best, doubles += 2 * chance * kept;
            put(hand, place, card, -1);
        }
    }
    consider(known, known->stands, STAND);
    if (mine == 21) return known;
    consider(known, hits, HIT);
    consider(known, doubles, DOUBLE);
    if (may_surrender(hand->cards, 0, place->is_split)) consider(known, -0.5, SURRENDER);
    return known;
}

/* Splitting */

static Place first[VALUES], split_off[VALUES][VALUES][MOST_HANDS + 1];
static double splits[VALUES][VALUES];

static void clear_place(Place *place, int up) {
    memset(place, 0, sizeof *place);
    place->up = up, place->never = up == ACE ? TEN : up == TEN ? ACE : 0;
    for (int card = 1; card < VALUES; card++) see(place, card, -(card == TEN ? 12 : 4) * decks);
    see(place, up, 1);
}

/* A hand headed by one of so many equal cards: with any second card, or with one that makes no pair. */
static double with_second_card(Place *place, int head, int no_pair) {
    Hand hand = {{0}, 0, 0};
    put(&hand, place, head, 1);
    double gain = 0, all = 0;
    for (int card = 1; card < VALUES; card++) {
        if (no_pair && card == head) continue;
        double chance = chance_of(place, card);
        put(&hand, place, card, 1);
        const Known *known = play(place, &hand);
        double own = known->best;
        if (head == ACE) {
            own = known->stands;
            if (card != TEN && own < -0.5 && may_surrender(2, 0, 1)) own = -0.5;
        }
        put(&hand, place, card, -1);
        gain += chance * own, all += chance;
    }
    put(&hand, place, head, -1);
    return gain / all;
}

static double any_second[MOST_HANDS + 1], no_pair[MOST_HANDS + 1], pair_again[MOST_HANDS + 1][MOST_HANDS + 1];

static double all_hands(int made, int done, int most) {
    if (made == most || done == made) return done * no_pair[made] + (made - done) * any_second[made];
    double again = pair_again[made][done];
    return again * all_hands(made + 1, done, most) + (1 - again) * all_hands(made, done + 1, most);
}

static double split(int up, int head) {
    int most = head == ACE ? 2 : most_hands;
    for (int made = 2; made <= most; made++) {
        Place *place = &split_off[up][head][made];
        clear_place(place, up);
        place->is_split = 1;
        for (int done = 0; done <= made; done++) {
            Place then = *place; /* with `done` cards fewer that make no pair; of which value hardly matters */
            see(&then, head, made);
            then.cards -= done;
            pair_again[made][done] = chance_of(&then, head);
        }
        see(place, head, made - 1);
        any_second[made] = with_second_card(place, head, 0);
        no_pair[made] = with_second_card(place, head, 1);
    }
    return all_hands(2, 0, most);
}

/* Every up card and every two cards */

static double by_up[VALUES];

static double reckon(void) {
    double whole = 48.0 * decks, gain = 0;
    for (int up = 1; up < VALUES; up++) {
        Place *place = &first[up];
        clear_place(place, up);
        Hand hand = {{0}, 0, 0};
        double mean = 0;
        for (int head = 1; head < VALUES; head++) splits[up][head] = split(up, head);
        for (int a = 1; a < VALUES; a++)
            for (int b = 1; b < VALUES; b++) {
                double ways = place->unseen[a];
                put(&hand, place, a, 1);
                ways *= place->unseen[b];
                put(&hand, place, b, 1);
                double blackjack = place->never ? (double)place->unseen[place->never] / place->cards : 0;
                double own = play(place, &hand)->best, beaten = -1;
                if (a == b) consider(slot(place, &hand), splits[up][a], SPLIT), own = fmax(own, splits[up][a]);
                if (hand.hard == 11 && hand.of[ACE]) own = 1, beaten = 0;
                put(&hand, place, b, -1);
                put(&hand, place, a, -1);
                mean += ways / (whole - 1) / (whole - 2) * (blackjack * beaten + (1 - blackjack) * own);
            }
        by_up[up] = mean;
        gain += (up == TEN ? 12 : 4) * decks / whole * (mean > 0 ? 2 : 1) * mean;
    }
    return gain;
}

/* Dealt out, with chips on the table */

static uint64_t state;

static uint32_t below(uint32_t most) { /* xorshift64*, its upper half scaled */
    state ^= state >> 12, state ^= state << 25, state ^= state >> 27;
    return (uint32_t)(((state * 0x2545f4914f6cdd1dull) >> 32) * most >> 32);
}

static unsigned char shoe[48 * 8];
static int taken;

static int draw(void) {
    int other = taken + (int)below(48 * 8 - taken), card = shoe[other];
    shoe[other] = shoe[taken];
    shoe[taken++] = (unsigned char)card;
    return card;
}

typedef struct {
    Hand hand;
    int chips, is_over;
} Box;

static void add(Hand *hand, int card) { hand->of[card]++, hand->cards++, hand->hard += card; }
static int counts(const Hand *hand) { return points(hand->hard, hand->of[ACE]); }

/* What the strategy says of two cards or more. */
static char says(Hand *hand, int up, int head) {
    Place *place = head ? &split_off[up][head][2] : &first[up];
    const Known *known = slot(place, hand);
    if (!known->does) fprintf(stderr, "a hand that was never reckoned\n"), exit(1);
    return known->does;
}

/* The hand played to its end; what is surrendered on the way comes back. */
static int play_out(Box *box, int up, int head, int *lost) {
    Hand *hand = &box->hand;
    while (counts(hand) < 21) {
        char does = says(hand, up, head);
        Place *place = head ? &split_off[up][head][2] : &first[up];
        if (does == SPLIT) return 1;
        if (head == ACE) {
            does = STAND;
            if (slot(place, hand)->stands < -0.5 && may_surrender(2, 0, 1)) does = SURRENDER;
        }
        if (does == STAND) return 0;
        if (does == SURRENDER) {
            *lost += box->chips, box->is_over = 1;
            return 0;
        }
        add(hand, draw());
        if (does != DOUBLE) continue;
        box->chips *= 2;
        if (hand->hard > 21 || counts(hand) == 21) break;
        if (slot(place, hand)->stands < -0.5 && may_surrender(hand->cards, 1, head != 0))
            *lost += box->chips, box->is_over = 1;
        return 0;
    }
    if (hand->hard > 21) *lost += 2 * box->chips, box->is_over = 1;
    return 0;
}

/* A round with a bet of one chip: twice what it gains. */
static int one_round(void) {
    taken = 0;
    int up = draw(), chips = by_up[up] > 0 ? 2 : 1;
    Box boxes[MOST_HANDS] = {{{{0}, 0, 0}, chips, 0}};
    int made = 1, lost = 0, first_hole;
    Hand dealer = {{0}, 0, 0};
    add(&boxes[0].hand, draw());
    add(&boxes[0].hand, draw());
    first_hole = draw();
    add(&dealer, up);
    add(&dealer, first_hole);
    int mine_is_blackjack = counts(&boxes[0].hand) == 21;
    if (counts(&dealer) == 21) return mine_is_blackjack ? 0 : -2 * chips;
    if (mine_is_blackjack) return 2 * chips;
    if (play_out(&boxes[0], up, 0, &lost)) {
        int head = boxes[0].hand.of[ACE] ? ACE : boxes[0].hand.hard / 2, most = head == ACE ? 2 : most_hands;
        Box one = {{{0}, 0, 0}, chips, 0};
        add(&one.hand, head);
        boxes[0] = boxes[1] = one;
        made = 2;
        for (int at = 0; at < made; at++) {
            for (;;) {
                int second = draw();
                if (second != head || made == most) {
                    add(&boxes[at].hand, second);
                    break;
                }
                boxes[made++] = one;
            }
            play_out(&boxes[at], up, head, &lost);
        }
    }
    while (counts(&dealer) < 17) add(&dealer, draw());
    int gain = -lost, theirs = counts(&dealer);
    for (int at = 0; at < made; at++) {
        int mine = counts(&boxes[at].hand);
        if (boxes[at].is_over || mine == theirs) continue;
        gain += theirs > 21 || mine > theirs ? 2 * boxes[at].chips : -2 * boxes[at].chips;
    }
    return gain;
}

static void deal_out(double rounds, uint64_t seed) {
    for (int at = 0; at < 48 * 8; at++) shoe[at] = (unsigned char)(at % 12 < 9 ? at % 12 + 1 : TEN);
    state = seed * 0x9e3779b97f4a7c15ull + 1;
    double sum = 0, squares = 0;
    for (double round = 0; round < rounds; round++) {
        double gain = one_round() / 2.0;
        sum += gain, squares += gain * gain;
    }
    double mean = sum / rounds, deviation = sqrt(squares / rounds - mean * mean);
    printf("dealt out %.0f times: %.6f, give or take %.6f\n", rounds, mean, deviation / sqrt(rounds));
}

int main(int count, char **words) {
    double rounds = 0;
    uint64_t seed = 0;
    if (count > 3 && !strcmp(words[1], "deal")) {
        rounds = atof(words[2]), seed = strtoull(words[3], NULL, 10);
        count -= 3, words += 3;
    }
    if (count > 1) most_hands = atoi(words[1]);
    if (count > 2) surrender = atoi(words[2]);
    if (count > 3) after_split = atoi(words[3]);
    if (count > 4) decks = atoi(words[4]);
    printf("%.12f\n", reckon());
    for (int up = 1; up < VALUES; up++) fprintf(stderr, "%d %.8f\n", up, by_up[up]);
    if (rounds > 0 && decks == 8) deal_out(rounds, seed);
    return 0;
}
