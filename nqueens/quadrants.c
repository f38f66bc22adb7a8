/* Counting n queens by joining quadrants: the steps of `PythonQuadrants` in quadrants.py, which tells the idea.

   A word holds the diagonals that some queens of a half board take, as bits: `width` of them that rise to the
   right, then `width` that fall. The table has the word of every placement in a quadrant, sorted by the rows
   and columns that it takes.

   Half boards are compared by the diagonals that cross both halves, 2·half - 1 in each direction. The `central`
   ones in the middle of each direction, where most queens meet, are looked at first: they make a class, and only
   classes without a common diagonal are compared at all. What is left of the diagonals makes a signature, which
   must fit into 30 bits; the other two bits of 32 see to it that what fills up a vector never fits anything.

   Short names:
     q        the table
     k        how many queens stand in a quadrant
     c        a set of columns, as bits */
#include <stdlib.h>
#include <string.h>

#include "kernel.h"

/* X86_VARIANTS: functions for later x86 processors can be built beside those for any of them, and chosen from at
   run time. */
#if defined(__x86_64__) && defined(__GNUC__)
#define X86_VARIANTS 1
#include <immintrin.h>
#else
#define X86_VARIANTS 0
#endif

enum {
    MOST_HALF = QUADRANTS_LARGEST / 2,
    SIGNATURE_BITS = 30,
    MOST_CENTRAL = 4,
    MOST_CLASSES = 1 << (2 * MOST_CENTRAL),
    MOST_LANES = 16,             /* classes are filled up to multiples of this many signatures, */
    AT_ONCE = 4,                 /* and so many western ones are compared with a vector at once */
    POLL_INTERVAL = 1 << 18,     /* placements tabulated between two looks around */
};
#define WEST_TAG (UINT32_C(1) << 31)   /* set in all western signatures, */
#define EAST_TAG (UINT32_C(1) << 30)   /* set in all eastern ones, */
#define FILLER UINT32_MAX              /* and both in what fills up a vector: it fits nothing */
#define MOST_PAIRS ((size_t)UINT32_MAX)

_Static_assert(2 * (QUADRANTS_LARGEST + MOST_HALF - 1) <= 64, "the diagonals of a half board fit into a word");

/* By how many central diagonals of each direction it is fastest to sort. */
static const uint8_t FASTEST_CENTRAL[QUADRANTS_LARGEST + 1] = {
    [15] = 1, [16] = 2, [17] = 1, [18] = 3, [19] = 2, [20] = 4,
};

typedef uint64_t (*CountPairs)(const uint32_t *west, size_t west_count, const uint32_t *east, size_t east_count);

struct Quadrants {
    int32_t size, half, width, central;
    int32_t beyond;         /* how many rows a southern quadrant lies below a northern one */
    uint32_t all;           /* all rows, or columns, of a quadrant */
    uint16_t sets[1 << MOST_HALF];         /* all sets of rows or columns, those of fewer elements first */
    int32_t set_starts[MOST_HALF + 2];     /* by how many elements: where they begin */
    uint32_t *starts;       /* by rows << half | columns: where its words begin; one more at the end */
    uint64_t *words;
    int64_t placements;
    CountPairs count_pairs;
    size_t lanes;           /* how many signatures it takes at a time */
};

/* Half boards with the same rows. */
typedef struct {
    uint64_t *words;
    size_t count, room;
    void *block;
    uint32_t *signatures;   /* class by class, each filled up to whole vectors; in `block` */
    size_t signature_room;
    uint32_t starts[MOST_CLASSES], counts[MOST_CLASSES];
} Halves;

static int32_t population(uint32_t set)
{
    int32_t count = 0;
    for (; set != 0; set &= set - 1)
        count++;
    return count;
}

static void list_sets(Quadrants *q)
{
    int32_t next = 0;
    for (int32_t k = 0; k <= q->half; k++) {
        q->set_starts[k] = next;
        for (uint32_t set = 0; set <= q->all; set++)
            if (population(set) == k)
                q->sets[next++] = (uint16_t)set;
    }
    q->set_starts[q->half + 1] = next;
}

