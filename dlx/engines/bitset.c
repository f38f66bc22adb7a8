/* The engine on bit sets: the options that can still be chosen are a set of bits, and so are those of an
   item, and those that an option excludes.

   The state of a child is the state of its parent without the options that the chosen one excludes; the
   options of an item are counted by the instruction for it. Colors are only one more reason to exclude
   an option.

   Deep in the tree few options are left, and most of the bits in the sets are of options long dead. So
   where half the words would do, the options and items that are left are numbered anew without gaps, and
   the subtree is searched in a frame of its own, with smaller sets: those of the frame below, squeezed.
   Frames lie on a stack; a frame has at most half the words of the one below it. What an option excludes
   is computed, or squeezed, when the option is first chosen in a frame.

   An option uses an item, or an item in a color: such a pair is called a use. Options that share a
   primary item exclude each other; so do options that share a secondary item, if they don't use it in
   the same color. In the bottom frame every use of a secondary item has its set of excluded options.
   What an option excludes is the union of these and of the options of its primary items.

   Short names, all of a frame:
     words         words in a set of options
     item_words    words in a set of items
     depth         how many levels the search has gone down in the frame; depth 0 is the frame's root */

#include <string.h>

#include "bits.h"
#include "remainder.h"

/* A frame has at most half the words of the one below; 2^31 options are 2^25 words. */
#define MOST_FRAMES 27

/* Work between two polls, in words looked at: some milliseconds. */
#define POLL_WORK (1 << 23)
#define MOST_NODES_BETWEEN_POLLS 4096

/* A frame pays off if there are as many nodes in it on average; that is tried out a few times at each
   level. */
#define NODES_TO_PAY 16
#define TRIALS 8

/* How to squeeze a set: the bits of its word `from` that `mask` picks go, without gaps, to the bits from
   `to` on. There is a piece for each word from which bits are picked. Without an instruction for that,
   it takes a step for each power of two: the bits in moves[i], in their places at that time, go down by
   2^i. */
#define STEPS 6

typedef struct {
    uint64_t mask;
    int32_t from, to;
    uint64_t moves[STEPS];
} Piece;

typedef struct {
    int32_t option_count, item_count, words, item_words;
    int32_t level;            /* the level of the frame's root */
    int32_t depth;            /* where the search rests, or has left for the frame above */
    int64_t nodes_before;     /* nodes entered when the frame was made, its root included */

    int32_t *option_of;       /* by option: its number in the problem */
    int32_t *item_of;         /* by item: its number in the problem */
    uint64_t *members;        /* by item: its options */
    uint64_t *rows;           /* by option: the options that it excludes; valid where `known` */
    uint64_t *covered;        /* by option: its primary items; valid where `known` */
    uint8_t *known;

    uint64_t *active;         /* by depth: the options that can still be chosen */
    uint64_t *left;           /* by depth: those of the chosen item that are still to be tried */
    uint64_t *open;           /* by depth: the items that have to be covered */
    int32_t *chosen;          /* by depth: the chosen item */
    int32_t *first_left;      /* by depth: the words of `left` below this one are empty */

    int32_t below_words, below_item_words;
    int32_t *below_option;    /* by option: its number in the frame below */
    Piece *pieces;            /* how sets of options of the frame below are squeezed */
    Piece *item_pieces;       /* the same for sets of items */
    int32_t piece_count, item_piece_count;

    void *block;              /* all of these tables */
    size_t room;              /* bytes in the block */
} Frame;

/* The uses of the bottom frame. Those of primary items have the numbers of their items. */
typedef struct {
    int32_t *starts, *uses;   /* the uses of option k: uses[starts[k]] to uses[starts[k + 1] - 1] */
    int32_t primary_count, use_count;
    uint64_t *excluded;       /* by use from primary_count on: the options that it excludes */
    void *block;
} Uses;

typedef struct Bitset Bitset;

/* Where a walk begins, and how it ends. */
typedef enum { ENTER, CHOOSE, RETURN } Entrance;
typedef enum { REST, DESCEND, FINISHED } Exit;

typedef Exit Walk(Bitset *, Search *, Frame *, Entrance);
typedef void Squeeze(uint64_t *to, int32_t words, const uint64_t *from, const Piece *pieces, int32_t count);

struct Bitset {
    Frame frames[MOST_FRAMES];
    int32_t top;              /* the frame in which the search is */
    Uses uses;
    bool may_pack;            /* false once memory was short */
    int64_t *tried, *spent;   /* by level: frames made so far, and the nodes in them */
    int64_t pause, interval;
    Outcome outcome;
    Walk *walk;
    Squeeze *squeeze;
};

