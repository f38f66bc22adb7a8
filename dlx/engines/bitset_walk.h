/* Part of bitset.c, which includes it once for every variant, with NAME, VARIANT and WITH_BMI2 defined. */

/* How many bits are set in both of two sets of a few words. */
VARIANT INLINE int32_t NAME(count_common)(const uint64_t *a, const uint64_t *b, const int words)
{
#if WITH_BMI2
    int32_t count = 0;
    for (int w = 0; w < words; w++)
        count += (int32_t)__builtin_popcountll(a[w] & b[w]);
    return count;
#else
    int32_t count = 0;
    for (int w = 0; w < words; w++)
        count += population_anywhere(a[w] & b[w]);
    return count;
#endif
}

/* Squeeze a set: see Piece. */
VARIANT static void NAME(squeeze)(uint64_t *to, int32_t words, const uint64_t *from, const Piece *pieces,
                                  int32_t count)
{
    memset(to, 0, (size_t)words * sizeof *to);
    for (int32_t p = 0; p < count; p++) {
        const int32_t word = pieces[p].to / WORD_BITS, shift = pieces[p].to % WORD_BITS;
#if WITH_BMI2
        const uint64_t bits = _pext_u64(from[pieces[p].from], pieces[p].mask);
#else
        uint64_t bits = from[pieces[p].from] & pieces[p].mask;
        for (int step = 0; step < STEPS; step++) {
            const uint64_t moving = bits & pieces[p].moves[step];
            bits = (bits ^ moving) | (moving >> (1 << step));
        }
#endif
        to[word] |= bits << shift;
        if (shift != 0 && word + 1 < words)
            to[word + 1] |= bits >> (WORD_BITS - shift);
    }
}

/* Sets of more words than this are counted in pieces, as it often shows early that the least is another
   one. */
#define LONG_SET 8
#define PIECE 4

#define KEY_ITEM(key) ((int32_t)(key))
#define HAS_OPTIONS(key) ((key) >> 32 != 0)

/* Find the item with the fewest options left, the leftmost of these: the key is their number << 32 |
   item. Where some item has none, any key without options may come back. */
VARIANT INLINE uint64_t NAME(least_key)(const Frame *frame, const uint64_t *active, const uint64_t *open,
                                        const int words, const int item_words)
{
    uint64_t least = UINT64_MAX;
    for (int o = 0; o < item_words; o++)
        for (uint64_t items = open[o]; items != 0; items &= items - 1) {
            const int32_t item = o * WORD_BITS + first_bit(items);
            const uint64_t *members = frame->members + (size_t)item * (size_t)words;
            int32_t count = 0;
            int w = 0;
            if (words > LONG_SET) {
                for (; w + PIECE <= words; w += PIECE) {
                    count += NAME(count_common)(active + w, members + w, PIECE);
                    if ((uint64_t)count << 32 > least)
                        break;
                }
                if (w + PIECE <= words)
                    continue;
            }
            count += NAME(count_common)(active + w, members + w, words - w);
            const uint64_t key = (uint64_t)count << 32 | (uint64_t)item;
            least = key < least ? key : least;
            /* With few words it is faster to go through all items without looking. */
            if (words > 1 && count == 0)
                return key;
        }
    return least;
}

/* Search on in a frame from its depth. `words` and `item_words` are those of the frame; as constants
   they let the compiler unroll the loops. */