/* ------------------------------------------------------------------------------------------------------
   The table of quadrants. */

/* The diagonals of a square of the western half, or of the middle column or row, as a word. */
static uint64_t diagonals_of(const Quadrants *q, int32_t row, int32_t column)
{
    const int32_t rising = row + column, falling = row - column + q->half - 1;
    uint64_t word = 0;
    if (rising < q->width)   /* else it does not come into the half board */
        word |= UINT64_C(1) << rising;
    if (falling >= 0 && falling < q->width)
        word |= UINT64_C(1) << (q->width + falling);
    return word;
}

typedef struct {
    Quadrants *q;
    Watch *watch;
    bool filling;      /* the second time, when it is known how many there are of each kind */
    int64_t placements;
} Tabulation;

/* Tabulate all placements that go on from the rows above `row`. Returns false if it is told to stop. */
static bool tabulate(Tabulation *t, int32_t row, uint32_t rows, uint32_t columns, uint64_t word)
{
    Quadrants *q = t->q;
    if (row == q->half) {
        const uint32_t kind = rows << q->half | columns;
        if (t->filling)
            q->words[q->starts[kind + 1]++] = word;
        else
            q->starts[kind + 2]++;
        return ++t->placements % POLL_INTERVAL != 0 || t->watch->may_go_on(t->watch);
    }
    if (!tabulate(t, row + 1, rows, columns, word))   /* no queen in this row */
        return false;
    for (int32_t column = 0; column < q->half; column++) {
        const uint64_t diagonals = diagonals_of(q, row, column);
        if (!(columns >> column & 1) && !(word & diagonals)
                && !tabulate(t, row + 1, rows | UINT32_C(1) << row, columns | UINT32_C(1) << column,
                             word | diagonals))
            return false;
    }
    return true;
}

/* Sort by counting. First starts[kind + 2] counts the kind; added up, starts[kind + 1] is where it begins; and
   filling moves that on to where the next kind begins. */
static Outcome make_table(Quadrants *q, Watch *watch)
{
    const size_t kinds = (size_t)1 << (2 * q->half);
    q->starts = calloc(kinds + 2, sizeof *q->starts);
    if (!q->starts)
        return RAN_NO_MEMORY;
    Tabulation counting = {.q = q, .watch = watch};
    if (!tabulate(&counting, 0, 0, 0, 0))
        return watch->outcome;
    for (size_t kind = 0; kind < kinds; kind++)
        q->starts[kind + 2] += q->starts[kind + 1];
    q->placements = counting.placements;
    q->words = malloc((size_t)q->placements * sizeof *q->words);
    if (!q->words)
        return RAN_NO_MEMORY;
    Tabulation filling = {.q = q, .watch = watch, .filling = true};
    return tabulate(&filling, 0, 0, 0, 0) ? RAN_DONE : watch->outcome;
}

/* ------------------------------------------------------------------------------------------------------
   Counting the pairs that fit: signatures without a common bit. The western ones are filled up to a multiple of
   AT_ONCE, the eastern ones to a multiple of `lanes`. There are at most MOST_PAIRS, so that sums of 32 bits do not
   run over. */

#if defined(__GNUC__)

/* For vectors of so many lanes. The sums are of truth values, -1 where a pair fits. */
#define DEFINE_COUNT_PAIRS(name, lanes, target)                                                              \
    target static uint64_t name(const uint32_t *west, size_t west_count, const uint32_t *east,               \
                                size_t east_count)                                                           \
    {                                                                                                        \
        typedef uint32_t Vector __attribute__((vector_size(4 * lanes)));                                     \
        const Vector *begin = (const Vector *)(const void *)east, *end = begin + east_count / lanes;         \
        const Vector zero = {0};                                                                             \
        Vector sum = zero;                                                                                   \
        for (size_t i = 0; i < west_count; i += AT_ONCE) {                                                   \
            const Vector w0 = zero + west[i], w1 = zero + west[i + 1], w2 = zero + west[i + 2],              \
                         w3 = zero + west[i + 3];                                                            \
            for (const Vector *next = begin; next < end; next++) {                                           \
                const Vector e = *next;                                                                      \
                sum += (Vector)((e & w0) == zero) + (Vector)((e & w1) == zero)                               \
                    + (Vector)((e & w2) == zero) + (Vector)((e & w3) == zero);                               \
            }                                                                                                \
        }                                                                                                    \
        uint64_t pairs = 0;                                                                                  \
        for (int lane = 0; lane < lanes; lane++)                                                             \
            pairs += UINT32_C(0) - sum[lane];                                                                \
        return pairs;                                                                                        \
    }

