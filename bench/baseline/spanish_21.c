/* Spanish 21 from six decks, the dealer standing on every 17: every up card and every two cards, played by composition.
 *
 *   cc -O2 -o spanish_21 spanish_21.c && ./spanish_21
 *
 * A hand is how many cards of each value it holds. For every hand the dealer draws anew from what is left. Suits count
 * where two cards may become 6-7-8 or 7-7-7. Split hands are played by their own cards, up to four of them. Prints what
 * a bet gains on average, in doubles.
 *
 * Where the dealer has looked for a blackjack, all worths are times the chance that there is none (clear).
 */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { CLASSES = 10, ACE = 0, SEVEN = 6, PICTURE = 9, DECKS = 6, HANDS = 8192 };
enum { STAND, HIT, DOUBLE, CHOICES };

typedef struct {
    uint64_t key;
    double worth[CHOICES], best;
} Hand;

static Hand known[HANDS];
static int left[CLASSES], cards, up;
static int counts[CLASSES], held, hard;
static double ends[6]; /* the dealer's 17 to 21, and bust */

static int most(int a, int b) { return a > b ? a : b; }
static double greater(double a, double b) { return a > b ? a : b; }

static void take(int card) { left[card]--, cards--; }
static void give(int card) { left[card]++, cards++; }
static void hold(int card) { take(card), counts[card]++, held++, hard += card + 1; }
static void drop(int card) { give(card), counts[card]--, held--, hard -= card + 1; }

static int total_of(int sum, int aces) { return aces && sum <= 11 ? sum + 10 : sum; }

static double clear(void) {
    if (up == ACE) return 1 - (double)left[PICTURE] / cards;
    if (up == PICTURE) return 1 - (double)left[ACE] / cards;
    return 1;
}

static void dealer(int sum, int aces, int drawn, double chance) {
    int total = total_of(sum, aces);
    if (drawn && total >= 17) {
        ends[(total > 21 ? 22 : total) - 17] += chance;
        return;
    }
    for (int card = 0; card < CLASSES; card++) {
        if (!left[card]) continue;
        if (!drawn && ((up == ACE && card == PICTURE) || (up == PICTURE && card == ACE))) continue;
        double then = chance * left[card] / cards;
        take(card);
        dealer(sum + card + 1, aces + (card == ACE), drawn + 1, then);
        give(card);
    }
}

static int is_678_or_777(void) {
    return held == 3 && ((counts[5] == 1 && counts[6] == 1 && counts[7] == 1) || counts[SEVEN] == 3);
}

static double pays_21(void) {
    if (held >= 7) return 3;
    if (held == 6) return 2;
    return held == 5 || is_678_or_777() ? 1.5 : 1;
}

/* The gain of standing with one bet; a 21 is certain. */
static double stands(void) {
    int total = total_of(hard, counts[ACE]);
    memset(ends, 0, sizeof ends);
    dealer(up + 1, up == ACE, 0, 1);
    double gain = ends[5];
    for (int their = 17; their <= 21; their++)
        gain += their < total ? ends[their - 17] : their > total ? -ends[their - 17] : 0;
    return gain;
}

static Hand *hand(void) {
    uint64_t key = 1;
    for (int card = 0; card < CLASSES; card++) key = key << 5 | counts[card];
    int place = (key * 0x9e3779b97f4a7c15ull) >> 51;
    while (known[place].key && known[place].key != key) place = (place + 1) % HANDS;
    Hand *found = &known[place];
    if (found->key) return found;
    found->key = key;
    int total = total_of(hard, counts[ACE]);
    double stand = total == 21 ? clear() : stands();
    double hit = 0, twice = 0;
    for (int card = 0; card < CLASSES; card++) {
        if (!left[card]) continue;
        double chance = (double)left[card] / cards;
        hold(card);
        if (hard > 21) {
            hit -= chance * clear();
            twice -= chance * 2 * clear();
        } else {
            Hand *then = hand();
            /* Doubled, the hand stands or is rescued; a 21 wins even money then. */
            double even = then->worth[STAND];
            if (total_of(hard, counts[ACE]) == 21) even = clear();
            hit += chance * then->best;
            twice += chance * greater(2 * even, -clear());
        }
        drop(card);
    }
    found->worth[STAND] = total == 21 ? pays_21() * clear() : stand;
    found->worth[HIT] = hit;
    found->worth[DOUBLE] = twice;
    found->best = greater(found->worth[STAND], greater(hit, twice));
    return found;
}