VARIANT INLINE Exit NAME(walk_sized)(Bitset *bitset, Search *search, Frame *frame, const Entrance entrance,
                                     const int words, const int item_words)
{
    int32_t *const choices = search->choices + frame->level;
    int64_t *const profile = search->profile + frame->level;
    const int32_t floor = search->base > frame->level ? search->base - frame->level : 0;
    int32_t depth = frame->depth, active_count = 0;
    int64_t nodes = search->nodes;
    uint64_t *active = frame->active + (size_t)depth * (size_t)words;
    uint64_t *open = frame->open + (size_t)depth * (size_t)item_words;
    uint64_t *left = frame->left + (size_t)depth * (size_t)words;
    uint64_t key;

    if (entrance == RETURN)
        goto leave;
    if (entrance == ENTER) {
        if (!may_enter(search, bitset->interval, &bitset->pause, &bitset->outcome))
            return REST;
        nodes++;
        profile[depth]++;
        if (is_empty(open, item_words)) {
            if (note_solution(search, frame->level + depth, nodes))
                goto leave;
            bitset->outcome = RAN_SOLUTIONS;
            return REST;
        }
    }
    active_count = NAME(count_common)(active, active, words);

choose:
    /* The node at `depth` has been counted, and is no solution. */
    key = NAME(least_key)(frame, active, open, words, item_words);
    if (!HAS_OPTIONS(key))
        goto leave;
    if (words > 1 && words_for(active_count) * 2 <= words && worth_a_frame(bitset, frame->level + depth)) {
        search->nodes = nodes;
        frame->depth = depth;
        return DESCEND;
    }
    frame->chosen[depth] = KEY_ITEM(key);
    {
        const uint64_t *members = frame->members + (size_t)KEY_ITEM(key) * (size_t)words;
        for (int w = 0; w < words; w++)
            left[w] = active[w] & members[w];
        frame->first_left[depth] = 0;
    }

try_next:
    {
        int w = words == 1 ? 0 : frame->first_left[depth];
        while (w < words && left[w] == 0)
            w++;
        if (w == words)
            goto leave;
        const int32_t option = w * WORD_BITS + first_bit(left[w]);
        left[w] &= left[w] - 1;
        if (words > 1)
            frame->first_left[depth] = w;
        choices[depth] = frame->option_of[option];
        if (UNLIKELY(nodes == bitset->pause)) {
            search->nodes = nodes;
            search->level = frame->level + depth + 1;
            search->rest = AT_NODE;
            make_child(bitset, depth, option);
            if (!may_enter(search, bitset->interval, &bitset->pause, &bitset->outcome)) {
                frame->depth = depth + 1;
                return REST;
            }
        }
        nodes++;
        profile[depth + 1]++;
        if (UNLIKELY(!frame->known[option]))
            make_row(bitset, option);

        const uint64_t *covered = frame->covered + (size_t)option * (size_t)item_words;
        uint64_t any = 0;
        for (int o = 0; o < item_words; o++)
            any |= open[item_words + o] = open[o] & ~covered[o];
        if (any == 0) {
            /* A solution: nobody needs its state. */
            if (note_solution(search, frame->level + depth + 1, nodes))
                goto try_next;
            frame->depth = depth + 1;
            bitset->outcome = RAN_SOLUTIONS;
            return REST;
        }
        const uint64_t *row = frame->rows + (size_t)option * (size_t)words;
        active_count = 0;
        for (int v = 0; v < words; v++) {
            active[words + v] = active[v] & ~row[v];
            if (words > 1)
                active_count += NAME(count_common)(active + words + v, active + words + v, 1);
        }
        depth++;
        active += words;
        left += words;
        open += item_words;
        goto choose;
    }

leave:
    if (depth == floor) {
        search->nodes = nodes;
        frame->depth = depth;
        return FINISHED;
    }
    depth--;
    active -= words;
    left -= words;
    open -= item_words;
    goto try_next;
}

VARIANT static Exit NAME(walk)(Bitset *bitset, Search *search, Frame *frame, const Entrance entrance)
{
    const int item_words = frame->item_words;
#define SIZED(words)                                                                                        \
    case words:                                                                                             \
        if (item_words == 1)                                                                                \
            return NAME(walk_sized)(bitset, search, frame, entrance, words, 1);                             \
        return NAME(walk_sized)(bitset, search, frame, entrance, words, item_words);
    switch (frame->words) {
        SIZED(1) SIZED(2) SIZED(3) SIZED(4) SIZED(5) SIZED(6) SIZED(7) SIZED(8)
    default: return NAME(walk_sized)(bitset, search, frame, entrance, frame->words, item_words);
    }
#undef SIZED
}
#undef LONG_SET
#undef PIECE
