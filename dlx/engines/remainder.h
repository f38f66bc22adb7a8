/* What remains of a problem when the given options are chosen, numbered anew without gaps.

   Only options that can still be chosen are left, only primary items that still have to be covered, and only
   secondary items over which two of these options
   may disagree. All keep their order, so the search is the same. */
#ifndef DLX_REMAINDER_H
#define DLX_REMAINDER_H

#include <string.h>

#include "bits.h"

typedef struct {
    int32_t option_count;
    int32_t primary_count;    /* the items 0 .. primary_count - 1 have to be covered */
    int32_t item_count;
    int32_t entry_count;
    int32_t *option_of;       /* by option: its number in the problem */
    int32_t *item_of;         /* by primary item: its number in the problem */
    int32_t *starts;          /* option_count + 1: where the entries of each option begin */
    int32_t *items, *colors;  /* by entry */
    int32_t *owners;          /* by entry: its option */
    int32_t *by_use;          /* the entries by item, color and option */
    int32_t max_color;
    void *block;
} Remainder;

/* Sort `count` entries by `key`, which is less than `keys`; equal ones stay in order. `places` has room for
   keys + 1 numbers. */
static void sort_entries(const int32_t *from, int32_t *to, int32_t count, const int32_t *key, int32_t keys,
                         int32_t *places)
{
    memset(places, 0, ((size_t)keys + 1) * sizeof *places);
    for (int32_t e = 0; e < count; e++)
        places[key[e] + 1]++;
    for (int32_t k = 0; k < keys; k++)
        places[k + 1] += places[k];
    for (int32_t e = 0; e < count; e++)
        to[places[key[from[e]]]++] = from[e];
}

/* Whether an option agrees with what the given ones have settled: by item, its color, 0 where it is used
   uncolored, -1 where it is free. */
INLINE bool agrees(const Problem *problem, int32_t option, const int32_t *settled)
{
    for (int32_t e = problem->starts[option]; e < problem->starts[option + 1]; e++) {
        int32_t color = settled[problem->items[e]];
        if (color >= 0 && (color == 0 || color != problem->colors[e]))
            return false;
    }
    return true;
}

static void settle_given(const Problem *problem, int32_t *settled)
{
    for (int32_t i = 0; i < problem->item_count; i++)
        settled[i] = -1;
    for (int32_t g = 0; g < problem->given_count; g++) {
        int32_t option = problem->given[g];
        if (!problem->usable[option])
            continue;
        for (int32_t e = problem->starts[option]; e < problem->starts[option + 1]; e++)
            settled[problem->items[e]] = problem->colors[e];
    }
}

/* Give the items their new numbers, -1 to those that are left out. `uses` counts the options of each. */
static void number_items(Remainder *rest, const Problem *problem, const int32_t *settled, const int32_t *uses,
                         int32_t *number)
{
    rest->primary_count = 0;
    for (int32_t i = 0; i < problem->primary_count; i++) {
        number[i] = -1;
        if (settled[i] < 0) {
            rest->item_of[rest->primary_count] = i;
            number[i] = rest->primary_count++;
        }
    }
    rest->item_count = rest->primary_count;
    for (int32_t i = problem->primary_count; i < problem->item_count; i++)
        number[i] = settled[i] < 0 && uses[i] >= 2 ? rest->item_count++ : -1;
}

static void copy_entries(Remainder *rest, const Problem *problem, const int32_t *number)
{
    int32_t count = 0;
    rest->max_color = 0;
    for (int32_t k = 0; k < rest->option_count; k++) {
        int32_t option = rest->option_of[k];
        rest->starts[k] = count;
        for (int32_t e = problem->starts[option]; e < problem->starts[option + 1]; e++) {
            int32_t item = number[problem->items[e]], color = problem->colors[e];
            if (item < 0)
                continue;
            rest->items[count] = item;
            rest->colors[count] = color;
            rest->owners[count] = k;
            if (color > rest->max_color)
                rest->max_color = color;
            count++;
        }
    }
    rest->starts[rest->option_count] = rest->entry_count = count;
}

/* False if memory is short. Colors are numbered from 1 without large gaps, so counting sorts do. */
static bool remainder_sort(Remainder *rest)
{
    size_t keys = (size_t)(rest->max_color > rest->item_count ? rest->max_color : rest->item_count) + 2;
    int32_t *places = malloc((keys + 2 * (size_t)rest->entry_count) * sizeof *places);
    if (places == NULL)
        return false;
    int32_t *in_order = places + keys, *by_color = in_order + rest->entry_count;
    for (int32_t e = 0; e < rest->entry_count; e++)
        in_order[e] = e;
    if (rest->max_color > 0) {
        sort_entries(in_order, by_color, rest->entry_count, rest->colors, rest->max_color + 1, places);
        in_order = by_color;
    }
    sort_entries(in_order, rest->by_use, rest->entry_count, rest->items, rest->item_count, places);
    free(places);
    return true;
}

static void remainder_free(Remainder *rest)
{
    free(rest->block);
    rest->block = NULL;
}

/* False if memory is short. */
static bool remainder_make(Remainder *rest, const Problem *problem)
{
    const size_t options = (size_t)problem->option_count, items = (size_t)problem->item_count;
    rest->block = NULL;
    int32_t *settled = malloc((3 * items + options + 1) * sizeof *settled);
    if (settled == NULL)
        return false;
    int32_t *uses = settled + items, *number = uses + items, *alive = number + items;
    settle_given(problem, settled);
    memset(uses, 0, items * sizeof *uses);
    size_t entries = 0;
    rest->option_count = 0;
    for (int32_t option = 0; option < problem->option_count; option++) {
        if (!problem->usable[option] || !agrees(problem, option, settled))
            continue;
        alive[rest->option_count++] = option;
        for (int32_t e = problem->starts[option]; e < problem->starts[option + 1]; e++)
            uses[problem->items[e]]++;
        entries += (size_t)(problem->starts[option + 1] - problem->starts[option]);
    }
    const size_t left = (size_t)rest->option_count;
    int32_t *block = malloc((2 * left + 1 + (size_t)problem->primary_count + 4 * entries) * sizeof *block);
    if (block == NULL) {
        free(settled);
        return false;
    }
    rest->block = block;
    rest->option_of = block;
    rest->starts = rest->option_of + left;
    rest->item_of = rest->starts + left + 1;
    rest->items = rest->item_of + problem->primary_count;
    rest->colors = rest->items + entries;
    rest->owners = rest->colors + entries;
    rest->by_use = rest->owners + entries;
    memcpy(rest->option_of, alive, left * sizeof *alive);
    number_items(rest, problem, settled, uses, number);
    copy_entries(rest, problem, number);
    free(settled);
    if (!remainder_sort(rest)) {
        remainder_free(rest);
        return false;
    }
    return true;
}

#endif
