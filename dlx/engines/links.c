/* The doubly linked lists, compiled: Algorithms X and C of Knuth's section 7.2.2.1.

   links.py and algorithm_x.py tell the story, with a drawing; this file does the same steps in the same order
   and counts the same nodes and updates. It takes one shorter way: what a step takes out of the lists is
   noted on a trail, and putting it back goes along the trail, backwards, instead of along the lists; that
   spares a tenth of the time. The names are Knuth's: i and j are items, p, q and x nodes; u and d the
   neighbors above and below, l and r those on the left and right, and l is the level in the search.

   Number 0 is the root, the numbers from 1 to item_count are the headers of the items, primary ones first.
   Above them stand the nodes, one for each entry of each option, with a spacer before and after every option.

   What the given options settle is not in the lists at all: the items that they cover, and the options that
   they exclude. An item that they give a color is no longer in the options of that color, as there is nothing
   left to check. */
#include <stdlib.h>

#include "kernel.h"

#if defined(__GNUC__)
#define INLINE static inline __attribute__((always_inline))
#else
#define INLINE static inline
#endif

/* The neighbors of a node or header in the list of its item. In a spacer: the first node of the option before
   it, and the last node of the option after it. They lie side by side, as every step needs both. */
typedef struct {
    int32_t up, down;
} Link;

/* The choice on a level: the node x of the option in the list of the item chosen, and how long the trail was
   before that item was covered, and after. */
typedef struct {
    int32_t x;
    int32_t before, after;
} Level;

typedef struct {
    int32_t primary_count;    /* of all primary items, covered or not */
    int32_t *llink, *rlink;   /* the neighbors of each header (and of the root) among the items to cover */
    Link *link;
    int32_t *top;             /* of a node the header of its item, of a header the length of its list; of a
                                 spacer -1 - the option before it */
    int32_t *color;           /* of each node: above 0 its color, 0 none, -1 if the item has been given just
                                 that color; NULL where the problem has no colors */
    int32_t *trail;           /* the nodes that have been taken out of their lists, in that order */
    int32_t trail_length;     /* of a search at rest */
    Level *levels;            /* the choice on each level */
} Links;

/* How many options are in the list of item i. */
INLINE int32_t *options_left(const Links L, int32_t i)
{
    return &L.top[i];
}

/* ------------------------------------------------------------------------------------------------------
   The reversible steps. Each comment says what must hold before and what holds after. `colored` is a
   constant wherever these are called, so that each step is compiled twice, with and without the tests of
   colors. `t` is the end of the trail; a step that makes it longer returns its new end, and its growth is the
   number of updates, headers apart. */

/* Take node q out of the list of its item. Before: it is there, or its color is -1: then the item is settled,
   its list no longer used, and nothing is done. After: it stands on the trail and keeps its own links. */
INLINE int32_t *take_out(const Links L, int32_t q, int32_t *t, const bool colored)
{
    if (colored && L.color[q] < 0)
        return t;
    const int32_t i = L.top[q], u = L.link[q].up, d = L.link[q].down;
    L.link[u].down = d;
    L.link[d].up = u;
    --*options_left(L, i);
    *t = q;
    return t + 1;
}

/* Put the nodes on the trail back into their lists, from its end to `start`. After: these lists are as they
   were when the trail ended there. */
INLINE int32_t *put_back(const Links L, int32_t *t, int32_t *start)
{
    while (t != start) {
        const int32_t q = *--t, i = L.top[q], u = L.link[q].up, d = L.link[q].down;
        L.link[u].down = q;
        L.link[d].up = q;
        ++*options_left(L, i);
    }
    return start;
}

/* Take the option of node p out of all lists but the one of p itself: the nodes on the right of p as far as
   the spacer, then those from the first one up to p. put_back undoes it. */
INLINE int32_t *hide(const Links L, int32_t p, int32_t *t, const bool colored)
{
    int32_t q = p + 1;
    for (; L.top[q] >= 0; q++)
        t = take_out(L, q, t, colored);
    for (q = L.link[q].up; q != p; q++)
        t = take_out(L, q, t, colored);
    return t;
}