INLINE bool is_empty(const uint64_t *set, const int words)
{
    uint64_t any = 0;
    for (int w = 0; w < words; w++)
        any |= set[w];
    return any == 0;
}

/* What an option of the bottom frame excludes and covers. */
static void compute_row(Frame *frame, const Uses *uses, int32_t option)
{
    const size_t words = (size_t)frame->words, item_words = (size_t)frame->item_words;
    uint64_t *row = frame->rows + (size_t)option * words;
    uint64_t *covered = frame->covered + (size_t)option * item_words;
    memset(row, 0, words * sizeof *row);
    memset(covered, 0, item_words * sizeof *covered);
    for (int32_t e = uses->starts[option]; e < uses->starts[option + 1]; e++) {
        const int32_t use = uses->uses[e];
        const uint64_t *excluded = frame->members + (size_t)use * words;
        if (use < uses->primary_count)
            put_bit(covered, use);
        else
            excluded = uses->excluded + (size_t)(use - uses->primary_count) * words;
        for (size_t w = 0; w < words; w++)
            row[w] |= excluded[w];
    }
    frame->known[option] = 1;
}

/* What an option excludes and covers is worked out here when the option is first chosen in the top
   frame: down to the first frame where it is known already, and up again. */
static void make_row(Bitset *bitset, int32_t option)
{
    int32_t number[MOST_FRAMES];
    int32_t f = bitset->top;
    for (number[f] = option; f > 0 && !bitset->frames[f].known[number[f]]; f--)
        number[f - 1] = bitset->frames[f].below_option[number[f]];
    if (!bitset->frames[f].known[number[f]])
        compute_row(&bitset->frames[f], &bitset->uses, number[f]);
    while (f < bitset->top) {
        const Frame *below = &bitset->frames[f++];
        Frame *frame = &bitset->frames[f];
        const size_t from = (size_t)number[f - 1], to = (size_t)number[f];
        bitset->squeeze(frame->rows + to * (size_t)frame->words, frame->words,
                        below->rows + from * (size_t)below->words, frame->pieces, frame->piece_count);
        bitset->squeeze(frame->covered + to * (size_t)frame->item_words, frame->item_words,
                        below->covered + from * (size_t)below->item_words, frame->item_pieces,
                        frame->item_piece_count);
        frame->known[to] = 1;
    }
}

/* Compute the state below `depth` of the top frame where `option` is chosen. */
static void make_child(Bitset *bitset, int32_t depth, int32_t option)
{
    Frame *frame = &bitset->frames[bitset->top];
    const size_t words = (size_t)frame->words, item_words = (size_t)frame->item_words;
    if (!frame->known[option])
        make_row(bitset, option);
    const uint64_t *row = frame->rows + (size_t)option * words;
    const uint64_t *covered = frame->covered + (size_t)option * item_words;
    uint64_t *active = frame->active + (size_t)depth * words;
    uint64_t *open = frame->open + (size_t)depth * item_words;
    for (size_t w = 0; w < words; w++)
        active[words + w] = active[w] & ~row[w];
    for (size_t w = 0; w < item_words; w++)
        open[item_words + w] = open[w] & ~covered[w];
}

/* Whether a frame for a node at `level` may be expected to pay off. */
static bool worth_a_frame(const Bitset *bitset, int32_t level)
{
    const int64_t tried = bitset->tried[level];
    return bitset->may_pack && (tried < TRIALS || bitset->spent[level] >= tried * NODES_TO_PAY);
}

/* Counting, choosing and the search itself, once for any processor and once with its instructions for
   bits. */

#define NAME(name) name##_portable
#define VARIANT
#define WITH_BMI2 0
#include "bitset_walk.h"
#undef NAME
#undef VARIANT
#undef WITH_BMI2

#if X86_VARIANTS
#include <immintrin.h>
#define NAME(name) name##_bmi2
#define VARIANT __attribute__((target("popcnt,bmi,bmi2")))
#define WITH_BMI2 1
#include "bitset_walk.h"
#undef NAME
#undef VARIANT
#undef WITH_BMI2
#endif

