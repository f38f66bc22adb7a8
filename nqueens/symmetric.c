/* Counting boards that look the same when they are turned: the steps of symmetric.py. */
#include "kernel.h"

enum { POLL_INTERVAL = 1 << 16 };   /* nodes */

typedef struct {
    Watch *watch;
    int32_t size, last, nodes;
    uint64_t every;
    uint64_t boards;
} Search;

static bool enter(Search *s)
{
    return ++s->nodes % POLL_INTERVAL != 0 || (s->nodes = 0, s->watch->may_go_on(s->watch));
}

#define BIT(number) (UINT64_C(1) << (number))

static bool place_in_row(Search *s, int32_t row, uint64_t columns, uint64_t rising, uint64_t falling)
{
    const int32_t last = s->last;
    if (!enter(s))
        return false;
    if (row == s->size / 2) {
        s->boards++;
        return true;
    }
    const uint64_t free = s->every & ~(columns | rising >> row | falling >> (last - row));
    for (int32_t column = 0; column <= last; column++)
        if (free >> column & 1
                && !place_in_row(s, row + 1, columns | BIT(column) | BIT(last - column),
                                 rising | BIT(row + column) | BIT(2 * last - row - column),
                                 falling | BIT(last - row + column) | BIT(last + row - column)))
            return false;
    return true;
}

static bool place_on_lines(Search *s, int32_t row, uint64_t lines, uint64_t diagonals)
{
    const int32_t last = s->last, half = s->size / 2;
    if (!enter(s))
        return false;
    while (row < half && lines >> row & 1)
        row++;
    if (row == half)
        s->boards++;
    for (int32_t line = row + 1; line < half; line++) {
        if (lines >> line & 1)
            continue;
        for (int side = 0; side < 2; side++) {
            const int32_t column = side == 0 ? line : last - line;
            const uint64_t taken = BIT(row + column) | BIT(last - row + column);
            const uint64_t images = BIT(2 * last - row - column) | BIT(last + row - column);
            if (!(diagonals & taken)
                    && !place_on_lines(s, row + 1, lines | BIT(row) | BIT(line), diagonals | taken | images))
                return false;
        }
    }
    return true;
}

static Search begin(int32_t size, Watch *watch)
{
    return (Search){.watch = watch, .size = size, .last = size - 1, .every = BIT(size) - 1};
}

Outcome count_half_turn(int32_t size, uint64_t *boards, Watch *watch)
{
    Search search = begin(size, watch);
    const uint64_t longest = BIT(search.last), center = size % 2 == 1 ? BIT(search.last / 2) : 0;
    const bool done = place_in_row(&search, 0, center, longest, longest);
    *boards = search.boards;
    return done ? RAN_DONE : watch->outcome;
}

Outcome count_quarter_turn(int32_t size, uint64_t *boards, Watch *watch)
{
    Search search = begin(size, watch);
    const bool done = place_on_lines(&search, 0, 0, BIT(search.last));
    *boards = search.boards;
    return done ? RAN_DONE : watch->outcome;
}
