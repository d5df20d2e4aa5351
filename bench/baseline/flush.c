/* High Card Flush by plain enumeration: the player's four rank sets up to the order of the suits; for each hand the
   dealer's hands below, up to and not qualifying by multiplying out four polynomials. One core, nothing kept.

   cc -O2 -o flush bench/baseline/flush.c && time ./flush                                                            */

#include <stdint.h>
#include <stdio.h>

enum { RANKS = 13, CARDS = 7 };

static int64_t choose[53][14];
static int bits[8192];

static int64_t below(int left, int length, int ranks) {
    int64_t found = 0;
    for (int rank = RANKS - 1; rank >= 0; rank--) {
        if (!(ranks >> rank & 1)) continue;
        found += choose[bits[left & ((1 << rank) - 1)]][length];
        if (!(left >> rank & 1)) break;
        length--;
    }
    return found;
}

/* Dealer's hands in which every suit has fewer than `length` cards, or `length` of them in `allowed` ways. */
static int64_t hands(const int *own, int length, const int64_t *allowed) {
    int64_t ways[CARDS + 1] = {1}, more[CARDS + 1];
    for (int suit = 0; suit < 4; suit++) {
        int left = RANKS - bits[own[suit]];
        for (int have = 0; have <= CARDS; have++) more[have] = 0;
        for (int have = 0; have <= CARDS; have++) {
            for (int take = 0; take < length && have + take <= CARDS; take++)
                more[have + take] += ways[have] * choose[left][take];
            if (have + length <= CARDS) more[have + length] += ways[have] * allowed[suit];
        }
        for (int have = 0; have <= CARDS; have++) ways[have] = more[have];
    }
    return ways[CARDS];
}

static int value(int ranks) { return bits[ranks] << RANKS | ranks; }

static int orders(const int *own) {
    int found = 24, same = 1;
    for (int suit = 1; suit < 4; suit++) {
        same = own[suit] == own[suit - 1] ? same + 1 : 1;
        found /= same;
    }
    return found;
}

static int64_t best_gain(const int *own) {
    int best = own[0], length = bits[best], least = 3 << RANKS | 1 << 7;
    int64_t lower[4], upto[4], unqualified[4];
    for (int suit = 0; suit < 4; suit++) {
        int left = 8191 & ~own[suit];
        lower[suit] = below(left, length, best);
        upto[suit] = lower[suit] + ((best & ~left) == 0);
        unqualified[suit] = below(left, 3, 1 << 7);
    }
    int64_t all = choose[52 - CARDS][CARDS], fails = hands(own, 3, unqualified);
    int64_t under = hands(own, length, lower), not_over = hands(own, length, upto);
    int64_t wins = 0, loses = all - fails;
    if (value(best) >= least) wins = under - fails, loses = all - not_over;
    int most = length <= 4 ? 1 : length == 5 ? 2 : 3;
    int64_t raise = wins - loses, play = fails + raise + (raise > 0 ? most : 1) * raise;
    return play > -all ? play : -all;
}

int main(void) {
    for (int n = 0; n <= 52; n++)
        for (int k = 0; k <= RANKS; k++) choose[n][k] = k == 0 ? 1 : n == 0 ? 0 : choose[n - 1][k - 1] + choose[n - 1][k];
    static int masks[9000], starts[CARDS + 3], made;
    for (int ranks = 0; ranks < 8192; ranks++) bits[ranks] = __builtin_popcount(ranks);
    for (int size = 0; size <= CARDS + 1; size++) {
        starts[size] = made;
        for (int ranks = 0; ranks < 8192; ranks++)
            if (bits[ranks] == size) masks[made++] = ranks;
    }
    __int128 total = 0;
    for (int n1 = 0; n1 <= CARDS; n1++)
        for (int n2 = 0; n2 <= n1 && n1 + n2 <= CARDS; n2++)
            for (int n3 = 0; n3 <= n2 && n1 + n2 + n3 <= CARDS; n3++) {
                int n4 = CARDS - n1 - n2 - n3;
                if (n4 > n3) continue;
                for (int a = starts[n1]; a < starts[n1 + 1]; a++)
                    for (int b = starts[n2]; b < starts[n2 + 1] && (n1 != n2 || b <= a); b++)
                        for (int c = starts[n3]; c < starts[n3 + 1] && (n2 != n3 || c <= b); c++)
                            for (int d = starts[n4]; d < starts[n4 + 1] && (n3 != n4 || d <= c); d++) {
                                int own[4] = {masks[a], masks[b], masks[c], masks[d]};
                                total += (__int128)orders(own) * best_gain(own);
                            }
            }
    printf("%lld %lld\n", (long long)total, (long long)(133784560LL * choose[52 - CARDS][CARDS]));
    return 0;
}
