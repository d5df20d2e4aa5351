/* Four Card Poker, every hand of the player with every up card of the dealer, one by one.
 *
 *   cc -O3 -march=native -o four_card four_card.c && ./four_card
 *
 * A hand of five or six is worth its best four cards. Hands of six are taken in the order of their value; for each set of up to
 * five cards a table counts those so far that hold it. When a player's hand is reached, the dealer's hands that hold
 * the up card, avoid the player's cards and do not beat them follow by inclusion and exclusion.
 *
 * Prints what the player wins over all deals, in antes, and the number of deals.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { DECK = 52, FIVES = 2598960, SIXES = 20358520, MOST_VALUES = 8 << 16 };

static int64_t choose[DECK + 1][7];
static int *value4, *value5, *value6;
static int *holding[6];                /* by size: how many hands of six so far hold the set */

/* The number of a set among sets of its size, from its cards in rising order. */
static int number_of(const int *cards, int size) {
    int64_t number = 0;
    for (int place = 0; place < size; place++) number += choose[cards[place]][place + 1];
    return (int)number;
}

/* Exactly four cards, ranks from the lowest to the highest. Cards come in fours of a rank. */
static int value_of_four(const int *cards) {
    int a = cards[3] / 4, b = cards[2] / 4, c = cards[1] / 4, d = cards[0] / 4;
    int flush = cards[0] % 4 == cards[1] % 4 && cards[1] % 4 == cards[2] % 4 && cards[2] % 4 == cards[3] % 4;
    int wheel = a == 12 && b == 2 && c == 1 && d == 0;
    int straight = wheel || (a == b + 1 && b == c + 1 && c == d + 1);
    int all = ((a * 16 + b) * 16 + c) * 16 + d;
    int top = wheel ? 2 : a;
    if (a == d) return 7 << 16 | a;
    if (straight && flush) return 6 << 16 | top;
    if (a == c) return 5 << 16 | a * 16 | d;
    if (b == d) return 5 << 16 | b * 16 | a;
    if (flush) return 4 << 16 | all;
    if (straight) return 3 << 16 | top;
    if (a == b && c == d) return 2 << 16 | a * 16 | c;
    if (a == b) return 1 << 16 | a * 256 | c * 16 | d;
    if (b == c) return 1 << 16 | b * 256 | a * 16 | d;
    if (c == d) return 1 << 16 | c * 256 | a * 16 | b;
    return all;
}

/* The best of the hands with one card less. */
static int best_without_one(const int *cards, int size, const int *values) {
    int best = 0, rest[6];
    for (int out = 0; out < size; out++) {
        for (int place = 0, next = 0; place < size; place++)
            if (place != out) rest[next++] = cards[place];
        int value = values[number_of(rest, size - 1)];
        if (value > best) best = value;
    }
    return best;
}

/* The cards of the next set in the order of numbers. */
static void next_set(int *cards, int size) {
    int place = 0;
    while (place + 1 < size && cards[place] + 1 == cards[place + 1]) {
        cards[place] = place;
        place++;
    }
    cards[place]++;
}

static void first_set(int *cards, int size) {
    for (int place = 0; place < size; place++) cards[place] = place;
}

/* All sets of a size in the order of their values, as numbers; and where each value begins. */
static int *in_order(const int *values, int sets, int *begins) {
    int *order = malloc(sizeof(int) * sets), *next = malloc(sizeof(int) * MOST_VALUES);
    for (int value = 0; value <= MOST_VALUES; value++) begins[value] = 0;
    for (int set = 0; set < sets; set++) begins[values[set] + 1]++;
    for (int value = 0; value < MOST_VALUES; value++) {
        begins[value + 1] += begins[value];
        next[value] = begins[value];
    }
    for (int set = 0; set < sets; set++) order[next[values[set]]++] = set;
    free(next);
    return order;
}

/* The cards of a set, from its number. */
static void cards_of(int number, int *cards, int size) {
    int card = DECK - 1;
    for (int place = size; place > 0; place--) {
        while (choose[card][place] > number) card--;
        number -= choose[card][place];
        cards[place - 1] = card--;
    }
}

static void count_hand_of_six(const int *cards) {
    int subset[6];
    for (int chosen = 1; chosen < 63; chosen++) {
        int size = 0;
        for (int place = 0; place < 6; place++)
            if (chosen >> place & 1) subset[size++] = cards[place];
        holding[size][number_of(subset, size)]++;
    }
}

/* The dealer's hands that hold the up card, avoid the player's and do not beat the value reached. */
static int64_t not_beating(const int *own, int up, int value) {
    int64_t sum = 0;
    for (int chosen = 0; chosen < 32; chosen++) {
        int set[6], size = 0, placed = 0;
        for (int place = 0; place < 5; place++)
            if (chosen >> place & 1) {
                if (!placed && own[place] > up) {
                    set[size++] = up;
                    placed = 1;
                }
                set[size++] = own[place];
            }
        if (!placed) set[size++] = up;
        int64_t hands = size == 6 ? value6[number_of(set, 6)] <= value : holding[size][number_of(set, size)];
        sum += size % 2 ? hands : -hands;
    }
    return sum;
}

int main(void) {
    for (int n = 0; n <= DECK; n++)
        for (int k = 0; k < 7; k++) choose[n][k] = k == 0 ? 1 : n == 0 ? 0 : choose[n - 1][k - 1] + choose[n - 1][k];
    int cards[6];
    value4 = malloc(sizeof(int) * choose[DECK][4]);
    value5 = malloc(sizeof(int) * FIVES);
    value6 = malloc(sizeof(int) * SIXES);
    first_set(cards, 4);
    for (int set = 0; set < choose[DECK][4]; set++, next_set(cards, 4)) value4[set] = value_of_four(cards);
    first_set(cards, 5);
    for (int set = 0; set < FIVES; set++, next_set(cards, 5)) value5[set] = best_without_one(cards, 5, value4);
    first_set(cards, 6);
    for (int set = 0; set < SIXES; set++, next_set(cards, 6)) value6[set] = best_without_one(cards, 6, value5);
    for (int size = 1; size < 6; size++) holding[size] = calloc(choose[DECK][size], sizeof(int));

    int *fives = malloc(sizeof(int) * (MOST_VALUES + 1)), *sixes = malloc(sizeof(int) * (MOST_VALUES + 1));
    int *players = in_order(value5, FIVES, fives), *dealers = in_order(value6, SIXES, sixes);
    int64_t met = choose[46][5], total = 0, situations = 0;
    for (int value = 0; value < MOST_VALUES; value++) {
        for (int each = sixes[value]; each < sixes[value + 1]; each++) {
            cards_of(dealers[each], cards, 6);
            count_hand_of_six(cards);
        }
        int kind = value >> 16, bonus = kind == 7 ? 25 : kind == 6 ? 20 : kind == 5 ? 2 : 0;
        for (int each = fives[value]; each < fives[value + 1]; each++) {
            cards_of(players[each], cards, 5);
            for (int up = 0; up < DECK; up++) {
                if (up == cards[0] || up == cards[1] || up == cards[2] || up == cards[3] || up == cards[4]) continue;
                int64_t even = 2 * not_beating(cards, up, value) - met; /* what a wager of one ante wins */
                int64_t won = (even > 0 ? 4 * even : 2 * even) + bonus * met;
                total += won > -met ? won : -met;
                situations++;
            }
        }
    }
    printf("%lld %lld\n", (long long)total, (long long)(situations * met));
    return 0;
}
