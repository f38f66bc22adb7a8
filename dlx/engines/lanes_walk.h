/* Part of lanes.c, which includes it once for every variant, with NAME, VARIANT, WITH_AVX2
   and WITH_BITALG defined. */

/* Rows are whole vectors, and lie as vectors do. */
VARIANT static void NAME(add_row)(unsigned char *restrict to, const unsigned char *restrict from, size_t bytes)
{
    for (size_t v = 0; v < bytes; v += VECTOR_BYTES) {
#if WITH_AVX2
        __m256i *t = (__m256i *)(void *)(to + v);
        *t = _mm256_or_si256(*t, *(const __m256i *)(const void *)(from + v));
#else
        for (size_t b = v; b < v + VECTOR_BYTES; b++)
            to[b] |= from[b];
#endif
    }
}

#if WITH_AVX2

#if !WITH_BITALG

/* The number of bits set in each byte: two look-ups of half a byte. */
VARIANT INLINE __m256i NAME(byte_populations)(__m256i bits)
{
    const __m256i table = _mm256_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4,
                                           0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4);
    const __m256i half = _mm256_set1_epi8(15);
    const __m256i low = _mm256_shuffle_epi8(table, _mm256_and_si256(bits, half));
    const __m256i high = _mm256_shuffle_epi8(table, _mm256_and_si256(_mm256_srli_epi16(bits, 4), half));
    return _mm256_add_epi8(low, high);
}

#endif

/* The keys of the lanes of one vector. */
VARIANT INLINE __m256i NAME(vector_keys)(__m256i state, __m256i base, const int width)
{
#if WITH_BITALG
    if (width == 16)
        return _mm256_sub_epi16(base, _mm256_slli_epi16(_mm256_popcnt_epi16(state), 8));
    if (width == 32)
        return _mm256_sub_epi32(base, _mm256_slli_epi32(_mm256_popcnt_epi32(state), 8));
    return _mm256_sub_epi32(base, _mm256_slli_epi64(_mm256_popcnt_epi64(state), 8));
#else
    __m256i count = NAME(byte_populations)(state);
    if (width == 16) {
        count = _mm256_slli_epi16(_mm256_add_epi8(count, _mm256_srli_epi16(count, 8)), 8);
        return _mm256_sub_epi16(base, count);
    }
    if (width == 32) {
        count = _mm256_maddubs_epi16(count, _mm256_set1_epi8(1));
        return _mm256_sub_epi32(base, _mm256_madd_epi16(count, _mm256_set1_epi16(256)));
    }
    count = _mm256_sad_epu8(count, _mm256_setzero_si256());
    return _mm256_sub_epi32(base, _mm256_slli_epi64(count, 8));
#endif
}

VARIANT INLINE uint32_t NAME(least_of_vector)(__m256i keys, const int width)
{
    const __m128i low = _mm256_castsi256_si128(keys), high = _mm256_extracti128_si256(keys, 1);
    if (width == 16)
        return (uint32_t)_mm_cvtsi128_si32(_mm_minpos_epu16(_mm_min_epu16(low, high))) & 0xffff;
    __m128i least = _mm_min_epu32(low, high);
    least = _mm_min_epu32(least, _mm_shuffle_epi32(least, 0x4e));
    least = _mm_min_epu32(least, _mm_shuffle_epi32(least, 0xb1));
    return (uint32_t)_mm_cvtsi128_si32(least);
}

/* Make the state `child` of `parent` and `row`, and find its least key. */
VARIANT INLINE uint32_t NAME(join)(const unsigned char *parent, const unsigned char *row,
                                   unsigned char *child, const unsigned char *key_base, const int width,
                                   const int vectors)
{
    const __m256i *p = (const __m256i *)(const void *)parent, *r = (const __m256i *)(const void *)row;
    const __m256i *base = (const __m256i *)(const void *)key_base;
    __m256i *c = (__m256i *)(void *)child, least = _mm256_set1_epi8(-1);
    for (int v = 0; v < vectors; v++) {
        const __m256i state = _mm256_or_si256(p[v], r[v]);
        const __m256i keys = NAME(vector_keys)(state, base[v], width);
        c[v] = state;
        least = width == 16 ? _mm256_min_epu16(least, keys) : _mm256_min_epu32(least, keys);
    }
    return NAME(least_of_vector)(least, width);
}

