/* The search row by row with three bit masks: the same steps as `PythonMasks` in bitmasks.py. */
#include "kernel.h"

#define POLL_INTERVAL (INT64_C(1) << 20)   /* queens; some milliseconds */

/* The number of the only bit that is set. */
static uint8_t number_of(uint64_t bit)
{
#if defined(__GNUC__)
    return (uint8_t)__builtin_ctzll(bit);
#else
    uint8_t number = 0;
    while (bit >>= 1)
        number++;
    return number;
#endif
}

static void keep_board(Masks *masks, int64_t placed)
{
    uint8_t *board = masks->boards + masks->kept * (size_t)masks->size;
    for (int32_t row = 0; row < masks->size; row++)
        board[row] = number_of(masks->rows[row].columns ^ masks->rows[row + 1].columns);
    masks->marks[masks->kept++] = placed;
}

void masks_begin(Masks *masks)
{
    masks->rows[0] = (MaskRow){.untried = masks->size > 0 ? masks->allowed[0] : 0};
}

Outcome masks_run(Masks *masks, Watch *watch)
{
    const int32_t size = masks->size;
    const uint64_t *allowed = masks->allowed;
    MaskRow *rows = masks->rows;
    int32_t row = masks->row;
    int64_t placed = masks->placed, pause = placed;
    Outcome outcome = RAN_DONE;
    for (;;) {
        if (row == size) {
            row--;   /* the last queen is taken up again, whether the search goes on or rests */
            masks->solutions++;
            if (masks->keep)
                keep_board(masks, placed);
            if (masks->solutions == masks->last_solution) {
                outcome = RAN_SOLUTIONS;
                break;
            }
        }
        while (row >= 0 && rows[row].untried == 0)
            row--;
        if (row < 0)
            break;
        if (placed == pause) {
            if (placed >= masks->last_placed) {
                outcome = RAN_NODES;
                break;
            }
            if (!watch->may_go_on(watch)) {
                outcome = watch->outcome;
                break;
            }
            const int64_t left = masks->last_placed - placed;
            pause = placed + (left < POLL_INTERVAL ? left : POLL_INTERVAL);
        }
        MaskRow *here = &rows[row], *below = here + 1;
        const uint64_t queen = here->untried & (~here->untried + 1);   /* the leftmost square */
        here->untried ^= queen;
        placed++;
        row++;
        below->columns = here->columns | queen;
        below->falling = (here->falling | queen) << 1;
        below->rising = (here->rising | queen) >> 1;
        if (row < size)
            below->untried = allowed[row] & ~(below->columns | below->falling | below->rising);
    }
    masks->row = row;
    masks->placed = placed;
    return outcome;
}