static void choose_variant(Bitset *bitset)
{
    bitset->walk = walk_portable;
    bitset->squeeze = squeeze_portable;
#if X86_VARIANTS
    if (kernel_simd != SIMD_BASELINE && __builtin_cpu_supports("popcnt") && __builtin_cpu_supports("bmi")
        && __builtin_cpu_supports("bmi2")) {
        bitset->walk = walk_bmi2;
        /* These processors have the instruction that squeezes, but work it out bit by bit. */
        if (!__builtin_cpu_is("znver1") && !__builtin_cpu_is("znver2") && !__builtin_cpu_is("bdver4"))
            bitset->squeeze = squeeze_bmi2;
    }
#endif
}

/* Making frames. */

/* Bytes of the tables of a frame; if there is a block, also set them up in it. There are as many levels
   as items, and one more. */
static uint64_t lay_out(Frame *frame, unsigned char *block)
{
    const uint64_t options = (uint64_t)frame->option_count, items = (uint64_t)frame->item_count;
    const uint64_t words = (uint64_t)frame->words, item_words = (uint64_t)frame->item_words;
    const uint64_t levels = items + 1;
    uint64_t size = 0;
#define TABLE(name, count)                                                                                  \
    do {                                                                                                    \
        if (block != NULL)                                                                                  \
            frame->name = (void *)(block + size);                                                           \
        size += (count) * sizeof *frame->name;                                                              \
    } while (0)
    TABLE(members, items * words);
    TABLE(rows, options * words);
    TABLE(covered, options * item_words);
    TABLE(active, levels * words);
    TABLE(left, levels * words);
    TABLE(open, levels * item_words);
    TABLE(pieces, (uint64_t)frame->below_words);
    TABLE(item_pieces, (uint64_t)frame->below_item_words);
    TABLE(chosen, levels);
    TABLE(first_left, levels);
    TABLE(option_of, options);
    TABLE(item_of, items);
    TABLE(below_option, options);
    TABLE(known, options);
#undef TABLE
    return size;
}

/* Set up the tables of a frame whose sizes are known. False if memory is short. */
static bool allocate_frame(Frame *frame)
{
    const uint64_t size = lay_out(frame, NULL);
    if (size > frame->room) {
        free(frame->block);
        frame->room = 0;
        if (size > TABLE_LIMIT || aligned_block((size_t)size, &frame->block) == NULL) {
            frame->block = NULL;
            return false;
        }
        frame->room = (size_t)size;
    }
    lay_out(frame, aligned_in(frame->block));
    memset(frame->known, 0, (size_t)frame->option_count);
    return true;
}

static void fill_set(uint64_t *set, int32_t count)
{
    memset(set, 0xff, (size_t)(count / WORD_BITS) * sizeof *set);
    if (count % WORD_BITS != 0)
        set[count / WORD_BITS] = (UINT64_C(1) << (count % WORD_BITS)) - 1;
}

/* All options and items are there at the root of a frame. */
static void set_root(Frame *frame)
{
    fill_set(frame->active, frame->option_count);
    fill_set(frame->open, frame->item_count);
    frame->depth = 0;
}

/* Henry S. Warren, Hacker's Delight, 2nd edition, section 7-4, "compress". */
static void plan_moves(Piece *piece)
{
    uint64_t mask = piece->mask, below = ~mask << 1;
    for (int step = 0; step < STEPS; step++) {
        uint64_t odd = below;    /* where the number of gaps below, as far as not closed yet, is odd */
        for (int shift = 1; shift < WORD_BITS; shift *= 2)
            odd ^= odd << shift;
        const uint64_t move = piece->moves[step] = odd & mask;
        mask = (mask ^ move) | (move >> (1 << step));
        below &= ~odd;
    }
}

static int32_t make_pieces(const Bitset *bitset, Piece *pieces, const uint64_t *set, int32_t words)
{
    int32_t count = 0, to = 0;
    for (int32_t w = 0; w < words; w++) {
        if (set[w] == 0)
            continue;
        pieces[count].mask = set[w];
        pieces[count].from = w;
        pieces[count].to = to;
        if (bitset->squeeze == squeeze_portable)
            plan_moves(&pieces[count]);
        to += population_anywhere(set[w]);
        count++;
    }
    return count;
}

static int32_t count_set(const uint64_t *set, int32_t words)
{
    int32_t count = 0;
    for (int32_t w = 0; w < words; w++)
        count += population_anywhere(set[w]);
    return count;
}

