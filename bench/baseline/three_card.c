/* Three Card Poker, dealt out in full: every hand of the player against every hand of the dealer.
 *
 *   cc -O3 -march=native -o three_card three_card.c && ./three_card
 *
 * Prints what the player wins over all deals (ante bonus 1-4-5), in antes, the number of deals, and the hands folded.
 */
#include <stdint.h>
#include <stdio.h>

enum { HANDS = 22100, QUALIFIES = 10 * 225 }; /* queen high: rank 10, with ranks from 0 for the two */

static uint64_t cards[HANDS];
static int values[HANDS], bonuses[HANDS];

/* One number that orders hands of three cards, from ranks a > b > c (or equal) and whether they share a suit. */
static int value_of(int a, int b, int c, int flush, int *bonus) {
    int wheel = a == 12 && b == 1 && c == 0;
    int straight = wheel || (a == b + 1 && b == c + 1);
    int kind = 0, high = (a * 15 + b) * 15 + c;
    *bonus = 0;
    if (straight) {
        kind = flush ? 5 : 3;
        *bonus = flush ? 5 : 1;
        if (wheel) high = (1 * 15 + 0) * 15;
    } else if (a == b && b == c) {
        kind = 4;
        *bonus = 4;
    } else if (flush) {
        kind = 2;
    } else if (a == b || b == c) {
        kind = 1;
        high = (b * 15 + (a == b ? c : a)) * 15;
    }
    return kind * 3375 + high;
}

int main(void) {
    int hands = 0;
    for (int i = 2; i < 52; i++)
        for (int j = 1; j < i; j++)
            for (int k = 0; k < j; k++) {
                /* cards come in fours of a rank, so that i > j > k has falling ranks */
                int flush = i % 4 == j % 4 && j % 4 == k % 4;
                cards[hands] = 1ull << i | 1ull << j | 1ull << k;
                values[hands] = value_of(i / 4, j / 4, k / 4, flush, &bonuses[hands]);
                hands++;
            }
    int64_t total = 0, deals = 0;
    int folded = 0;
    for (int p = 0; p < hands; p++) {
        int64_t won = 0, met = 0;
        for (int d = 0; d < hands; d++) {
            if (cards[p] & cards[d]) continue;
            met++;
            if (values[d] < QUALIFIES) won += 1;
            else if (values[p] > values[d]) won += 2;
            else if (values[p] < values[d]) won -= 2;
        }
        won += bonuses[p] * met;
        if (won <= -met) {
            won = -met;
            folded++;
        }
        total += won;
        deals += met;
    }
    printf("%lld %lld %d\n", (long long)total, (long long)deals, folded);
    return 0;
}