DEFINE_COUNT_PAIRS(count_pairs_portable, 4, )
#if X86_VARIANTS
DEFINE_COUNT_PAIRS(count_pairs_avx2, 8, __attribute__((target("avx2"))))

/* A test and a masked addition for 16 pairs: compilers do not find these two by themselves. */
__attribute__((target("avx512f"))) static uint64_t count_pairs_avx512(const uint32_t *west, size_t west_count,
                                                                      const uint32_t *east, size_t east_count)
{
    const __m512i one = _mm512_set1_epi32(1);
    __m512i sums[AT_ONCE];
    for (int k = 0; k < AT_ONCE; k++)
        sums[k] = _mm512_setzero_si512();
    for (size_t i = 0; i < west_count; i += AT_ONCE) {
        __m512i w[AT_ONCE];
        for (int k = 0; k < AT_ONCE; k++)
            w[k] = _mm512_set1_epi32((int)west[i + (size_t)k]);
        for (size_t j = 0; j < east_count; j += 16) {
            const __m512i e = _mm512_load_si512(east + j);
            for (int k = 0; k < AT_ONCE; k++)
                sums[k] = _mm512_mask_add_epi32(sums[k], _mm512_testn_epi32_mask(e, w[k]), sums[k], one);
        }
    }
    uint32_t lanes[AT_ONCE * 16];
    uint64_t pairs = 0;
    for (int k = 0; k < AT_ONCE; k++)
        _mm512_storeu_si512(lanes + 16 * k, sums[k]);
    for (int lane = 0; lane < AT_ONCE * 16; lane++)
        pairs += lanes[lane];
    return pairs;
}
#endif

#else

static uint64_t count_pairs_portable(const uint32_t *west, size_t west_count, const uint32_t *east,
                                     size_t east_count)
{
    uint64_t pairs = 0;
    for (size_t i = 0; i < west_count; i++) {
        uint32_t sum = 0;
        for (size_t j = 0; j < east_count; j++)
            sum += (west[i] & east[j]) == 0;
        pairs += sum;
    }
    return pairs;
}

#endif

static void choose_instructions(Quadrants *q)
{
    q->count_pairs = count_pairs_portable;
    q->lanes = 4;
#if X86_VARIANTS
    if (kernel_simd == SIMD_ALL && __builtin_cpu_supports("avx512f")) {
        q->count_pairs = count_pairs_avx512;
        q->lanes = 16;
    } else if (kernel_simd != SIMD_BASELINE && __builtin_cpu_supports("avx2")) {
        q->count_pairs = count_pairs_avx2;
        q->lanes = 8;
    }
#endif
}

/* ------------------------------------------------------------------------------------------------------
   Half boards. */

static bool make_room_for_words(Halves *halves, size_t more)
{
    if (halves->room - halves->count >= more)
        return true;
    const size_t room = 2 * (halves->count + more) + 256;
    uint64_t *words = room < MOST_PAIRS / (4 * AT_ONCE) ? realloc(halves->words, room * sizeof *words) : NULL;
    if (!words)
        return false;
    halves->words = words;
    halves->room = room;
    return true;
}

/* Join all northern quadrants that take these rows and columns with all southern ones that take those. The middle
   queens are there already. */