/* Cover item i: take it from the items to cover, and hide all its options.
   Before: i is not covered. After: no list but its own shows i or an option that holds it. */
INLINE int32_t *cover(const Links L, int32_t i, int32_t *t, const bool colored)
{
    for (int32_t p = L.link[i].down; p != i; p = L.link[p].down)
        t = hide(L, p, t, colored);
    const int32_t l = L.llink[i], r = L.rlink[i];
    L.rlink[l] = r;
    L.llink[r] = l;
    return t;
}

/* Undo what cover did to the header; put_back undoes the rest. */
INLINE void uncover(const Links L, int32_t i)
{
    const int32_t l = L.llink[i], r = L.rlink[i];
    L.rlink[l] = i;
    L.llink[r] = i;
}

/* Give the item of node p the color of p.
   Before: the item has no color yet. After: all options that use it in another color, or in none, are hidden;
   the nodes in this color are marked with -1, but for p, which remembers what the color was. */
INLINE int32_t *purify(const Links L, int32_t p, int32_t *t)
{
    const int32_t c = L.color[p], i = L.top[p];
    for (int32_t q = L.link[i].down; q != i; q = L.link[q].down) {
        if (L.color[q] != c)
            t = hide(L, q, t, true);
        else if (q != p)
            L.color[q] = -1;
    }
    return t;
}

/* Undo what purify did to the colors. Before: put_back has undone the rest, so that the list of the item
   holds every node that was marked. */
INLINE void unpurify(const Links L, int32_t p)
{
    const int32_t c = L.color[p], i = L.top[p];
    for (int32_t q = L.link[i].up; q != i; q = L.link[q].up)
        if (L.color[q] < 0)
            L.color[q] = c;
}

/* Settle the item of node p for good, as the choice of the option of p demands.
   Before: the item is not covered, and if it was purified, then for the color of p.
   After: only options that agree with this one are left in the lists. */
INLINE int32_t *commit(const Links L, int32_t p, int32_t *t, int64_t *updates, const bool colored)
{
    if (!colored || L.color[p] == 0) {
        ++*updates;   /* the header */
        return cover(L, L.top[p], t, colored);
    }
    return L.color[p] > 0 ? purify(L, p, t) : t;
}

/* Undo commit. Before: put_back has undone its part. */
INLINE void uncommit(const Links L, int32_t p, const bool colored)
{
    if (!colored || L.color[p] == 0)
        uncover(L, L.top[p]);
    else if (L.color[p] > 0)
        unpurify(L, p);
}

/* Commit the other items of the option of node x, from left to right, cyclically; tell which option it is. */
INLINE int32_t *commit_others(const Links L, int32_t x, int32_t *t, int64_t *updates, int32_t *option,
                              const bool colored)
{
    int32_t *const start = t;
    for (int32_t p = x + 1; p != x;) {
        if (L.top[p] < 0) {
            *option = -1 - L.top[p];
            p = L.link[p].up;
        } else {
            t = commit(L, p, t, updates, colored);
            p++;
        }
    }
    *updates += t - start;
    return t;
}

/* Undo commit_others, from right to left. Before: put_back has undone its part. */
INLINE void uncommit_others(const Links L, int32_t x, const bool colored)
{
    for (int32_t p = x - 1; p != x;) {
        if (L.top[p] < 0) {
            p = L.link[p].down;
        } else {
            uncommit(L, p, colored);
            p--;
        }
    }
}

/* ------------------------------------------------------------------------------------------------------
   The search. */

/* The item to cover with the fewest options left, the leftmost of these. Before: there is one.
   Nothing is shorter than an empty list: at the first of these the search for it ends. */
INLINE int32_t choose_item(const Links L)
{
    int32_t i = L.rlink[0], fewest = *options_left(L, i);
    for (int32_t j = L.rlink[i]; j != 0 && fewest > 0; j = L.rlink[j]) {
        if (*options_left(L, j) < fewest) {
            fewest = *options_left(L, j);
            i = j;
        }
    }
    return i;
}