/* Make the node where the search is in the top frame the root of a frame of its own. */
static void push_frame(Bitset *bitset, int64_t nodes)
{
    const Frame *below = &bitset->frames[bitset->top];
    Frame *frame = &bitset->frames[bitset->top + 1];
    const uint64_t *active = below->active + (size_t)below->depth * (size_t)below->words;
    const uint64_t *open = below->open + (size_t)below->depth * (size_t)below->item_words;
    frame->option_count = count_set(active, below->words);
    frame->item_count = count_set(open, below->item_words);
    frame->words = words_for(frame->option_count);
    frame->item_words = words_for(frame->item_count);
    frame->below_words = below->words;
    frame->below_item_words = below->item_words;
    if (!allocate_frame(frame)) {
        bitset->may_pack = false;
        return;
    }
    frame->piece_count = make_pieces(bitset, frame->pieces, active, below->words);
    frame->item_piece_count = make_pieces(bitset, frame->item_pieces, open, below->item_words);
    int32_t count = 0;
    for (int32_t w = 0; w < below->words; w++)
        for (uint64_t options = active[w]; options != 0; options &= options - 1, count++) {
            frame->below_option[count] = w * WORD_BITS + first_bit(options);
            frame->option_of[count] = below->option_of[frame->below_option[count]];
        }
    count = 0;
    for (int32_t w = 0; w < below->item_words; w++)
        for (uint64_t items = open[w]; items != 0; items &= items - 1, count++) {
            const int32_t item = w * WORD_BITS + first_bit(items);
            frame->item_of[count] = below->item_of[item];
            bitset->squeeze(frame->members + (size_t)count * (size_t)frame->words, frame->words,
                            below->members + (size_t)item * (size_t)below->words, frame->pieces,
                            frame->piece_count);
        }
    set_root(frame);
    frame->level = below->level + below->depth;
    frame->nodes_before = nodes;
    bitset->top++;
}

static void pop_frame(Bitset *bitset, int64_t nodes)
{
    const Frame *frame = &bitset->frames[bitset->top--];
    bitset->tried[frame->level]++;
    bitset->spent[frame->level] += nodes - frame->nodes_before;
}

/* Making the bottom frame, and its uses. */

/* Number the uses. False if memory is short. */
static bool number_uses(Uses *uses, const Remainder *rest)
{
    int32_t *block = malloc(((size_t)rest->option_count + 1 + (size_t)rest->entry_count) * sizeof *block);
    if (block == NULL)
        return false;
    uses->block = uses->starts = block;
    uses->uses = block + rest->option_count + 1;
    uses->primary_count = uses->use_count = rest->primary_count;
    memcpy(uses->starts, rest->starts, ((size_t)rest->option_count + 1) * sizeof *uses->starts);
    for (int32_t u = 0, last = -1; u < rest->entry_count; last = rest->by_use[u++]) {
        const int32_t e = rest->by_use[u];
        if (rest->items[e] < rest->primary_count)
            uses->uses[e] = rest->items[e];
        else if (last >= 0 && rest->items[e] == rest->items[last] && rest->colors[e] == rest->colors[last])
            uses->uses[e] = uses->uses[last];
        else
            uses->uses[e] = uses->use_count++;
    }
    return true;
}

/* The entries by_use[from] to by_use[to - 1] are all of one secondary item. Set up what its uses exclude. */
static void exclude_other_uses(const Uses *uses, const Remainder *rest, int32_t from, int32_t to,
                               size_t words)
{
    const int32_t first = uses->uses[rest->by_use[from]], last = uses->uses[rest->by_use[to - 1]];
    const size_t count = (size_t)(last - first) + 1;
    uint64_t *sets = uses->excluded + (size_t)(first - uses->primary_count) * words;
    for (int32_t u = from; u < to; u++) {
        const int32_t entry = rest->by_use[u];
        put_bit(sets + (size_t)(uses->uses[entry] - first) * words, rest->owners[entry]);
    }
    /* So far the sets are those of the options themselves. */
    const bool first_is_colored = rest->colors[rest->by_use[from]] != 0;
    for (size_t w = 0; w < words; w++) {
        uint64_t all = 0;
        for (size_t use = 0; use < count; use++)
            all |= sets[use * words + w];
        for (size_t use = 0; use < count; use++)
            sets[use * words + w] = use > 0 || first_is_colored ? all & ~sets[use * words + w] : all;
    }
}

