/* What the engines on bits share: single words, aligned memory, and when to look up from the search. */
#ifndef DLX_BITS_H
#define DLX_BITS_H

#include <stdlib.h>

#include "kernel.h"

/* X86_VARIANTS: this compiler can build functions for later x86 processors beside those for any of them, and
   the program can ask at run time which of the two will do. */
#if defined(__x86_64__) && defined(__GNUC__)
#define X86_VARIANTS 1
#else
#define X86_VARIANTS 0
#endif

#if defined(__GNUC__)
#define INLINE static inline __attribute__((always_inline))
#define UNLIKELY(condition) __builtin_expect(condition, 0)
#elif defined(_MSC_VER)
#include <intrin.h>
#define INLINE static __forceinline
#define UNLIKELY(condition) (condition)
#else
#define INLINE static inline
#define UNLIKELY(condition) (condition)
#endif

/* All tables of an engine together may take this many bytes. */
#define TABLE_LIMIT ((uint64_t)256 << 20)

#define WORD_BITS 64

INLINE int32_t words_for(int32_t bits)
{
    return (int32_t)(((int64_t)bits + WORD_BITS - 1) / WORD_BITS);
}

INLINE void put_bit(uint64_t *set, int32_t bit)
{
    set[bit / WORD_BITS] |= UINT64_C(1) << (bit % WORD_BITS);
}

/* The number of the lowest bit that is set; some bit must be. */
INLINE int first_bit(uint64_t word)
{
#if defined(__GNUC__)
    return __builtin_ctzll(word);
#elif defined(_MSC_VER) && defined(_WIN64)
    unsigned long place;
    _BitScanForward64(&place, word);
    return (int)place;
#else
    int place = 0;
    for (int step = 32; step != 0; step /= 2) {
        if ((word << (64 - step)) == 0) {
            word >>= step;
            place += step;
        }
    }
    return place;
#endif
}

/* How many bits are set, by additions in parallel, for processors without an instruction for it. Where every
   processor of the platform has one, that one is used. */
INLINE int32_t population_anywhere(uint64_t word)
{
#if defined(__aarch64__) || defined(__POPCNT__)
    return __builtin_popcountll(word);
#else
    word -= (word >> 1) & UINT64_C(0x5555555555555555);
    word = (word & UINT64_C(0x3333333333333333)) + ((word >> 2) & UINT64_C(0x3333333333333333));
    word = (word + (word >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
    return (int32_t)((word * UINT64_C(0x0101010101010101)) >> 56);
#endif
}

/* Vectors, and lines of the cache, begin at multiples of this. `aligned_block` allocates so that as many
   bytes as were asked for follow the first such place in the block; `free` wants the block itself. */
#define ALIGNMENT 64

INLINE unsigned char *aligned_in(void *block)
{
    return (unsigned char *)block + (ALIGNMENT - (uintptr_t)block % ALIGNMENT);
}

INLINE unsigned char *aligned_block(size_t bytes, void **block)
{
    *block = malloc(bytes + ALIGNMENT);
    return *block == NULL ? NULL : aligned_in(*block);
}

/* A search counts its nodes, and looks up where the count reaches `pause`. `may_enter` is called there
   with the fields of `search` up to date. It tells whether the next node may be entered, and sets the
   next pause; where not, `*outcome` says why. */
INLINE bool may_enter(Search *search, int64_t interval, int64_t *pause, Outcome *outcome)
{
    if (search->nodes >= search->last_node) {
        *outcome = RAN_NODES;
        return false;
    }
    if (!search->poll(search)) {
        *outcome = search->outcome;
        return false;
    }
    int64_t left = search->last_node - search->nodes;
    *pause = search->nodes + (left < interval ? left : interval);
    return true;
}

/* Note that search->choices up to `level` are a solution. Returns false where the search must rest there. */
INLINE bool note_solution(Search *search, int32_t level, int64_t nodes)
{
    bool room = true;
    search->solutions++;
    if (search->keep) {
        search->nodes = nodes;
        room = keep_solution(search, level);
    }
    if (room && search->solutions != search->last_solution)
        return true;
    search->nodes = nodes;
    search->level = level;
    search->rest = AT_SOLUTION;
    return false;
}

#endif
