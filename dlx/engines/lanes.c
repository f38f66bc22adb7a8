/* The engine on lanes: one vector pass counts the options of all items and finds the one to choose.

   Every primary item owns a lane of 16, 32 or 64 bits, one bit for each of its options; an option has a
   bit in the lane of each of its items. A bit that is set says that the option is dead. Bits that stand
   for no option are set from the start, but for the top bit, which is set when the item is covered; then
   all bits of the lane are. What an option kills, and what it covers, is one row of such bits: the state
   of a child is the state of its parent OR the row of the option chosen.

   With `dead` bits set of a lane of `width`, the item has width - 1 - dead options left. For a covered
   item that is -1, which is the largest of unsigned numbers: a covered item never is the least. The key
   of an item is the number of its options left, followed by 8 bits for the item itself, so that the
   least key belongs to the leftmost item with the fewest options.

   Short names:
     width     bits in a lane
     vectors   vectors of 256 bits in a row
     lane      the number of a lane, which is that of its item
     left      the bits, in its lane, of the options of a chosen item that are still to be tried
     key       options left << 8 | item */

#include <string.h>

#include "bits.h"
#include "remainder.h"

#if X86_VARIANTS
#include <immintrin.h>
#endif

#define MOST_ITEMS 256
#define MOST_OPTIONS 63             /* an item has at most as many: 64 bits but one */
#define VECTOR_BYTES 32
#define KEY_ITEM(key) ((key) & 255)
#define HAS_OPTIONS(key) ((key) > 255)
#define SMALL(width, vectors) ((width) == 16 && (vectors) <= 2)   /* all rows_at take at most 32 KiB */
#define POLL_INTERVAL 4096          /* nodes; the largest rows are 2 KiB, so these are some milliseconds */

typedef struct Lanes Lanes;

struct Lanes {
    int32_t width, vectors, item_count, option_count;
    size_t row_bytes;
    unsigned char *rows;        /* by option: what it sets */
    unsigned char *rows_at;     /* by lane and bit: the row of the option there; of small problems alone */
    unsigned char *states;      /* by level: what is set there */
    unsigned char *key_base;    /* by lane: the key that its item would have with width - 1 options left */
    uint64_t *left;             /* by level */
    int32_t *back;              /* by level: the one to go back to, the deepest above it with options left */
    int32_t *chosen;            /* by level: the lane of the chosen item */
    int32_t *open;              /* by level: how many items have to be covered */
    int32_t *covers;            /* by option: how many items it covers */
    uint16_t *option_at;        /* by lane and bit */
    int32_t *option_of;         /* by option: its number in the problem */
    int32_t *item_of;           /* by item: its number in the problem */
    void *block;                /* all of these tables */
    Outcome (*walk)(Lanes *, Search *);
    uint32_t (*least)(const Lanes *, const unsigned char *state);
    void (*add_row)(unsigned char *restrict to, const unsigned char *restrict from, size_t bytes);
};

/* Lanes are read and written as unsigned numbers of their width. */

INLINE uint64_t lane_value(const unsigned char *row, int32_t width, int32_t lane)
{
    switch (width) {
    case 16: return ((const uint16_t *)(const void *)row)[lane];
    case 32: return ((const uint32_t *)(const void *)row)[lane];
    default: return ((const uint64_t *)(const void *)row)[lane];
    }
}

INLINE void set_lane(unsigned char *row, int32_t width, int32_t lane, uint64_t value)
{
    switch (width) {
    case 16: ((uint16_t *)(void *)row)[lane] = (uint16_t)value; break;
    case 32: ((uint32_t *)(void *)row)[lane] = (uint32_t)value; break;
    default: ((uint64_t *)(void *)row)[lane] = value; break;
    }
}

INLINE void add_to_lane(unsigned char *row, int32_t width, int32_t lane, uint64_t bits)
{
    set_lane(row, width, lane, lane_value(row, width, lane) | bits);
}

/* The bits for options in a lane: all but the top one. */
INLINE uint64_t option_bits(int32_t width)
{
    return ~UINT64_C(0) >> (65 - width);
}

static unsigned char *row_of(const Lanes *lanes, int32_t option)
{
    return lanes->rows + (size_t)option * lanes->row_bytes;
}

/* Compute the state below `level` where `option` is chosen. */
static void make_child(Lanes *lanes, int32_t level, int32_t option)
{
    unsigned char *child = lanes->states + ((size_t)level + 1) * lanes->row_bytes;
    memcpy(child, child - lanes->row_bytes, lanes->row_bytes);
    lanes->add_row(child, row_of(lanes, option), lanes->row_bytes);
    lanes->open[level + 1] = lanes->open[level] - lanes->covers[option];
}

/* Adding rows, finding the least key, and the search itself: for any processor, with AVX2, and with the
   part of AVX-512 that counts the bits of lanes. */