static bool join_quadrants(const Quadrants *q, Halves *halves, uint64_t middle, uint32_t north_rows,
                           uint32_t north_columns, uint32_t south_rows, uint32_t south_columns)
{
    const uint32_t north = north_rows << q->half | north_columns, south = south_rows << q->half | south_columns;
    const uint64_t *southern = q->words + q->starts[south];
    const size_t count = q->starts[south + 1] - q->starts[south];
    if (count == 0)
        return true;
    for (uint32_t i = q->starts[north]; i < q->starts[north + 1]; i++) {
        const uint64_t word = q->words[i], taken = word | middle;
        if (word & middle)
            continue;
        if (!make_room_for_words(halves, count))
            return false;
        uint64_t *end = halves->words + halves->count;
        for (size_t j = 0; j < count; j++) {   /* written in any case, and kept if it fits */
            const uint64_t below = southern[j] << q->beyond;
            *end = word | below;
            end += (below & taken) == 0;
        }
        halves->count = (size_t)(end - halves->words);
    }
    return true;
}

static bool make_room_for_signatures(Halves *halves, size_t count)
{
    if (halves->signature_room >= count)
        return true;
    free(halves->block);
    halves->block = malloc(2 * count * sizeof *halves->signatures + 64);
    halves->signature_room = halves->block ? 2 * count : 0;
    if (halves->block)
        halves->signatures = (uint32_t *)(void *)((unsigned char *)halves->block
                                                  + (64 - (uintptr_t)halves->block % 64));
    return halves->block != NULL;
}

/* Sort half boards into classes by their central diagonals, and turn the others into signatures. The eastern half
   is seen in a mirror, so that its rising diagonals are the falling ones of the board, and the other way round. */
static bool sort_halves(const Quadrants *q, Halves *halves, bool east)
{
    const int32_t crossing = 2 * q->half - 1, central = q->central, others = crossing - central;
    const int32_t first = q->half - 1 - central / 2;   /* of the central diagonals */
    const int32_t rising_at = east ? q->width : q->beyond, falling_at = east ? q->beyond : q->width;
    const uint32_t classes = UINT32_C(1) << (2 * central);
    const uint64_t central_mask = (UINT64_C(1) << central) - 1;
    const uint64_t crossing_mask = (UINT64_C(1) << crossing) - 1, before = (UINT64_C(1) << first) - 1;
    const uint64_t after = crossing_mask >> central & ~before;
    const uint32_t tag = east ? EAST_TAG : WEST_TAG;
    uint64_t *words = halves->words;
    if (!make_room_for_signatures(halves, halves->count + (size_t)classes * MOST_LANES))
        return false;

    memset(halves->counts, 0, classes * sizeof *halves->counts);
    for (size_t i = 0; i < halves->count; i++) {   /* a word becomes its class and its signature */
        const uint64_t rising = words[i] >> rising_at, falling = words[i] >> falling_at;
        const uint64_t class = (rising >> first & central_mask) | (falling >> first & central_mask) << central;
        const uint64_t other_rising = (rising & before) | (rising >> central & after);
        const uint64_t other_falling = (falling & before) | (falling >> central & after);
        words[i] = class << 32 | tag | other_rising | other_falling << others;
        halves->counts[class]++;
    }
    uint32_t ends[MOST_CLASSES], start = 0;
    for (uint32_t class = 0; class < classes; class++) {
        const uint32_t end = start + halves->counts[class], next = (end + MOST_LANES - 1) / MOST_LANES * MOST_LANES;
        halves->starts[class] = ends[class] = start;
        for (uint32_t i = end; i < next; i++)
            halves->signatures[i] = FILLER;
        start = next;
    }
    for (size_t i = 0; i < halves->count; i++)
        halves->signatures[ends[words[i] >> 32]++] = (uint32_t)words[i];
    return true;
}

static size_t filled_up(uint32_t count, size_t to)
{
    return (count + to - 1) / to * to;
}