#else

/* Plain loops over lanes, which compilers turn into whatever vectors the platform has. */

INLINE uint32_t join_16(const uint16_t *restrict parent, const uint16_t *restrict row,
                        uint16_t *restrict child, const uint16_t *restrict key_base, const int lane_count)
{
    uint16_t least = UINT16_MAX;
    for (int lane = 0; lane < lane_count; lane++) {
        uint16_t bits = parent[lane] | row[lane];
        child[lane] = bits;
        bits = (uint16_t)(bits - ((bits >> 1) & 0x5555));
        bits = (uint16_t)((bits & 0x3333) + ((bits >> 2) & 0x3333));
        bits = (uint16_t)((bits + (bits >> 4)) & 0x0f0f);
        bits = (uint16_t)((uint16_t)(bits << 8) + (bits & 0xff00));
        const uint16_t key = (uint16_t)(key_base[lane] - bits);
        least = key < least ? key : least;
    }
    return least;
}

INLINE uint32_t join_32(const uint32_t *restrict parent, const uint32_t *restrict row,
                        uint32_t *restrict child, const uint32_t *restrict key_base, const int lane_count)
{
    uint32_t least = UINT32_MAX;
    for (int lane = 0; lane < lane_count; lane++) {
        uint32_t bits = parent[lane] | row[lane];
        child[lane] = bits;
        bits = bits - ((bits >> 1) & 0x55555555);
        bits = (bits & 0x33333333) + ((bits >> 2) & 0x33333333);
        bits = (bits + (bits >> 4)) & 0x0f0f0f0f;
        bits += bits >> 8;
        bits = (bits + (bits >> 16)) & 0x3f;
        const uint32_t key = key_base[lane] - (bits << 8);
        least = key < least ? key : least;
    }
    return least;
}

INLINE uint32_t join_64(const uint64_t *restrict parent, const uint64_t *restrict row,
                        uint64_t *restrict child, const uint64_t *restrict key_base, const int lane_count)
{
    uint32_t least = UINT32_MAX;
    for (int lane = 0; lane < lane_count; lane++) {
        const uint64_t bits = parent[lane] | row[lane];
        child[lane] = bits;
        const uint32_t key = (uint32_t)key_base[lane] - ((uint32_t)population_anywhere(bits) << 8);
        least = key < least ? key : least;
    }
    return least;
}

INLINE uint32_t NAME(join)(const unsigned char *parent, const unsigned char *row, unsigned char *child,
                           const unsigned char *key_base, const int width, const int vectors)
{
    const void *p = parent, *r = row, *base = key_base;
    void *c = child;
    if (width == 16)
        return join_16(p, r, c, base, vectors * 16);
    if (width == 32)
        return join_32(p, r, c, base, vectors * 8);
    return join_64(p, r, c, base, vectors * 4);
}

#endif

/* The key of the item to choose in `state`. */
VARIANT static uint32_t NAME(least)(const Lanes *lanes, const unsigned char *state)
{
    unsigned char *scratch = lanes->states + ((size_t)lanes->item_count + 1) * lanes->row_bytes;
    return NAME(join)(state, state, scratch, lanes->key_base, lanes->width, lanes->vectors);
}

/* Search on from where the search rests. `width` and `vectors` are those of `lanes`; as constants they
   let the compiler unroll the loops. */
