/* The search of permutation.py, step for step: the columns of two queens are swapped until none is attacked. */
#include "kernel.h"

#include <string.h>

/* The same three numbers stand in permutation.py. */
enum { TRIES = 50, SWAPS = 100, SWAPS_PER_QUEEN = 5 };

/* How many rows are set up, or swaps tried, between two looks at whoever waits. */
enum { BETWEEN_LOOKS = 1 << 16 };

/* SplitMix64, as in splitmix.py. */
INLINE uint64_t random_below(uint64_t *state, uint64_t bound)
{
    uint64_t z = *state += 0x9E3779B97F4A7C15u;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return ((z ^ z >> 31) >> 32) * bound >> 32;
}

/* Diagonals. A falling one is row - column, moved to start at 0. */
INLINE uint8_t *rising(const Permutation *p, int64_t row)
{
    return p->on_rising + row + p->columns[row];
}

INLINE uint8_t *falling(const Permutation *p, int64_t row)
{
    return p->on_falling + (p->size - 1 + row - p->columns[row]);
}

/* Each queen but the first of a diagonal is an attack. A count is a byte: it would take 256 queens on one
   diagonal to exceed it, where setting up leaves a few on all of them together. */
INLINE void put(Permutation *p, int64_t row)
{
    p->attacks += ((*rising(p, row))++ > 0) + ((*falling(p, row))++ > 0);
}

INLINE void take(Permutation *p, int64_t row)
{
    p->attacks -= (--*rising(p, row) > 0) + (--*falling(p, row) > 0);
}

INLINE void swap(Permutation *p, int64_t row, int64_t other)
{
    if (row == other)
        return;
    take(p, row);
    take(p, other);
    const int32_t column = p->columns[row];
    p->columns[row] = p->columns[other];
    p->columns[other] = column;
    put(p, row);
    put(p, other);
}

/* Give each row a column of its own, on a safe square if one is found soon. Before: columns are anything.
   After: they are a permutation, and the counts and attacks are right. False: told not to go on. */
static bool set_up(Permutation *p, Watch *watch)
{
    const int64_t n = p->size;
    int32_t *columns = p->columns;
    p->attacks = 0;
    for (int64_t first = 0; first < n; first += BETWEEN_LOOKS) {   /* a large board is memory that takes seconds */
        const int64_t end = n - first < BETWEEN_LOOKS ? n : first + BETWEEN_LOOKS;
        const size_t diagonals = (size_t)(2 * (end - first) - (end == n));   /* there is one less than 2n */
        memset(p->on_rising + 2 * first, 0, diagonals);
        memset(p->on_falling + 2 * first, 0, diagonals);
        for (int64_t row = first; row < end; row++)
            columns[row] = (int32_t)row;
        if (!watch->may_go_on(watch))
            return false;
    }
    for (int64_t row = 0; row < n; row++) {
        int64_t other = row;
        for (int try = 0; try < TRIES; try++) {
            p->tries++;
            other = row + (int64_t)random_below(&p->random, (uint64_t)(n - row));
            const int64_t column = columns[other];
            if (!(p->on_rising[row + column] | p->on_falling[n - 1 + row - column]))
                break;
        }
        const int32_t column = columns[other];
        columns[other] = columns[row];
        columns[row] = column;
        put(p, row);
        if (row % BETWEEN_LOOKS == BETWEEN_LOOKS - 1 && !watch->may_go_on(watch))
            return false;
    }
    return true;
}

/* Swap queens until none is attacked, or until that counts as stuck. False: told not to go on. */
static bool repair(Permutation *p, Watch *watch)
{
    const int64_t n = p->size;
    int64_t left = SWAPS + SWAPS_PER_QUEEN * n;
    while (p->attacks) {
        for (int64_t row = 0; row < n; row++) {
            while (*rising(p, row) > 1 || *falling(p, row) > 1) {
                if (left-- == 0)
                    return true;
                const int64_t before = p->attacks;
                const int64_t other = (int64_t)random_below(&p->random, (uint64_t)n);
                p->swaps++;
                swap(p, row, other);
                if (p->attacks >= before)
                    swap(p, row, other);
                if (left % BETWEEN_LOOKS == 0 && !watch->may_go_on(watch))
                    return false;
            }
        }
    }
    return true;
}

Outcome permutation_run(Permutation *p, Watch *watch)
{
    for (;;) {
        if (!set_up(p, watch) || !repair(p, watch))
            return watch->outcome;
        if (!p->attacks)
            return RAN_DONE;
        p->restarts++;
    }
}
