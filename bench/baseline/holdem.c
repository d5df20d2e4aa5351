/* Texas Hold 'Em Bonus by plain enumeration: what both ante rules are worth, for comparing answers and times.

   For every flop (up to exchanges of suits, or it would run for half an hour): all turn and river cards, all 1,081
   hands on each board sorted by value, wins and ties by running counts; then the best wagers and what they earn.

   cc -O2 -o holdem bench/baseline/holdem.c && time ./holdem                                                          */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CARDS = 52, HANDS = 1326, PAIRS = 1176, AGAINST = 990 };

static int straight_top[8192], bits[8192], top5[8192];
static int low_card[HANDS], high_card[HANDS], hole_class[HANDS];
static uint64_t hand_bits[HANDS];
static int16_t wins[PAIRS][HANDS], ties[PAIRS][HANDS], net[PAIRS][HANDS];
static int8_t kind[PAIRS][HANDS];

static void make_tables(void) {
    for (int ranks = 0; ranks < 8192; ranks++) {
        bits[ranks] = __builtin_popcount(ranks);
        straight_top[ranks] = -1;
        if ((ranks & 0x100f) == 0x100f) straight_top[ranks] = 3;
        for (int top = 4; top < 13; top++)
            if ((ranks >> (top - 4) & 31) == 31) straight_top[ranks] = top;
        int kept = ranks;
        while (__builtin_popcount(kept) > 5) kept &= kept - 1;
        top5[ranks] = kept;
    }
    for (int high = 0, n = 0; high < CARDS; high++)
        for (int low = 0; low < high; low++, n++) {
            int a = high % 13, b = low % 13, suited = high / 13 == low / 13;
            low_card[n] = low, high_card[n] = high;
            hand_bits[n] = 1ull << low | 1ull << high;
            hole_class[n] = suited ? (a > b ? a * 13 + b : b * 13 + a) : (a > b ? b * 13 + a : a * 13 + b);
        }
}

static int top(int ranks) { return 31 - __builtin_clz(ranks); }

/* kind << 26, then the ranks that make the hand, then the cards beside them */
static int value(uint64_t hand) {
    int suit[4], all = 0, by_count[5] = {0}, flush = 0;
    for (int s = 0; s < 4; s++) {
        suit[s] = hand >> 13 * s & 8191;
        all |= suit[s];
        if (bits[suit[s]] >= 5) flush = suit[s];
    }
    if (flush && straight_top[flush] >= 0) return 8 << 26 | straight_top[flush];
    for (int rest = all; rest; rest &= rest - 1) {
        int rank = __builtin_ctz(rest);
        by_count[(suit[0] >> rank & 1) + (suit[1] >> rank & 1) + (suit[2] >> rank & 1) + (suit[3] >> rank & 1)] |= 1 << rank;
    }
    if (by_count[4]) return 7 << 26 | top(by_count[4]) << 4 | top(all ^ by_count[4]);
    if (by_count[3]) {
        int trips = 1 << top(by_count[3]), pairs = (by_count[3] ^ trips) | by_count[2];
        if (pairs) return 6 << 26 | top(trips) << 4 | top(pairs);
    }
    if (flush) return 5 << 26 | top5[flush];
    if (straight_top[all] >= 0) return 4 << 26 | straight_top[all];
    if (by_count[3]) {
        int rest = all ^ by_count[3], first = 1 << top(rest);
        return 3 << 26 | top(by_count[3]) << 13 | first | 1 << top(rest ^ first);
    }
    if (bits[by_count[2]] >= 2) {
        int pairs = by_count[2];
        if (bits[pairs] == 3) pairs &= pairs - 1;
        return 2 << 26 | pairs << 13 | 1 << top(all ^ pairs);
    }
    if (by_count[2]) {
        int rest = all ^ by_count[2];
        while (bits[rest] > 3) rest &= rest - 1;
        return 1 << 26 | by_count[2] << 13 | rest;
    }
    return top5[all];
}

/* value << 11 | hand, sorted by value: three passes of ten bits */
static void sort_by_value(uint64_t *order, int count) {
    static uint64_t other[HANDS];
    for (int shift = 11; shift < 41; shift += 10) {
        int start[1025] = {0};
        for (int i = 0; i < count; i++) start[(order[i] >> shift & 1023) + 1]++;
        for (int i = 0; i < 1024; i++) start[i + 1] += start[i];
        for (int i = 0; i < count; i++) other[start[order[i] >> shift & 1023]++] = order[i];
        memcpy(order, other, count * sizeof *order);
    }
}