static uint64_t join_classes(const Quadrants *q, const Halves *west, uint32_t i, const Halves *east, uint32_t j)
{
    const uint32_t *western = west->signatures + west->starts[i], *eastern = east->signatures + east->starts[j];
    const size_t west_count = filled_up(west->counts[i], AT_ONCE), east_count = filled_up(east->counts[j], q->lanes);
    const size_t most = MOST_PAIRS / east_count / AT_ONCE * AT_ONCE;
    uint64_t boards = 0;
    for (size_t done = 0; done < west_count; done += most)
        boards += q->count_pairs(western + done, west_count - done < most ? west_count - done : most, eastern,
                                 east_count);
    return boards;
}

/* Count the boards that western and eastern half boards make. */
static uint64_t join_halves(const Quadrants *q, const Halves *west, const Halves *east)
{
    const uint32_t classes = UINT32_C(1) << (2 * q->central);
    uint64_t boards = 0;
    if (west->count == 0 || east->count == 0)
        return 0;
    for (uint32_t i = 0; i < classes; i++) {
        if (west->counts[i] == 0)
            continue;
        const uint32_t fitting = (classes - 1) & ~i;
        uint32_t j = fitting;   /* all subsets of it, the largest first */
        for (;;) {
            if (east->counts[j] != 0)
                boards += join_classes(q, west, i, east, j);
            if (j == 0)
                break;
            j = (j - 1) & fitting;
        }
    }
    return boards;
}

/* ------------------------------------------------------------------------------------------------------
   Boards. */

/* Half boards with the rows in hand. On a symmetric frame those whose northern columns have the same key as the
   rows of the north-western quadrant are `even`: transposed they are met again, the others are not. */
typedef struct {
    Halves west, west_even, east, east_even;
} Scratch;

static void release(Halves *halves)
{
    free(halves->words);
    free(halves->block);
}

static uint32_t reversed(const Quadrants *q, uint32_t set)
{
    uint32_t reverse = 0;
    for (int32_t k = 0; k < q->half; k++)
        reverse |= (set >> k & 1) << (q->half - 1 - k);
    return reverse;
}

/* The lesser of a set and its complement. */
static uint32_t key_of(const Quadrants *q, uint32_t set)
{
    const uint32_t complement = q->all & ~set;
    return set < complement ? set : complement;
}

/* How many pairs of row sets the mirrors make of this one, itself included; 0 if it is not the least of them. */
static uint32_t orbit_of(const Quadrants *q, uint32_t north, uint32_t south)
{
    const uint32_t up = reversed(q, south), down = reversed(q, north), all = q->all;
    const uint32_t images[4] = {
        north << q->half | south,
        (all & ~north) << q->half | (all & ~south),   /* left and right exchanged */
        up << q->half | down,                         /* top and bottom exchanged */
        (all & ~up) << q->half | (all & ~down),
    };
    uint32_t different = 1;
    for (int i = 1; i < 4; i++) {
        if (images[i] < images[0])
            return 0;
        bool known = false;
        for (int j = 0; j < i; j++)
            known = known || images[i] == images[j];
        different += !known;
    }
    return different;
}

static bool sort_all(const Quadrants *q, Scratch *s)
{
    return sort_halves(q, &s->west, false) && sort_halves(q, &s->west_even, false)
        && sort_halves(q, &s->east, true) && sort_halves(q, &s->east_even, true);
}

/* Make all half boards in which the north-western quadrant takes the rows `north`, the south-western one `south`,
   and the eastern ones the others. */