VARIANT INLINE Outcome NAME(walk_sized)(Lanes *lanes, Search *search, const int width, const int vectors)
{
    const size_t row_bytes = (size_t)vectors * VECTOR_BYTES;
    const uint64_t bits = option_bits(width);
    const unsigned char *const key_base = lanes->key_base;
    const int32_t *const covers = lanes->covers, *const option_of = lanes->option_of;
    const uint16_t *const option_at = lanes->option_at;
    int32_t *const chosen = lanes->chosen, *const open = lanes->open, *const choices = search->choices;
    int32_t *const back = lanes->back;
    uint64_t *const left = lanes->left;
    int64_t *const profile = search->profile;
    const int32_t base = search->base;
    int32_t level = search->level;
    int64_t nodes = search->nodes, pause = nodes;
    unsigned char *state = lanes->states + (size_t)level * row_bytes;
    int32_t lane;
    uint64_t to_try;
    uint32_t key;
    Outcome outcome;

    for (int32_t above = base, to = base - 1; above <= level; above++) {
        back[above] = to;
        to = left[above] != 0 ? above : to;
    }
    if (search->rest == AT_SOLUTION) {
        level = back[level];
        goto go_back;
    }
    if (!may_enter(search, POLL_INTERVAL, &pause, &outcome))
        return outcome;
    nodes++;
    profile[level]++;
    if (open[level] == 0) {
        if (!note_solution(search, level, nodes))
            return RAN_SOLUTIONS;
        level = back[level];
        goto go_back;
    }
    key = NAME(least)(lanes, state);
    if (!HAS_OPTIONS(key)) {
        level = back[level];
        goto go_back;
    }

choose:
    /* The node at `level` has options for all items that are left, and `key` is that of the item to
       choose. */
    lane = (int32_t)KEY_ITEM(key);
    to_try = ~lane_value(state, width, lane) & bits;
    chosen[level] = lane;

try_next:
    /* Some option is left at `level`: `to_try` of the item of `lane`. Where to go after it is known
       before it is tried, so that the processor need not guess it. */
    {
        const int32_t place = lane * width + first_bit(to_try), option = option_at[place];
        to_try &= to_try - 1;
        left[level] = to_try;
        const int32_t next = to_try != 0 ? level : back[level];
        choices[level] = option_of[option];
        if (UNLIKELY(nodes == pause)) {
            search->nodes = nodes;
            search->level = level + 1;
            search->rest = AT_NODE;
            make_child(lanes, level, option);
            if (!may_enter(search, POLL_INTERVAL, &pause, &outcome))
                return outcome;
        }
        nodes++;
        profile[level + 1]++;
        const int32_t to_cover = open[level] - covers[option];
        if (to_cover == 0) {
            /* A solution: nobody needs its state. */
            if (!note_solution(search, level + 1, nodes))
                return RAN_SOLUTIONS;
            level = next;
            goto go_back;
        }
        const unsigned char *row = SMALL(width, vectors) ? lanes->rows_at + (size_t)place * row_bytes
                                                         : lanes->rows + (size_t)option * row_bytes;
        key = NAME(join)(state, row, state + row_bytes, key_base, width, vectors);
        if (!HAS_OPTIONS(key)) {
            level = next;
            goto go_back;
        }
        open[++level] = to_cover;
        back[level] = next;
        state += row_bytes;
        goto choose;
    }

go_back:
    if (level >= base) {
        state = lanes->states + (size_t)level * row_bytes;
        lane = chosen[level];
        to_try = left[level];
        goto try_next;
    }
    search->nodes = nodes;
    search->level = base;
    search->rest = AT_END;
    return RAN_DONE;
}

VARIANT static Outcome NAME(walk)(Lanes *lanes, Search *search)
{
#define SIZED(width, vectors)                                                                               \
    case (width) << 8 | (vectors):                                                                          \
        return NAME(walk_sized)(lanes, search, width, vectors);
    switch (lanes->width << 8 | lanes->vectors) {
        SIZED(16, 1) SIZED(16, 2) SIZED(16, 3) SIZED(16, 4)
        SIZED(32, 1) SIZED(32, 2) SIZED(32, 3) SIZED(32, 4) SIZED(32, 5)
    }
#undef SIZED
    switch (lanes->width) {
    case 16: return NAME(walk_sized)(lanes, search, 16, lanes->vectors);
    case 32: return NAME(walk_sized)(lanes, search, 32, lanes->vectors);
    default: return NAME(walk_sized)(lanes, search, 64, lanes->vectors);
    }
}