/* How many updates go by between two calls of `poll`: about a millisecond. */
enum { WORK_BETWEEN_POLLS = 1 << 18 };

/* The number of nodes, at most last_node, at which the search looks around next if it has not done so before,
   for the updates. Choosing among many items takes its time too. */
INLINE int64_t next_pause(const Search *s, int64_t nodes, int32_t primary_count)
{
    const int64_t pause = nodes + WORK_BETWEEN_POLLS / (4 + primary_count / 16) + 1;
    return pause < s->last_node ? pause : s->last_node;
}

/* Choose item i on a level: cover it. Its first option is to be tried first. */
INLINE int32_t *begin_level(const Links L, Level *level, int32_t i, int32_t *t, int64_t *updates,
                            const bool colored)
{
    level->before = (int32_t)(t - L.trail);
    t = cover(L, i, t, colored);
    level->after = (int32_t)(t - L.trail);
    level->x = L.link[i].down;
    *updates += level->after - level->before + 1;
    return t;
}

/* Write down what a search in progress keeps in registers, as it comes to rest or is looked at. */
INLINE void note(Links *state, Search *s, Rest rest, int32_t l, const int32_t *t, int64_t nodes,
                 int64_t updates)
{
    state->trail_length = (int32_t)(t - state->trail);
    s->rest = rest;
    s->level = l;
    s->nodes = nodes;
    s->updates = updates;
}

INLINE Outcome search_on(Links *state, Search *s, const bool colored)
{
    const Links L = *state;
    Level *const levels = L.levels;
    int64_t nodes = s->nodes, updates = s->updates;
    int64_t pause = next_pause(s, nodes, L.primary_count);
    int64_t updates_at_pause = updates + WORK_BETWEEN_POLLS;
    int32_t *t = L.trail + L.trail_length;
    int32_t l = s->level, i;

    if (s->rest == AT_END)
        return RAN_DONE;
    if (s->rest == AT_SOLUTION)
        goto leave_level;

enter_level:   /* X2. Enter level l. If no item is left to cover, the options of the levels are a solution. */
    if (nodes >= pause || updates >= updates_at_pause) {
        note(state, s, AT_NODE, l, t, nodes, updates);
        if (nodes >= s->last_node)
            return RAN_NODES;
        if (!s->poll(s))
            return s->outcome;
        pause = next_pause(s, nodes, L.primary_count);
        updates_at_pause = updates + WORK_BETWEEN_POLLS;
    }
    nodes++;
    s->profile[l]++;
    if (L.rlink[0] == 0) {
        s->solutions++;
        note(state, s, AT_SOLUTION, l, t, nodes, updates);
        const bool full = s->keep && !keep_solution(s, l);
        if (full || s->solutions == s->last_solution)
            return RAN_SOLUTIONS;
        goto leave_level;
    }

    /* X3. Choose i: the item with the fewest options left, the leftmost of these. */
    i = choose_item(L);

    /* X4. Cover i, and take its first option. */
    t = begin_level(L, &levels[l], i, t, &updates, colored);

try_option:    /* X5. Try x. If it is the header, all options of i have been tried. */
    if (levels[l].x == i)
        goto backtrack;
    t = commit_others(L, levels[l].x, t, &updates, &s->choices[l], colored);
    l++;
    goto enter_level;

try_again:     /* X6. Try again: undo that, and move on to the next option of i. */
    t = put_back(L, t, L.trail + levels[l].after);
    uncommit_others(L, levels[l].x, colored);
    i = L.top[levels[l].x];
    levels[l].x = L.link[levels[l].x].down;
    goto try_option;

backtrack:     /* X7. Backtrack: i has no more options. */
    t = put_back(L, t, L.trail + levels[l].before);
    uncover(L, i);

leave_level:   /* X8. Leave level l: the search is done when it would leave the level where it began. */
    if (l == s->base) {
        note(state, s, AT_END, l, t, nodes, updates);
        return RAN_DONE;
    }
    l--;
    goto try_again;
}

