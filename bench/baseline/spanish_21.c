/* Spanish 21 from six decks, the dealer standing on every 17: every up card and every two cards, played by composition.
 *
 *   cc -O2 -o spanish_21 spanish_21.c && ./spanish_21
 *
 * A hand is how many cards of each value it holds. For every hand the dealer draws anew from what is left. Suits count
 * where two cards may become 6-7-8 or 7-7-7. Split hands are played by their own cards, up to four of them, as is best
 * where the pair is split once; what they gain is counted from shoes that lack further cards of the pair. Prints what a
 * bet gains on average, in doubles.
 *
 * Where the dealer has looked for a blackjack, all worths are times the chance that there is none (clear).
 */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { CLASSES = 10, ACE = 0, SEVEN = 6, PICTURE = 9, DECKS = 6, HANDS = 8192 };
enum { STAND, HIT, DOUBLE, CHOICES };
enum { MOST = 4, SHOES = 5 }; /* hands of a split, and shoes that they may be played from */

typedef struct {
    uint64_t key;
    double worth[CHOICES], best;
    int does, is_rescued, hits_of_one, hits_of_spades; /* the last two: by suit, for two cards that may become a bonus */
} Hand;

static Hand known[HANDS], decided[HANDS];
static int is_decided; /* whether hands are played as `decided` says */
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

static Hand *slot(Hand *table, uint64_t key) {
    int place = (key * 0x9e3779b97f4a7c15ull) >> 51;
    while (table[place].key && table[place].key != key) place = (place + 1) % HANDS;
    return &table[place];
}

static Hand *hand(void) {
    uint64_t key = 1;
    for (int card = 0; card < CLASSES; card++) key = key << 5 | counts[card];
    Hand *found = slot(known, key);
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
            twice += chance * (then->is_rescued ? -clear() : 2 * even);
        }
        drop(card);
    }
    found->worth[STAND] = total == 21 ? pays_21() * clear() : stand;
    found->worth[HIT] = hit;
    found->worth[DOUBLE] = twice;
    found->is_rescued = total < 21 && 2 * stand < -clear();
    found->does = hit > found->worth[STAND] ? HIT : STAND;
    if (twice > found->worth[found->does]) found->does = DOUBLE;
    if (is_decided) {
        Hand *before = slot(decided, key);
        found->is_rescued = before->is_rescued, found->does = before->does;
        found->hits_of_one = before->hits_of_one, found->hits_of_spades = before->hits_of_spades;
    }
    found->best = found->worth[found->does];
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
    double of_one = now->worth[HIT] + 0.5 * made, of_spades = now->worth[HIT] + 1.5 * made;
    if (!is_decided) now->hits_of_one = of_one > plain, now->hits_of_spades = of_spades > plain;
    double one = now->hits_of_one ? of_one : plain, spades = now->hits_of_spades ? of_spades : plain;
    return (1 - one_suit) * plain + one_suit * (0.75 * one + 0.25 * spades);
}

/* By how many further cards of the pair the shoe lacks, times the chance that so many given cards are of the pair: a hand
 * with any second card, and one whose second card makes no pair. */
static double any_card[SHOES], others[SHOES];

/* So many second cards of the pair, and so many given ones that are not: by inclusion and exclusion. */
static double given(const double *worths, int again, int unpaired) {
    double sum = 0, times = 1;
    for (int more = 0; more <= unpaired; more++) {
        sum += times * worths[again + more];
        times *= -(double)(unpaired - more) / (more + 1);
    }
    return sum;
}

/* `made` hands so far: `done` of them have their second card and no pair, the others wait for theirs. */
static double grow(int made, int done) {
    int waiting = made - done;
    if (made < MOST && waiting) return grow(made + 1, done) + grow(made, done + 1);
    double sum = done ? done * given(others, made - 2, done - 1) : 0;
    return waiting ? sum + waiting * given(any_card, made - 2, done) : sum;
}

static double split(int pair) {
    double chance = 1;
    take(pair);
    for (int missing = 0; missing < SHOES; missing++) {
        memset(known, 0, sizeof known);
        is_decided = missing > 0;
        any_card[missing] = others[missing] = 0;
        hold(pair);
        for (int card = 0; card < CLASSES; card++) {
            int many = left[card];
            hold(card);
            double worth = chance * by_suits(pair, card, -1e9) * many / (cards + 1);
            drop(card);
            any_card[missing] += worth;
            if (card != pair) others[missing] += worth;
        }
        chance *= (double)left[pair] / cards;
        drop(pair);
        if (!missing) memcpy(decided, known, sizeof known);
        take(pair);
    }
    for (int missing = 0; missing < SHOES; missing++) give(pair);
    give(pair);
    is_decided = 0;
    return grow(2, 0);
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
