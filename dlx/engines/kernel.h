/* What the compiled engines share: the problem, the search, and the table of functions that an engine
   fills in.

   Pure C11, no Python. A search is resumable: it lives in memory between two calls of `run`, and rests
   either just before it enters a node or just after it has found a solution. Every engine walks the same
   tree: at each node the item with the fewest usable options, the leftmost (lowest number) of equals; its
   options in ascending order. */
#ifndef DLX_KERNEL_H
#define DLX_KERNEL_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The problem in numbers (dlx/engines/instance.py says what they mean). All arrays are borrowed and outlive
   the engine. They have been checked: every number is in range, and no option has an item twice. */
typedef struct {
    int32_t primary_count, item_count, option_count;
    const int32_t *starts;   /* option_count + 1: where the entries of each option begin */
    const int32_t *items;    /* the item of each entry; primary items are 0 .. primary_count - 1 */
    const int32_t *colors;   /* the color of each entry, 0 for none, else from 1 */
    const uint8_t *usable;   /* by option: may it be chosen (it has a primary item and is not forced out) */
    const int32_t *given;    /* usable options chosen before the search begins; they never conflict */
    int32_t given_count;
} Problem;

typedef enum { AT_NODE, AT_SOLUTION, AT_END } Rest;
typedef enum { RAN_DONE, RAN_SOLUTIONS, RAN_NODES, RAN_SECONDS, RAN_STOPPED, RAN_NO_MEMORY } Outcome;

/* One search: what it has done, where it stands, how far it may go, and what it has found. */
typedef struct Search {
    int64_t nodes, updates, solutions;   /* updates stay 0 in engines without lists */
    int64_t *profile;                    /* primary_count + 1: nodes entered on each level */
    int32_t *choices;                    /* primary_count: the option chosen on each level below `level` */
    int32_t level, base;                 /* the search ends where it would take back a choice below `base` */
    Rest rest;

    int64_t last_node, last_solution;    /* rest before nodes > last_node, when solutions == last_solution */
    bool keep;                           /* put solutions into the buffer */
    int32_t *buffer;                     /* kept solutions: the depth, then the options in the order chosen */
    int64_t *marks;                      /* nodes and updates at each kept solution */
    size_t buffered, buffer_room;        /* solutions kept; solutions that fit */
    size_t buffer_used, buffer_size;     /* numbers written to the buffer; numbers that fit */

    /* Called every few thousand nodes (or as much work): looks at signals, the clock and the stop request.
       Returns false if the search must rest before the next node; `outcome` says why. The fields above
       must be up to date when it is called, as they are shown to whoever watches the search. */
    bool (*poll)(struct Search *);
    Outcome outcome;
    void *owner;
} Search;

/* An engine: functions over a state of its own. */
typedef struct {
    const char *name;
    /* NULL and a reason in words (static storage) if the engine can't take the problem; *reason = NULL if
       memory is short. */
    void *(*create)(const Problem *, const char **reason);
    void (*destroy)(void *);
    /* Go one level down by the given option, uncounted. False, and nothing is changed, if the search would
       not choose it there; then `choices_here` tells what it would choose. Used to rebuild a position. */
    bool (*descend)(void *, Search *, int32_t option);
    /* Search on from where it rests until a limit of `Search` is reached. */
    Outcome (*run)(void *, Search *);
    /* For a level below search->level: the item chosen there, the place (from 1) of the chosen option among
       those left for it at the time, and how many these were. */
    void (*branch)(void *, const Search *, int32_t level, int32_t *item, int32_t *place, int32_t *length);
    /* At rest before a node: the item that would be chosen next (-1 if all are covered) and the options left
       for it, written to `options` (room for option_count); returns how many. */
    int32_t (*choices_here)(void *, const Search *, int32_t *item, int32_t *options);
    bool counts_updates;
} Engine;

extern const Engine links_engine, bitset_engine, lanes_engine;

/* Which instructions the engines may use: those that every processor of the platform has, AVX2 and BMI2 too, or
   all that they know of. What this processor lacks they never use. */
typedef enum { SIMD_BASELINE, SIMD_AVX2, SIMD_ALL } Simd;
extern Simd kernel_simd;

/* Put the solution of `depth` options in search->choices into the buffer, with nodes and updates as they are
   in `search` now. False if the buffer is full now: rest. */
bool keep_solution(Search *, int32_t depth);

#endif