static void judge(uint64_t board, int pair) {
    uint64_t order[HANDS];
    int count = 0, below = 0, below_with[CARDS] = {0};
    for (int h = 0; h < HANDS; h++)
        if (!(hand_bits[h] & board)) order[count++] = (uint64_t)value(hand_bits[h] | board) << 11 | h;
    sort_by_value(order, count);
    for (int start = 0, end; start < count; start = end) {
        int same_with[CARDS] = {0};
        for (end = start; end < count && order[end] >> 11 == order[start] >> 11; end++) {
            int h = order[end] & 2047;
            same_with[low_card[h]]++, same_with[high_card[h]]++;
        }
        for (int i = start; i < end; i++) {
            int h = order[i] & 2047, a = low_card[h], b = high_card[h];
            wins[pair][h] = below - below_with[a] - below_with[b];
            ties[pair][h] = end - start - same_with[a] - same_with[b] + 1;
            net[pair][h] = 2 * wins[pair][h] + ties[pair][h] - AGAINST;
            kind[pair][h] = order[i] >> 37;
        }
        below = end;
        for (int card = 0; card < CARDS; card++) below_with[card] += same_with[card];
    }
}

/* How many flops this one stands for; 0 if another stands for it. */
static int flops_alike(uint64_t flop) {
    int alike = 0;
    for (int code = 0; code < 256; code++) {
        int to[4] = {code & 3, code >> 2 & 3, code >> 4 & 3, code >> 6};
        if ((1 << to[0] | 1 << to[1] | 1 << to[2] | 1 << to[3]) != 15) continue;
        uint64_t moved = 0;
        for (int s = 0; s < 4; s++) moved |= (flop >> 13 * s & 8191) << 13 * to[s];
        if (moved < flop) return 0;
        if (moved == flop) alike++;
    }
    return 24 / alike;
}

/* net of ante and all wagers if the hand stays in, by hole class, for the ante rules "straight" and "flush" */
static int64_t worth[2][169], deals[169];

static void count_flop(uint64_t flop, int weight) {
    int rest[49], pair_of[49][49], n = 0;
    for (int card = 0; card < CARDS; card++)
        if (!(flop >> card & 1)) rest[n++] = card;
    for (int t = 1, pair = 0; t < 49; t++)
        for (int r = 0; r < t; r++, pair++) {
            judge(flop | 1ull << rest[t] | 1ull << rest[r], pair);
            pair_of[t][r] = pair_of[r][t] = pair;
        }
    for (int h = 0; h < HANDS; h++) {
        if (hand_bits[h] & flop) continue;
        int64_t on_turn = 0, on_river[49] = {0};
        for (int t = 0; t < 49; t++)
            for (int r = 0; r < 49; r++)
                if (r != t && !(hand_bits[h] & (1ull << rest[t] | 1ull << rest[r]))) on_river[t] += net[pair_of[t][r]][h];
        for (int t = 0; t < 49; t++) on_turn += on_river[t];
        for (int t = 0; t < 49; t++)
            for (int r = 0; r < 49; r++) {
                if (r == t || hand_bits[h] & (1ull << rest[t] | 1ull << rest[r])) continue;
                int pair = pair_of[t][r], won = wins[pair][h], lost = AGAINST - won - ties[pair][h];
                int stake = 2 + (on_turn > 0) + (on_river[t] > 0);
                for (int rule = 0; rule < 2; rule++)
                    worth[rule][hole_class[h]] +=
                        weight * ((kind[pair][h] >= 4 + rule ? won : 0) + stake * won - (1 + stake) * lost);
                deals[hole_class[h]] += (int64_t)weight * AGAINST;
            }
    }
}

int main(void) {
    make_tables();
    for (int a = 0; a < CARDS; a++)
        for (int b = 0; b < a; b++)
            for (int c = 0; c < b; c++) {
                uint64_t flop = 1ull << a | 1ull << b | 1ull << c;
                int weight = flops_alike(flop);
                if (weight) count_flop(flop, weight);
            }
    for (int rule = 1; rule >= 0; rule--) {
        int64_t total = 0, all = 0;
        for (int hole = 0; hole < 169; hole++) {
            total += worth[rule][hole] > -deals[hole] ? worth[rule][hole] : -deals[hole];
            all += deals[hole];
        }
        printf("%lld %lld %s\n", (long long)total, (long long)all, rule ? "flush" : "straight");
    }
    return 0;
}
