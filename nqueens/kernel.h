/* What the compiled parts of nqueens share with _kernel.c, which knows of Python. They are pure C11.

   A long computation rests where a limit is reached, or where it is told to, and can go on from there. */
#ifndef NQUEENS_KERNEL_H
#define NQUEENS_KERNEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define INLINE static inline __attribute__((always_inline))
#elif defined(_MSC_VER)
#define INLINE static __forceinline
#else
#define INLINE static inline
#endif

/* Why a computation rests. */
typedef enum { RAN_DONE, RAN_SOLUTIONS, RAN_NODES, RAN_SECONDS, RAN_STOPPED, RAN_NO_MEMORY } Outcome;

/* Whoever waits for a computation: asked every few milliseconds whether it may go on. */
typedef struct Watch {
    bool (*may_go_on)(struct Watch *);   /* looks at signals, the clock and the stop request */
    Outcome outcome;                     /* why it may not */
} Watch;

/* Which instructions may be used: those that every processor of the platform has, AVX2 too, or all that are
   known of. What this processor lacks is never used. */
typedef enum { SIMD_BASELINE, SIMD_AVX2, SIMD_ALL } Simd;
extern Simd kernel_simd;

/* ------------------------------------------------------------------------------------------------------
   masks.c: the search row by row with three bit masks. */

enum { MASKS_LARGEST = 64 };   /* a row is a word */

/* What is attacked in a row, and what is still to be tried there. Bit c stands for column c. */
typedef struct {
    uint64_t untried, columns, falling, rising;
} MaskRow;

typedef struct {
    int32_t size;
    uint64_t allowed[MASKS_LARGEST];      /* by row: where a queen may stand */
    MaskRow rows[MASKS_LARGEST + 1];      /* up to `row`; the last one is below the board */
    int32_t row;                          /* where the next queen goes; below 0 when all is done */
    int64_t placed, solutions;

    int64_t last_placed, last_solution;   /* rest before placed > last_placed, when solutions == last_solution */
    bool keep;
    uint8_t *boards;                      /* kept solutions: `size` columns each; room up to last_solution */
    int64_t *marks;                       /* `placed` at each kept solution */
    size_t kept;
} Masks;

/* Begin; size and allowed are set, all else is 0. */
void masks_begin(Masks *);
/* Search on until a limit is reached. */
Outcome masks_run(Masks *, Watch *);

/* ------------------------------------------------------------------------------------------------------
   quadrants.c: counting by joining quadrants. */

/* The largest board, as in quadrants.py. From 22 on the table of quadrants would take more than half a gigabyte, and
   from 23 on the diagonals of a half board, of which 2·(23 + 11 - 1) are 66, would not fit into a word. */
enum { QUADRANTS_SMALLEST = 2, QUADRANTS_LARGEST = 20 };

/* The table of all placements in a quadrant; it never changes, and threads may share it. */
typedef struct Quadrants Quadrants;

/* All boards in which the north-western quadrant takes some rows, and what has been counted of them so far. */
typedef struct {
    int32_t middle_row, middle_column;   /* of the queens in the middle column and the middle row; both are
                                            size / 2 if the board has no middle, or one queen in the center */
    uint32_t north_west;                 /* the rows, as bits; at most their complement where that is so */
    int32_t southern;                    /* how many row sets of the south-western quadrant are through */
    uint64_t boards, half_boards, pairs;
} QuadrantTask;

/* NULL if it has been told to stop or memory is short; the outcome says which. */
Quadrants *quadrants_create(int32_t size, Watch *, Outcome *);
void quadrants_destroy(Quadrants *);
int64_t quadrants_placements(const Quadrants *);
/* Count on until all row sets of the south-western quadrant are through. */
Outcome quadrants_count(const Quadrants *, QuadrantTask *, Watch *);

/* ------------------------------------------------------------------------------------------------------
   symmetric.c: counting boards of `size` queens that look the same after a turn. */

/* All diagonals of one direction are bits of a word. */
enum { SYMMETRIC_SMALLEST = 2, SYMMETRIC_LARGEST = 32 };

Outcome count_half_turn(int32_t size, uint64_t *boards, Watch *);
Outcome count_quarter_turn(int32_t size, uint64_t *boards, Watch *);

/* ------------------------------------------------------------------------------------------------------
   permutation.c: one large board by swapping the columns of two queens. */

typedef struct {
    int64_t size;                         /* neither 2 nor 3, which have no board; 2^31 at most */
    uint64_t random;                      /* the state of the random numbers */
    int32_t *columns;                     /* room for `size` */
    uint8_t *on_rising, *on_falling;      /* queens on each diagonal: room for 2 * size - 1 */
    int64_t attacks;                      /* the queens on all diagonals but for the first of each */
    int64_t tries, swaps, restarts;
} Permutation;

/* Search from the beginning until the columns are a board. */
Outcome permutation_run(Permutation *, Watch *);

#endif
