/* What The Flush by plain enumeration: the worth of the main game under optimal play, deuces taking the highest missing
 * rank and straight flushes ranking as flushes.
 *
 *   cc -O2 -o wild_flush wild_flush.c
 *   ./wild_flush        every hand (up to the order of suits) against every card shown: numerator and denominator
 *   ./wild_flush 20     20 random situations, counted and then dealt out in full, side by side
 *
 * For a hand and a card shown the dealer's hands are counted by multiplying, for each number of the dealer's deuces,
 * one polynomial a suit: the ways to hold 0, 1, 2, ... cards of it without reaching the player's flush. */

#define _GNU_SOURCE
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { SETS = 4096, RANKS = 12, PLAYER = 7, DEALER = 8 };

typedef int64_t i64;

static i64 choose[53][9];
static int value[5][SETS];          /* of a suit with so many deuces */
static int order[5][SETS];          /* the suits from the lowest value up */
static int lower[5][SETS];          /* by dealer's deuces and ranks gone: suits as long as the player's, but lower */
static int not_higher[5][SETS];

static int size_of(int set) { return __builtin_popcount(set); }

static int flush_value(int set, int deuces)
{
    int length = size_of(set) + deuces;
    for (int rank = RANKS - 1; rank >= 0 && deuces; rank--)
        if (!(set >> rank & 1)) {
            set |= 1 << rank;
            deuces--;
        }
    return length << 13 | set;
}

static int by_value(const void *a, const void *b, void *values)
{
    int x = *(const int *)a, y = *(const int *)b, *v = values;
    return v[x] != v[y] ? v[x] - v[y] : x - y;
}

static void prepare(void)
{
    for (int n = 0; n <= 52; n++) {
        choose[n][0] = 1;
        for (int k = 1; k <= 8; k++)
            choose[n][k] = n ? choose[n - 1][k - 1] + choose[n - 1][k] : 0;
    }
    for (int deuces = 0; deuces <= 4; deuces++) {
        for (int set = 0; set < SETS; set++) {
            value[deuces][set] = flush_value(set, deuces);
            order[deuces][set] = set;
        }
        qsort_r(order[deuces], SETS, sizeof(int), by_value, value[deuces]);
    }
}

/* How many suits of the player's length, drawn from the ranks not gone, are below `limit`. */
static void count_suits(int table[5][SETS], int length, int limit)
{
    for (int k = 0; k <= 4; k++) {
        int drawn[SETS];
        for (int set = 0; set < SETS; set++)
            drawn[set] = size_of(set) + k == length && value[k][set] < limit;
        for (int rank = 0; rank < RANKS; rank++)
            for (int set = 0; set < SETS; set++)
                if (set >> rank & 1)
                    drawn[set] += drawn[set ^ 1 << rank];
        for (int gone = 0; gone < SETS; gone++)
            table[k][gone] = drawn[(SETS - 1) ^ gone];
    }
}

/* The dealer's hands below the player's. `suit` < 0: the card shown is a deuce and does not play. */
static i64 dealer_hands(const int own[4], int deuces_left, int length, int table[5][SETS], int suit, int rank)
{
    i64 hands = 0;
    int cards = suit < 0 ? DEALER - 1 : DEALER;
    if (suit < 0)
        deuces_left--;
    for (int k = 0; k <= deuces_left; k++) {
        int top = length - k, need = cards - k;
        if (4 * top < need)
            break;
        i64 ways[4][DEALER + 1] = {{0}};
        for (int s = 0; s < 4; s++) {
            int left = RANKS - size_of(own[s]);
            for (int held = 0; held < top && held <= need; held++)
                ways[s][held] = s != suit ? choose[left][held] : held ? choose[left - 1][held - 1] : 0;
            if (top <= need)
                ways[s][top] = table[k][own[s]] - (s == suit ? table[k][own[s] | 1 << rank] : 0);
        }
        i64 first[DEALER + 1] = {0}, second[DEALER + 1] = {0}, found = 0;
        int end = top < need ? top : need;
        for (int x = 0; x <= end; x++)
            for (int y = 0; y <= end && x + y <= need; y++) {
                first[x + y] += ways[0][x] * ways[1][y];
                second[x + y] += ways[2][x] * ways[3][y];
            }
        for (int x = 0; x <= need; x++)
            found += first[x] * second[need - x];
        hands += choose[deuces_left][k] * found;
    }
    return hands;
}

/* What the best choice wins over all deals of the dealer's hand. */
static i64 best(i64 lower_hands, i64 not_higher_hands, i64 total, int length)
{
    i64 balance = lower_hands - (total - not_higher_hands), most = length <= 4 ? 1 : length == 5 ? 2 : 3;
    i64 play = balance + (balance > 0 ? most : 1) * balance;
    return play > -total ? play : -total;
}

static int orders(int a, int b, int c, int d)
{
    int set[4] = {a, b, c, d}, ways = 24, same = 1;
    for (int i = 1; i < 4; i++) {
        same = set[i] == set[i - 1] ? same + 1 : 1;
        ways /= same;
    }
    return ways;
}