#define NAME(name) name##_portable
#define VARIANT
#define WITH_AVX2 0
#define WITH_BITALG 0
#include "lanes_walk.h"
#undef NAME
#undef VARIANT
#undef WITH_AVX2

#if X86_VARIANTS
#define NAME(name) name##_avx2
#define VARIANT __attribute__((target("avx2,bmi,bmi2,popcnt")))
#define WITH_AVX2 1
#include "lanes_walk.h"
#undef NAME
#undef VARIANT
#undef WITH_BITALG

#define NAME(name) name##_bitalg
#define VARIANT                                                                                              \
    __attribute__((target("avx2,bmi,bmi2,popcnt,avx512f,avx512bw,avx512vl,avx512bitalg,avx512vpopcntdq")))
#define WITH_BITALG 1
#include "lanes_walk.h"
#undef NAME
#undef VARIANT
#undef WITH_AVX2
#endif
#undef WITH_BITALG

#define TAKE(lanes, variant)                                                                                 \
    ((lanes)->walk = walk_##variant, (lanes)->least = least_##variant, (lanes)->add_row = add_row_##variant)

static void choose_variant(Lanes *lanes)
{
    TAKE(lanes, portable);
#if X86_VARIANTS
    if (kernel_simd == SIMD_BASELINE || !__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("bmi")
        || !__builtin_cpu_supports("bmi2") || !__builtin_cpu_supports("popcnt"))
        return;
    TAKE(lanes, avx2);
    if (kernel_simd == SIMD_ALL && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw")
        && __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bitalg")
        && __builtin_cpu_supports("avx512vpopcntdq"))
        TAKE(lanes, bitalg);
#endif
}

/* Building the tables. */

typedef struct {
    const Remainder *rest;
    Lanes *lanes;
    int32_t *bit_of;        /* by entry with a primary item: the bit of its option in the lane of its item */
    unsigned char *killed;  /* a row to gather in */
} Build;

/* Set the bits of an option in all lanes of its items. */
static void add_option(const Build *build, unsigned char *row, int32_t option)
{
    const Remainder *rest = build->rest;
    for (int32_t e = rest->starts[option]; e < rest->starts[option + 1]; e++)
        if (rest->items[e] < rest->primary_count)
            add_to_lane(row, build->lanes->width, rest->items[e], UINT64_C(1) << build->bit_of[e]);
}

/* All options of an item, the entries by_use[from] to by_use[to - 1], exclude each other. */
static void exclude_all(const Build *build, int32_t from, int32_t to)
{
    const Remainder *rest = build->rest;
    const size_t bytes = build->lanes->row_bytes;
    memset(build->killed, 0, bytes);
    for (int32_t u = from; u < to; u++)
        add_option(build, build->killed, rest->owners[rest->by_use[u]]);
    for (int32_t u = from; u < to; u++)
        build->lanes->add_row(row_of(build->lanes, rest->owners[rest->by_use[u]]), build->killed, bytes);
}

/* Options that use an item in one color agree, all others exclude each other. Going through the groups that
   agree once upwards and once downwards, each meets all that came before it. */
static void exclude_other_colors(const Build *build, int32_t from, int32_t to)
{
    const Remainder *rest = build->rest;
    const size_t bytes = build->lanes->row_bytes;
    for (int32_t direction = 1; direction >= -1; direction -= 2) {
        const int32_t first = direction > 0 ? from : to - 1, end = direction > 0 ? to : from - 1;
        memset(build->killed, 0, bytes);
        for (int32_t u = first, group = first; u != end; u = group) {
            const int32_t color = rest->colors[rest->by_use[u]];
            do {
                build->lanes->add_row(row_of(build->lanes, rest->owners[rest->by_use[group]]), build->killed,
                                      bytes);
                group += direction;
            } while (group != end && color != 0 && rest->colors[rest->by_use[group]] == color);
            for (; u != group; u += direction)
                add_option(build, build->killed, rest->owners[rest->by_use[u]]);
        }
    }
}

static void build_rows(const Build *build)
{
    const Remainder *rest = build->rest;
    for (int32_t from = 0, to; from < rest->entry_count; from = to) {
        const int32_t item = rest->items[rest->by_use[from]];
        for (to = from + 1; to < rest->entry_count && rest->items[rest->by_use[to]] == item; to++)
            ;
        if (rest->colors[rest->by_use[to - 1]] == 0)
            exclude_all(build, from, to);
        else
            exclude_other_colors(build, from, to);
    }
    Lanes *lanes = build->lanes;
    for (int32_t e = 0; e < rest->entry_count; e++)
        if (rest->items[e] < rest->primary_count) {
            const uint64_t top_bit = UINT64_C(1) << (lanes->width - 1);
            add_to_lane(row_of(lanes, rest->owners[e]), lanes->width, rest->items[e], top_bit);
        }
}

/* Give the options of each item their bits, in their order, and set up the root's state and the keys. */
static void place_options(const Build *build)
{
    const Remainder *rest = build->rest;
    Lanes *lanes = build->lanes;
    const int32_t width = lanes->width, lane_count = lanes->vectors * VECTOR_BYTES * 8 / width;
    memset(lanes->states, 0xff, lanes->row_bytes);
    int32_t u = 0;
    for (int32_t item = 0; item < rest->primary_count; item++) {
        int32_t bit = 0;
        for (; u < rest->entry_count && rest->items[rest->by_use[u]] == item; u++, bit++) {
            const int32_t option = rest->owners[rest->by_use[u]];
            build->bit_of[rest->by_use[u]] = bit;
            lanes->option_at[item * width + bit] = (uint16_t)option;
            lanes->covers[option]++;
        }
        set_lane(lanes->states, width, item, option_bits(width) & ~((UINT64_C(1) << bit) - 1));
    }
    for (int32_t lane = 0; lane < lane_count; lane++) {
        /* In the wide lanes a key takes the low 32 bits; the others are set, for the least of all to
           ignore. */
        const uint64_t base = (uint64_t)(width - 1) << 8 | (uint64_t)(lane & 255);
        set_lane(lanes->key_base, width, lane, width == 64 ? base | ~UINT64_C(0) << 32 : base);
    }
}

/* Spare the search of a small problem a look at which option it is, on its way to the option's row. */
static void copy_rows(Lanes *lanes, const Remainder *rest)
{
    for (int32_t u = 0, bit = 0; u < rest->entry_count; u++, bit++) {
        const int32_t entry = rest->by_use[u], item = rest->items[entry];
        if (item >= rest->primary_count)
            break;
        if (u > 0 && item != rest->items[rest->by_use[u - 1]])
            bit = 0;
        memcpy(lanes->rows_at + (size_t)(item * lanes->width + bit) * lanes->row_bytes,
               row_of(lanes, rest->owners[entry]), lanes->row_bytes);
    }
}

/* The most options that an item has. */
static int32_t longest(const Remainder *rest)
{
    int32_t most = 0;
    for (int32_t u = 0, from = 0; u < rest->entry_count; u++) {
        const int32_t item = rest->items[rest->by_use[u]];
        if (item >= rest->primary_count)
            break;
        if (item != rest->items[rest->by_use[from]])
            from = u;
        if (u - from + 1 > most)
            most = u - from + 1;
    }
    return most;
}

/* One block for all tables, those first that vectors are read from. */
static bool allocate_tables(Lanes *lanes)
{
    const size_t levels = (size_t)lanes->item_count + 2, options = (size_t)lanes->option_count;
    const size_t lane_bits = (size_t)lanes->item_count * (size_t)lanes->width;
    const size_t places = SMALL(lanes->width, lanes->vectors) ? lane_bits : 0;
    const size_t size = (options + places + levels + 1) * lanes->row_bytes + levels * sizeof *lanes->left
                        + (3 * levels + 2 * options + (size_t)lanes->item_count) * sizeof(int32_t)
                        + lane_bits * sizeof *lanes->option_at;
    unsigned char *place = aligned_block(size, &lanes->block);
    if (place == NULL)
        return false;
    lanes->rows = place;
    lanes->rows_at = lanes->rows + options * lanes->row_bytes;
    lanes->states = lanes->rows_at + places * lanes->row_bytes;
    lanes->key_base = lanes->states + levels * lanes->row_bytes;
    lanes->left = (uint64_t *)(void *)(lanes->key_base + lanes->row_bytes);
    lanes->back = (int32_t *)(void *)(lanes->left + levels);
    lanes->chosen = lanes->back + levels;
    lanes->open = lanes->chosen + levels;
    lanes->covers = lanes->open + levels;
    lanes->option_of = lanes->covers + options;
    lanes->item_of = lanes->option_of + options;
    lanes->option_at = (uint16_t *)(void *)(lanes->item_of + lanes->item_count);
    memset(lanes->rows, 0, options * lanes->row_bytes);
    memset(lanes->covers, 0, options * sizeof *lanes->covers);
    return true;
}

static void lanes_destroy(void *state)
{
    Lanes *lanes = state;
    free(lanes->block);
    free(lanes);
}

static bool build_tables(Lanes *lanes, const Remainder *rest, int32_t most)
{
    lanes->width = most < 16 ? 16 : most < 32 ? 32 : 64;
    lanes->item_count = rest->primary_count;
    lanes->option_count = rest->option_count;
    const int32_t bits = rest->primary_count > 0 ? rest->primary_count * lanes->width : 1;
    lanes->vectors = (bits + VECTOR_BYTES * 8 - 1) / (VECTOR_BYTES * 8);
    lanes->row_bytes = (size_t)lanes->vectors * VECTOR_BYTES;
    choose_variant(lanes);
    Build build = {.rest = rest, .lanes = lanes};
    build.bit_of = malloc(((size_t)rest->entry_count + 1) * sizeof *build.bit_of);
    if (build.bit_of == NULL || !allocate_tables(lanes)) {
        free(build.bit_of);
        return false;
    }
    /* The state of level 1 is not needed yet. */
    build.killed = lanes->states + lanes->row_bytes;
    place_options(&build);
    build_rows(&build);
    if (SMALL(lanes->width, lanes->vectors))
        copy_rows(lanes, rest);
    free(build.bit_of);
    memcpy(lanes->option_of, rest->option_of, (size_t)rest->option_count * sizeof *lanes->option_of);
    memcpy(lanes->item_of, rest->item_of, (size_t)rest->primary_count * sizeof *lanes->item_of);
    lanes->open[0] = rest->primary_count;
    return true;
}

static void *lanes_create(const Problem *problem, const char **reason)
{
    Remainder rest;
    *reason = NULL;
    if (!remainder_make(&rest, problem))
        return NULL;
    const int32_t most = longest(&rest);
    Lanes *lanes = NULL;
    /* Within these limits the tables stay far below TABLE_LIMIT: 256 * 63 rows of 2 KiB. */
    if (rest.primary_count > MOST_ITEMS)
        *reason = "more than 256 items have to be covered";
    else if (most > MOST_OPTIONS)
        *reason = "an item has more than 63 options";
    else if ((lanes = calloc(1, sizeof *lanes)) != NULL && !build_tables(lanes, &rest, most)) {
        lanes_destroy(lanes);
        lanes = NULL;
    }
    remainder_free(&rest);
    return lanes;
}

/* Looking at the search while it rests. */

static uint64_t alive_in(const Lanes *lanes, int32_t level, int32_t lane)
{
    const unsigned char *state = lanes->states + (size_t)level * lanes->row_bytes;
    return ~lane_value(state, lanes->width, lane) & option_bits(lanes->width);
}

static int32_t option_number(const Lanes *lanes, int32_t lane, int bit)
{
    return lanes->option_of[lanes->option_at[lane * lanes->width + bit]];
}

/* The lane of the item to choose at a level, -1 if all are covered. */
static int32_t least_lane(const Lanes *lanes, int32_t level)
{
    if (lanes->open[level] == 0)
        return -1;
    return (int32_t)KEY_ITEM(lanes->least(lanes, lanes->states + (size_t)level * lanes->row_bytes));
}

static bool lanes_descend(void *state, Search *search, int32_t option)
{
    Lanes *lanes = state;
    const int32_t level = search->level, lane = least_lane(lanes, level);
    if (lane < 0)
        return false;
    for (uint64_t left = alive_in(lanes, level, lane); left != 0; left &= left - 1) {
        const int bit = first_bit(left);
        if (option_number(lanes, lane, bit) != option)
            continue;
        lanes->chosen[level] = lane;
        lanes->left[level] = left & (left - 1);
        make_child(lanes, level, lanes->option_at[lane * lanes->width + bit]);
        search->choices[level] = option;
        search->level = level + 1;
        return true;
    }
    return false;
}

static void lanes_branch(void *state, const Search *search, int32_t level, int32_t *item, int32_t *place,
                         int32_t *length)
{
    const Lanes *lanes = state;
    const int32_t lane = lanes->chosen[level];
    *item = lanes->item_of[lane];
    *place = *length = 0;
    for (uint64_t left = alive_in(lanes, level, lane); left != 0; left &= left - 1) {
        ++*length;
        if (option_number(lanes, lane, first_bit(left)) == search->choices[level])
            *place = *length;
    }
}

static int32_t lanes_choices_here(void *state, const Search *search, int32_t *item, int32_t *options)
{
    const Lanes *lanes = state;
    const int32_t lane = least_lane(lanes, search->level);
    *item = lane < 0 ? -1 : lanes->item_of[lane];
    int32_t count = 0;
    if (lane >= 0)
        for (uint64_t left = alive_in(lanes, search->level, lane); left != 0; left &= left - 1)
            options[count++] = option_number(lanes, lane, first_bit(left));
    return count;
}

static Outcome lanes_run(void *state, Search *search)
{
    Lanes *lanes = state;
    if (search->rest == AT_END)
        return RAN_DONE;
    if (search->solutions == search->last_solution)
        return RAN_SOLUTIONS;
    return lanes->walk(lanes, search);
}

const Engine lanes_engine = {
    .name = "lanes",
    .create = lanes_create,
    .destroy = lanes_destroy,
    .descend = lanes_descend,
    .run = lanes_run,
    .branch = lanes_branch,
    .choices_here = lanes_choices_here,
    .counts_updates = false,
};