static Outcome links_run(void *state, Search *s)
{
    Links *L = state;
    return L->color ? search_on(L, s, true) : search_on(L, s, false);
}

/* ------------------------------------------------------------------------------------------------------
   Looking around, and going to a given place. */

static int32_t option_of(const Links L, int32_t p)
{
    while (L.top[p] >= 0)
        p++;
    return -1 - L.top[p];
}

static bool links_descend(void *state, Search *s, int32_t option)
{
    Links *links = state;
    const Links L = *links;
    Level *level = &L.levels[s->level];
    const bool colored = L.color != NULL;
    int64_t uncounted = 0;
    if (L.rlink[0] == 0)
        return false;
    const int32_t i = choose_item(L);
    int32_t p = L.link[i].down;
    while (p != i && option_of(L, p) != option)
        p = L.link[p].down;
    if (p == i)
        return false;
    int32_t *t = begin_level(L, level, i, L.trail + L.trail_length, &uncounted, colored);
    level->x = p;
    t = commit_others(L, p, t, &uncounted, &s->choices[s->level], colored);
    links->trail_length = (int32_t)(t - L.trail);
    s->level++;
    return true;
}

static void links_branch(void *state, const Search *s, int32_t level, int32_t *item, int32_t *place,
                         int32_t *length)
{
    const Links L = *(const Links *)state;
    const int32_t x = L.levels[level].x, i = L.top[x];
    (void)s;
    *item = i - 1;
    *length = *options_left(L, i);
    *place = 1;
    for (int32_t p = L.link[i].down; p != x; p = L.link[p].down)
        ++*place;
}

static int32_t links_choices_here(void *state, const Search *s, int32_t *item, int32_t *options)
{
    const Links L = *(const Links *)state;
    int32_t count = 0;
    (void)s;
    *item = -1;
    if (L.rlink[0] == 0)
        return 0;
    const int32_t i = choose_item(L);
    *item = i - 1;
    for (int32_t p = L.link[i].down; p != i; p = L.link[p].down)
        options[count++] = option_of(L, p);
    return count;
}

/* ------------------------------------------------------------------------------------------------------
   Setting up the lists. */

/* What the given options have made of an item: 0 nothing, a color, or COVERED. */
enum { COVERED = -1 };

static void settle_given(const Problem *problem, int32_t *settled)
{
    for (int32_t k = 0; k < problem->given_count; k++) {
        const int32_t option = problem->given[k];
        for (int32_t e = problem->starts[option]; e < problem->starts[option + 1]; e++)
            settled[problem->items[e]] = problem->colors[e] ? problem->colors[e] : COVERED;
    }
}

/* Whether an option belongs in the lists: it may be chosen, and agrees with all given options. */
static bool has_nodes(const Problem *problem, const int32_t *settled, int32_t option)
{
    if (!problem->usable[option])
        return false;
    for (int32_t e = problem->starts[option]; e < problem->starts[option + 1]; e++) {
        const int32_t c = settled[problem->items[e]];
        if (c != 0 && c != problem->colors[e])
            return false;
    }
    return true;
}

/* Count the numbers that the lists need for headers, nodes and spacers; tell whether any node has a color. */
static int64_t count_numbers(const Problem *problem, const int32_t *settled, bool *colored)
{
    int64_t numbers = 1 + (int64_t)problem->item_count + 1;
    *colored = false;
    for (int32_t option = 0; option < problem->option_count; option++) {
        if (!has_nodes(problem, settled, option))
            continue;
        for (int32_t e = problem->starts[option]; e < problem->starts[option + 1]; e++) {
            if (settled[problem->items[e]] == 0) {
                numbers++;
                *colored |= problem->colors[e] != 0;
            }
        }
        numbers++;
    }
    return numbers;
}

static void links_destroy(void *state)
{
    Links *L = state;
    if (!L)
        return;
    free(L->llink);
    free(L->rlink);
    free(L->link);
    free(L->top);
    free(L->color);
    free(L->trail);
    free(L->levels);
    free(L);
}