static void fill_bottom(Frame *frame, const Uses *uses, const Remainder *rest)
{
    const size_t words = (size_t)frame->words;
    memset(frame->members, 0, (size_t)frame->item_count * words * sizeof(uint64_t));
    memset(uses->excluded, 0, (size_t)(uses->use_count - uses->primary_count) * words * sizeof(uint64_t));
    int32_t u = 0;
    for (; u < rest->entry_count && rest->items[rest->by_use[u]] < rest->primary_count; u++)
        put_bit(frame->members + (size_t)rest->items[rest->by_use[u]] * words, rest->owners[rest->by_use[u]]);
    for (int32_t from = u; u < rest->entry_count; from = u) {
        while (u < rest->entry_count && rest->items[rest->by_use[u]] == rest->items[rest->by_use[from]])
            u++;
        exclude_other_uses(uses, rest, from, u, words);
    }
    memcpy(frame->option_of, rest->option_of, (size_t)rest->option_count * sizeof *frame->option_of);
    memcpy(frame->item_of, rest->item_of, (size_t)rest->primary_count * sizeof *frame->item_of);
    set_root(frame);
}

/* False if memory is short, or, with a reason, if the tables would be too large. */
static bool make_bottom(Bitset *bitset, const Remainder *rest, const char **reason)
{
    Frame *frame = &bitset->frames[0];
    Uses *uses = &bitset->uses;
    if (!number_uses(uses, rest))
        return false;
    frame->option_count = rest->option_count;
    frame->item_count = rest->primary_count;
    frame->words = words_for(frame->option_count);
    frame->item_words = words_for(frame->item_count);
    const uint64_t set_bytes = (uint64_t)frame->words * sizeof(uint64_t);
    const uint64_t excluded = (uint64_t)(uses->use_count - uses->primary_count) * set_bytes;
    /* The sets of the frames above are at most half as large each, together as large as these; and of
       rows there are half as many besides, so that they come to a third. */
    const uint64_t rows = (uint64_t)frame->option_count * set_bytes;
    const uint64_t others = lay_out(frame, NULL) - rows;
    if (excluded + rows + rows / 3 + 2 * others > TABLE_LIMIT)
        *reason = "its tables would take more than 256 MiB";
    else if (allocate_frame(frame)) {
        uint64_t *sets = malloc((size_t)excluded + 1);
        if (sets == NULL)
            return false;
        uses->excluded = sets;
        fill_bottom(frame, uses, rest);
        return true;
    }
    return false;
}

/* The engine. */

static void bitset_destroy(void *state)
{
    Bitset *bitset = state;
    for (int f = 0; f < MOST_FRAMES; f++)
        free(bitset->frames[f].block);
    free(bitset->tried);
    free(bitset->uses.excluded);
    free(bitset->uses.block);
    free(bitset);
}

static bool set_up(Bitset *bitset, const Remainder *rest, const char **reason)
{
    const size_t levels = (size_t)rest->primary_count + 1;
    bitset->tried = calloc(2 * levels, sizeof *bitset->tried);
    if (bitset->tried == NULL || !make_bottom(bitset, rest, reason))
        return false;
    bitset->spent = bitset->tried + levels;
    bitset->may_pack = true;
    const Frame *bottom = &bitset->frames[0];
    const int64_t work = (int64_t)bottom->words * (bottom->item_count + 1) + 1;
    bitset->interval = 1 + POLL_WORK / work;
    if (bitset->interval > MOST_NODES_BETWEEN_POLLS)
        bitset->interval = MOST_NODES_BETWEEN_POLLS;
    choose_variant(bitset);
    return true;
}

static void *bitset_create(const Problem *problem, const char **reason)
{
    Remainder rest;
    *reason = NULL;
    if (!remainder_make(&rest, problem))
        return NULL;
    Bitset *bitset = calloc(1, sizeof *bitset);
    if (bitset != NULL && !set_up(bitset, &rest, reason)) {
        bitset_destroy(bitset);
        bitset = NULL;
    }
    remainder_free(&rest);
    return bitset;
}

static Outcome bitset_run(void *state, Search *search)
{
    Bitset *bitset = state;
    if (search->rest == AT_END)
        return RAN_DONE;
    if (search->solutions == search->last_solution)
        return RAN_SOLUTIONS;
    /* Frames take the place of recursion, so that a search can rest anywhere in them and go on. */
    Frame *frame = &bitset->frames[bitset->top];
    Entrance entrance = search->rest == AT_NODE ? ENTER : RETURN;
    frame->depth = search->level - frame->level;
    bitset->pause = search->nodes;
    for (;;) {
        switch (bitset->walk(bitset, search, frame, entrance)) {
        case REST:
            search->level = frame->level + frame->depth;
            return bitset->outcome;
        case DESCEND:
            push_frame(bitset, search->nodes);
            entrance = CHOOSE;
            break;
        case FINISHED:
            if (frame->level + frame->depth == search->base) {
                search->level = search->base;
                search->rest = AT_END;
                return RAN_DONE;
            }
            pop_frame(bitset, search->nodes);
            entrance = RETURN;
            break;
        }
        frame = &bitset->frames[bitset->top];
    }
}