static void every_hand(void)
{
    __int128 net = 0, deals = 0;
    i64 total = choose[44][7];
    for (int deuces = 0; deuces <= 4; deuces++) {
        int *sets = order[deuces], cards = PLAYER - deuces, start[RANKS + 2], left = 4 - deuces;
        for (int size = 0, place = 0; size <= RANKS + 1; size++) {
            while (place < SETS && size_of(sets[place]) < size)
                place++;
            start[size] = place;
        }
        for (int a = 0; a < SETS; a++) {
            int size = size_of(sets[a]), length = size + deuces;
            if (size > cards || 4 * size < cards)
                continue;
            count_suits(lower, length, value[deuces][sets[a]]);
            count_suits(not_higher, length, value[deuces][sets[a]] + 1);
            for (int b = 0; b <= a; b++) {
                int after_b = cards - size - size_of(sets[b]);
                if (after_b < 0)
                    break;
                for (int c = 0; c <= b; c++) {
                    int last = after_b - size_of(sets[c]);
                    if (last < 0)
                        break;
                    if (last > RANKS)
                        continue;
                    for (int d = start[last]; d < start[last + 1] && d <= c; d++) {
                        int own[4] = {sets[a], sets[b], sets[c], sets[d]};
                        i64 ways = orders(a, b, c, d) * choose[4][deuces], won = 0;
                        if (left)
                            won += left * best(dealer_hands(own, left, length, lower, -1, 0),
                                               dealer_hands(own, left, length, not_higher, -1, 0), total, length);
                        for (int suit = 0; suit < 4; suit++)
                            for (int rank = 0; rank < RANKS; rank++)
                                if (!(own[suit] >> rank & 1))
                                    won += best(dealer_hands(own, left, length, lower, suit, rank),
                                                dealer_hands(own, left, length, not_higher, suit, rank), total,
                                                length);
                        net += (__int128)ways * won;
                        deals += (__int128)ways * 45 * total;
                    }
                }
            }
        }
    }
    printf("%lld %lld\n", (long long)net, (long long)deals);
    printf("house edge %.9f\n", -(double)net / (double)deals);
}

static int hand_value(const int own[4], int deuces)
{
    int highest = 0;
    for (int s = 0; s < 4; s++)
        if (value[deuces][own[s]] > highest)
            highest = value[deuces][own[s]];
    return highest;
}

static i64 dealt[2];

/* Deals the dealer's remaining cards one by one. Card 4 * rank + suit; rank 0 is the deuce. */
static void deal(const char *gone, int from, int cards, int own[4], int deuces, int mine)
{
    if (cards == 0) {
        int dealers = hand_value(own, deuces);
        dealt[0] += dealers < mine;
        dealt[1] += dealers <= mine;
        return;
    }
    for (int card = from; card < 52; card++) {
        if (gone[card])
            continue;
        if (card < 4) {
            deal(gone, card + 1, cards - 1, own, deuces + 1, mine);
        } else {
            own[card % 4] ^= 1 << (card / 4 - 1);
            deal(gone, card + 1, cards - 1, own, deuces, mine);
            own[card % 4] ^= 1 << (card / 4 - 1);
        }
    }
}

static int random_situations(int many)
{
    int wrong = 0;
    srand(1);
    while (many--) {
        char gone[52] = {0};
        int own[4] = {0}, dealers[4] = {0}, deuces = 0, longest = 0, card;
        for (int n = 0; n < PLAYER; n++) {
            do
                card = rand() % 52;
            while (gone[card]);
            gone[card] = 1;
            if (card < 4)
                deuces++;
            else
                own[card % 4] |= 1 << (card / 4 - 1);
        }
        for (int s = 0; s < 4; s++)
            if (size_of(own[s]) > longest)
                longest = size_of(own[s]);
        do
            card = rand() % 52;
        while (gone[card]);
        gone[card] = 1;
        int mine = hand_value(own, deuces), suit = card < 4 ? -1 : card % 4, rank = card < 4 ? 0 : card / 4 - 1;
        count_suits(lower, longest + deuces, mine);
        count_suits(not_higher, longest + deuces, mine + 1);
        i64 below = dealer_hands(own, 4 - deuces, longest + deuces, lower, suit, rank);
        i64 up_to = dealer_hands(own, 4 - deuces, longest + deuces, not_higher, suit, rank);
        dealt[0] = dealt[1] = 0;
        if (suit >= 0)
            dealers[suit] = 1 << rank;
        deal(gone, 0, DEALER - 1, dealers, 0, mine);
        printf("flush of %d: counted %lld %lld, dealt %lld %lld\n", longest + deuces, (long long)below,
               (long long)up_to, (long long)dealt[0], (long long)dealt[1]);
        wrong += below != dealt[0] || up_to != dealt[1];
    }
    return wrong;
}

int main(int argc, char **argv)
{
    prepare();
    if (argc > 1)
        return random_situations(atoi(argv[1])) != 0;
    every_hand();
    return 0;
}