/* The best of two cards held, and of what else may be done with them, over the suits that they may have. */
static double by_suits(int a, int b, double instead) {
    Hand *now = hand();
    double plain = greater(now->best, instead);
    int low = a < b ? a : b, high = most(a, b), third;
    if (low == 5 && high == 6) third = 7;
    else if (low == 5 && high == 7) third = 6;
    else if (low == 6 && high == 7) third = 5;
    else if (low == SEVEN && high == SEVEN) third = SEVEN;
    else return plain;
    int sevens = third == SEVEN && high == SEVEN;
    double one_suit = sevens ? (DECKS - 1.0) / (4 * DECKS - 1) : 0.25;
    double made = (double)left[third] / cards * (sevens ? (DECKS - 2.0) / (4 * DECKS - 2) : 0.25);
    hold(third);
    made *= clear();
    drop(third);
    double best_of_one = greater(plain, now->worth[HIT] + 0.5 * made);
    double best_of_spades = greater(plain, now->worth[HIT] + 1.5 * made);
    return (1 - one_suit) * plain + one_suit * (0.75 * best_of_one + 0.25 * best_of_spades);
}

static double any_card, others;
static int pairs_left, cards_left;

/* `made` hands so far: `done` of them have their second card and no pair, the others wait for theirs. */
static double grow(int made, int done, int waiting) {
    if (made == 4 || !waiting) return done * others + waiting * any_card;
    double again = (double)(pairs_left - (made - 2)) / (cards_left - (made - 2) - done);
    return again * grow(made + 1, done, waiting + 1) + (1 - again) * grow(made, done + 1, waiting - 1);
}

static double split(int pair) {
    memset(known, 0, sizeof known);
    take(pair);
    hold(pair);
    any_card = others = 0;
    pairs_left = left[pair], cards_left = cards;
    for (int card = 0; card < CLASSES; card++) {
        int many = left[card];
        hold(card);
        double worth = by_suits(pair, card, -1e9);
        drop(card);
        any_card += worth * many / cards;
        if (card != pair) others += worth * many / (cards - pairs_left);
    }
    drop(pair);
    give(pair);
    return grow(2, 0, 2);
}

int main(void) {
    double gain = 0;
    for (int card = 0; card < CLASSES; card++) left[card] = (card == PICTURE ? 12 : 4) * DECKS, cards += left[card];
    int whole = cards;
    for (up = 0; up < CLASSES; up++) {
        double splits[CLASSES], chance_of_up = (double)left[up] / whole;
        take(up);
        for (int pair = 0; pair < CLASSES; pair++) splits[pair] = split(pair);
        memset(known, 0, sizeof known);
        for (int a = 0; a < CLASSES; a++)
            for (int b = a; b < CLASSES; b++) {
                double chance = chance_of_up * left[a] / cards * (a == b ? 1 : 2);
                hold(a);
                chance *= (double)left[b] / cards;
                hold(b);
                if (a == ACE && b == PICTURE) {
                    gain += chance * 1.5;
                } else {
                    double given_up = -clear() / 2;
                    double instead = a == b ? greater(given_up, splits[a]) : given_up;
                    gain += chance * (by_suits(a, b, instead) - (1 - clear()));
                }
                drop(b);
                drop(a);
            }
        give(up);
    }
    printf("%.15f\n", gain);
    return 0;
}