static void *new_array(int64_t count, size_t size)
{
    if ((uint64_t)count >= SIZE_MAX / size)
        return NULL;
    return malloc(((size_t)count + 1) * size);   /* never of no bytes: NULL is nothing but a failure */
}

static int32_t *new_numbers(int64_t count)
{
    return new_array(count, sizeof(int32_t));
}

static Links *new_links(const Problem *problem, int64_t numbers, bool colored)
{
    Links *L = calloc(1, sizeof *L);
    if (!L)
        return NULL;
    L->primary_count = problem->primary_count;
    const int64_t headers = 1 + (int64_t)problem->item_count;
    L->llink = new_numbers(headers);
    L->rlink = new_numbers(headers);
    L->link = new_array(numbers, sizeof *L->link);
    L->top = new_numbers(numbers);
    L->color = colored ? new_numbers(numbers) : NULL;
    L->trail = new_numbers(numbers);
    L->levels = new_array(problem->primary_count, sizeof *L->levels);
    if (!L->llink || !L->rlink || !L->link || !L->top || !L->trail || !L->levels || (colored && !L->color)) {
        links_destroy(L);
        return NULL;
    }
    return L;
}

/* Link the root and those primary items that no given option covers; all other headers to themselves. */
static void set_up_headers(const Links *L, const Problem *problem, const int32_t *settled)
{
    int32_t last = 0;
    for (int32_t i = 0; i <= problem->item_count; i++) {
        L->link[i].up = L->link[i].down = L->llink[i] = L->rlink[i] = i;
        L->top[i] = 0;
        if (L->color)
            L->color[i] = 0;
        if (i >= 1 && i <= problem->primary_count && settled[i - 1] == 0) {
            L->llink[i] = last;
            L->rlink[last] = i;
            last = i;
        }
    }
    L->rlink[last] = 0;
    L->llink[0] = last;
}

static void set_spacer(const Links *L, int32_t p, int32_t option_before, int32_t first_node)
{
    L->top[p] = -1 - option_before;
    L->link[p].up = first_node;
    L->link[p].down = 0;
    if (L->color)
        L->color[p] = 0;
}

/* Append the nodes of an option after the spacer at `spacer`. Returns the spacer after them. */
static int32_t append_option(const Links *L, const Problem *problem, const int32_t *settled, int32_t option,
                             int32_t spacer)
{
    int32_t p = spacer;
    for (int32_t e = problem->starts[option]; e < problem->starts[option + 1]; e++) {
        const int32_t i = problem->items[e] + 1, u = L->link[i].up;
        if (settled[i - 1] != 0)
            continue;
        p++;
        L->top[p] = i;
        L->link[p].up = u;
        L->link[p].down = i;
        L->link[u].down = L->link[i].up = p;
        ++*options_left(*L, i);
        if (L->color)
            L->color[p] = problem->colors[e];
    }
    L->link[spacer].down = p;
    set_spacer(L, p + 1, option, spacer + 1);
    return p + 1;
}

static void *links_create(const Problem *problem, const char **reason)
{
    *reason = NULL;
    int32_t *settled = calloc((size_t)problem->item_count + 1, sizeof *settled);
    if (!settled)
        return NULL;
    settle_given(problem, settled);

    Links *L = NULL;
    bool colored;
    const int64_t numbers = count_numbers(problem, settled, &colored);
    if (numbers > INT32_MAX)
        *reason = "the lists would have more than 2**31 - 1 nodes";
    else
        L = new_links(problem, numbers, colored);
    if (L) {
        int32_t spacer = problem->item_count + 1;
        set_up_headers(L, problem, settled);
        set_spacer(L, spacer, 0, 0);
        for (int32_t option = 0; option < problem->option_count; option++)
            if (has_nodes(problem, settled, option))
                spacer = append_option(L, problem, settled, option, spacer);
    }
    free(settled);
    return L;
}

const Engine links_engine = {
    .name = "links",
    .create = links_create,
    .destroy = links_destroy,
    .descend = links_descend,
    .run = links_run,
    .branch = links_branch,
    .choices_here = links_choices_here,
    .counts_updates = true,
};