static bool make_halves(const Quadrants *q, Scratch *s, const QuadrantTask *task, uint32_t south)
{
    const uint32_t north = task->north_west, all = q->all;
    const bool symmetric = task->middle_row == q->half;
    uint32_t rows = all, columns = all;   /* of the northern and the western quadrants: free of middle queens */
    uint64_t middle_west = 0, middle_east = 0;
    if (q->size % 2 == 1) {
        const uint64_t above = diagonals_of(q, task->middle_row, q->half);
        middle_west = above | diagonals_of(q, q->half, task->middle_column);
        middle_east = above | diagonals_of(q, q->half, q->size - 1 - task->middle_column);
    }
    if (!symmetric) {
        rows &= ~(UINT32_C(1) << task->middle_row);
        columns &= ~(UINT32_C(1) << task->middle_column);
    }
    const int32_t west = population(north), east = population(rows & ~north);
    s->west.count = s->west_even.count = s->east.count = s->east_even.count = 0;
    for (int32_t i = q->set_starts[west]; i < q->set_starts[west + 1]; i++) {
        const uint32_t c = q->sets[i], key = key_of(q, c);
        Halves *halves = symmetric && key == north ? &s->west_even : &s->west;
        if (!(c & ~columns) && !(symmetric && key < north)
                && !join_quadrants(q, halves, middle_west, north, c, south, columns & ~c))
            return false;
    }
    for (int32_t i = q->set_starts[east]; i < q->set_starts[east + 1]; i++) {
        const uint32_t c = q->sets[i], key = key_of(q, c);
        Halves *halves = symmetric && key == north ? &s->east_even : &s->east;
        if (!(symmetric && key < north)
                && !join_quadrants(q, halves, middle_east, rows & ~north, c, all & ~south, all & ~c))
            return false;
    }
    return sort_all(q, s);
}

/* Count on the boards of one task, a southern row set after the other. */
static Outcome count_task(const Quadrants *q, Scratch *s, QuadrantTask *task, Watch *watch)
{
    const bool symmetric = task->middle_row == q->half;
    const int32_t k = q->half - !symmetric - population(task->north_west);
    const int32_t first = q->set_starts[k], end = q->set_starts[k + 1];
    for (; task->southern < end - first; task->southern++) {
        const uint32_t south = q->sets[first + task->southern];
        const uint32_t orbit = symmetric ? orbit_of(q, task->north_west, south) : 8;
        if (orbit == 0)
            continue;
        if (!watch->may_go_on(watch))
            return watch->outcome;
        if (!make_halves(q, s, task, south))
            return RAN_NO_MEMORY;
        uint64_t boards = join_halves(q, &s->west, &s->east);
        if (symmetric)   /* transposed, those that are not even make as many again */
            boards = 2 * boards + join_halves(q, &s->west, &s->east_even) + join_halves(q, &s->west_even, &s->east)
                + join_halves(q, &s->west_even, &s->east_even);
        const uint64_t west = s->west.count + s->west_even.count, east = s->east.count + s->east_even.count;
        task->boards += orbit * boards;
        task->half_boards += west + east;
        task->pairs += west * east;
    }
    return RAN_DONE;
}

/* ------------------------------------------------------------------------------------------------------
   What _kernel.c calls. */

void quadrants_destroy(Quadrants *q)
{
    if (q) {
        free(q->starts);
        free(q->words);
    }
    free(q);
}

Quadrants *quadrants_create(int32_t size, Watch *watch, Outcome *outcome)
{
    Quadrants *q = calloc(1, sizeof *q);
    *outcome = RAN_NO_MEMORY;
    if (!q)
        return NULL;
    q->size = size;
    q->half = size / 2;
    q->width = size + q->half - 1;
    q->beyond = size - q->half;
    q->all = (UINT32_C(1) << q->half) - 1;
    const int32_t least = 2 * q->half - 1 - SIGNATURE_BITS / 2, fastest = FASTEST_CENTRAL[size];
    q->central = fastest < least ? least : fastest;   /* else the others would not fit into a signature */
    list_sets(q);
    choose_instructions(q);
    *outcome = make_table(q, watch);
    if (*outcome == RAN_DONE)
        return q;
    quadrants_destroy(q);
    return NULL;
}

int64_t quadrants_placements(const Quadrants *q)
{
    return q->placements;
}

Outcome quadrants_count(const Quadrants *q, QuadrantTask *task, Watch *watch)
{
    Scratch *scratch = calloc(1, sizeof *scratch);
    if (!scratch)
        return RAN_NO_MEMORY;
    const Outcome outcome = count_task(q, scratch, task, watch);
    release(&scratch->west);
    release(&scratch->west_even);
    release(&scratch->east);
    release(&scratch->east_even);
    free(scratch);
    return outcome;
}