/* Looking at the search while it rests. */

/* The next option after `option` (the first one after -1) of those of an item that can be chosen at a
   depth; -1 if there is none. */
static int32_t next_option(const Frame *frame, int32_t depth, int32_t item, int32_t option)
{
    const size_t words = (size_t)frame->words;
    const uint64_t *active = frame->active + (size_t)depth * words;
    const uint64_t *members = frame->members + (size_t)item * words;
    for (int32_t w = ++option / WORD_BITS; w < frame->words; w++, option = w * WORD_BITS) {
        const uint64_t options = active[w] & members[w] & ~UINT64_C(0) << (option % WORD_BITS);
        if (options != 0)
            return w * WORD_BITS + first_bit(options);
    }
    return -1;
}

/* The item to choose at a depth; -1 if all are covered. */
static int32_t least_item(const Frame *frame, int32_t depth)
{
    const size_t words = (size_t)frame->words;
    const uint64_t *active = frame->active + (size_t)depth * words;
    const uint64_t *open = frame->open + (size_t)depth * (size_t)frame->item_words;
    if (is_empty(open, frame->item_words))
        return -1;
    int32_t least = -1, least_count = 0;
    for (int32_t item = 0; item < frame->item_count; item++) {
        if ((open[item / WORD_BITS] >> (item % WORD_BITS) & 1) == 0)
            continue;
        int32_t count = 0;
        for (int32_t w = 0; w < frame->words; w++)
            count += population_anywhere(active[w] & frame->members[(size_t)item * words + (size_t)w]);
        if (least < 0 || count < least_count) {
            least = item;
            least_count = count;
        }
    }
    return least;
}

static bool bitset_descend(void *state, Search *search, int32_t option)
{
    Bitset *bitset = state;
    Frame *frame = &bitset->frames[bitset->top];
    const int32_t depth = search->level - frame->level, item = least_item(frame, depth);
    if (item < 0)
        return false;
    const size_t words = (size_t)frame->words;
    uint64_t *left = frame->left + (size_t)depth * words;
    int32_t chosen = next_option(frame, depth, item, -1);
    while (chosen >= 0 && frame->option_of[chosen] != option)
        chosen = next_option(frame, depth, item, chosen);
    if (chosen < 0)
        return false;
    memset(left, 0, words * sizeof *left);
    for (int32_t later = chosen; (later = next_option(frame, depth, item, later)) >= 0;)
        put_bit(left, later);
    frame->chosen[depth] = item;
    frame->first_left[depth] = 0;
    make_child(bitset, depth, chosen);
    search->choices[search->level++] = option;
    return true;
}

static void bitset_branch(void *state, const Search *search, int32_t level, int32_t *item, int32_t *place,
                          int32_t *length)
{
    const Bitset *bitset = state;
    /* The choice at the root of a frame was made in that frame, not in the one below it. */
    const Frame *frame = &bitset->frames[bitset->top];
    while (frame->level > level)
        frame--;
    const int32_t depth = level - frame->level, chosen = frame->chosen[depth];
    *item = frame->item_of[chosen];
    *place = *length = 0;
    for (int32_t option = -1; (option = next_option(frame, depth, chosen, option)) >= 0;) {
        ++*length;
        if (frame->option_of[option] == search->choices[level])
            *place = *length;
    }
}

static int32_t bitset_choices_here(void *state, const Search *search, int32_t *item, int32_t *options)
{
    const Bitset *bitset = state;
    const Frame *frame = &bitset->frames[bitset->top];
    const int32_t depth = search->level - frame->level, least = least_item(frame, depth);
    int32_t count = 0;
    *item = least < 0 ? -1 : frame->item_of[least];
    if (least >= 0)
        for (int32_t option = -1; (option = next_option(frame, depth, least, option)) >= 0;)
            options[count++] = frame->option_of[option];
    return count;
}

const Engine bitset_engine = {
    .name = "bitset",
    .create = bitset_create,
    .destroy = bitset_destroy,
    .descend = bitset_descend,
    .run = bitset_run,
    .branch = bitset_branch,
    .choices_here = bitset_choices_here,
    .counts_updates = false,
};
