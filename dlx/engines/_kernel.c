/* The compiled engines as a Python type: dlx.engines._kernel.Engine.

   Everything that knows of Python is in this file: it checks the problem, gives the engines their memory for
   what they find, runs them without the GIL, and hands their solutions over. compiled.py makes the classes of
   it that the rest of the package uses. Only the stable ABI of Python 3.11 is used. */
#define PY_SSIZE_T_CLEAN
#ifndef Py_GIL_DISABLED
#define Py_LIMITED_API 0x030b0000
#endif
#include <Python.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>
#ifdef _WIN32
#include <windows.h>
#else
#include <time.h>
#endif

#include "kernel.h"

Simd kernel_simd = SIMD_ALL;

static const Engine *const ENGINES[] = {&links_engine, &bitset_engine, &lanes_engine};
enum { ENGINE_COUNT = sizeof ENGINES / sizeof *ENGINES };

/* Totals that a search begins with are at most this, so that they never run over. */
#define LARGEST_TOTAL (INT64_MAX / 4)
/* How often a search in progress lets Python look at its signals, in seconds. */
#define SECONDS_BETWEEN_SIGNALS 0.02
/* How many numbers the buffer of solutions may keep room for while it is empty. */
#define IDLE_BUFFER ((size_t)1 << 16)

/* What others may see of a search: a copy, brought up to date while the GIL is held. */
typedef struct {
    int64_t nodes, updates, solutions;
    int64_t *profile;
    int32_t profile_length;   /* the levels that have been entered */
} Shown;

typedef struct {
    PyObject_HEAD
    const Engine *engine;
    void *state;              /* NULL before the constructor is through */
    Problem problem;
    Search search;
    Shown shown;
    bool placed;              /* it has been put to the position where it begins */
    bool updates_lost;        /* an engine without lists has been at this search before */

    Py_buffer starts, items, colors;
    uint8_t *usable;
    int32_t *given;

    bool running;             /* some thread is in `run`; read and written under the GIL */
    atomic_bool stop_requested;
    PyThreadState *thread;    /* of the thread in `run`, while it does without the GIL */
    double deadline, next_signals;
    bool signal_raised;       /* a signal handler has raised an exception */
} EngineObject;

static double now(void)
{
#ifdef _WIN32
    LARGE_INTEGER count, frequency;
    QueryPerformanceCounter(&count);
    QueryPerformanceFrequency(&frequency);
    return (double)count.QuadPart / (double)frequency.QuadPart;
#else
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
#endif
}

/* ------------------------------------------------------------------------------------------------------
   Numbers and arrays from Python. */

/* Convert a whole number within bounds; ValueError, or TypeError if it is none. */
static bool to_number(PyObject *object, int64_t low, int64_t high, const char *name, int64_t *number)
{
    PyObject *whole = PyNumber_Index(object);
    if (!whole)
        return false;
    int overflow;
    const long long value = PyLong_AsLongLongAndOverflow(whole, &overflow);
    Py_DECREF(whole);
    if (value == -1 && PyErr_Occurred())
        return false;
    if (overflow || value < low || value > high) {
        PyErr_Format(PyExc_ValueError, "%s is %R; it must be from %lld to %lld", name, object, (long long)low,
                     (long long)high);
        return false;
    }
    *number = value;
    return true;
}

static bool to_int32(PyObject *object, int32_t low, int32_t high, const char *name, int32_t *number)
{
    int64_t value;
    if (!to_number(object, low, high, name, &value))
        return false;
    *number = (int32_t)value;
    return true;
}

static bool get_int32(PyObject *object, const char *name, int32_t low, int32_t high, int32_t *number)
{
    PyObject *value = PyObject_GetAttrString(object, name);
    const bool well = value && to_int32(value, low, high, name, number);
    Py_XDECREF(value);
    return well;
}

/* Look into an array of C's int; TypeError if it is anything else. */
static bool view_numbers(PyObject *array, const char *name, Py_buffer *view)
{
    if (PyObject_GetBuffer(array, view, PyBUF_ND | PyBUF_FORMAT) < 0)
        return false;
    if (view->ndim == 1 && view->itemsize == sizeof(int32_t) && view->format && !strcmp(view->format, "i")
            && (view->len == 0 || (uintptr_t)view->buf % _Alignof(int32_t) == 0))
        return true;
    PyBuffer_Release(view);
    PyErr_Format(PyExc_TypeError, "%s must be an array.array('i')", name);
    return false;
}

static bool get_numbers(PyObject *object, const char *name, Py_buffer *view)
{
    PyObject *array = PyObject_GetAttrString(object, name);
    const bool well = array && view_numbers(array, name, view);
    Py_XDECREF(array);
    return well;
}

static Py_ssize_t count_of(const Py_buffer *view)
{
    return view->len / (Py_ssize_t)sizeof(int32_t);
}

/* Read a tuple of option numbers below `option_count` into new memory (never NULL but for failure). */
static int32_t *read_options(PyObject *tuple, const char *name, int32_t option_count, int32_t *count)
{
    if (!PyTuple_Check(tuple)) {
        PyErr_Format(PyExc_TypeError, "%s must be a tuple of option numbers, not %R", name, tuple);
        return NULL;
    }
    const Py_ssize_t size = PyTuple_Size(tuple);
    if (size > INT32_MAX / 2) {
        PyErr_Format(PyExc_ValueError, "%s names too many options", name);
        return NULL;
    }
    int32_t *options = malloc(((size_t)size + 1) * sizeof *options);
    if (!options) {
        PyErr_NoMemory();
        return NULL;
    }
    for (Py_ssize_t k = 0; k < size; k++) {
        if (!to_int32(PyTuple_GetItem(tuple, k), 0, option_count - 1, name, &options[k])) {
            free(options);
            return NULL;
        }
    }
    *count = (int32_t)size;
    return options;
}

/* ------------------------------------------------------------------------------------------------------
   The problem, and all that has to be checked in it. */

static bool refuse_option(int32_t option, const char *what)
{
    PyErr_Format(PyExc_ValueError, "option %d %s", (int)option, what);
    return false;
}

/* Check all entries. `seen` has room for a number an item. */
static bool check_entries(const Problem *problem, int64_t entries, int32_t *seen)
{
    const int32_t *starts = problem->starts;
    if (starts[0] != 0 || starts[problem->option_count] != entries) {
        PyErr_SetString(PyExc_ValueError, "starts must run from 0 to the number of entries");
        return false;
    }
    for (int32_t option = 0; option < problem->option_count; option++)   /* before any of them is followed */
        if (starts[option] > starts[option + 1])
            return refuse_option(option, "ends before it begins");
    for (int32_t i = 0; i < problem->item_count; i++)
        seen[i] = -1;
    for (int32_t option = 0; option < problem->option_count; option++) {
        for (int32_t e = starts[option]; e < starts[option + 1]; e++) {
            const int32_t i = problem->items[e], c = problem->colors[e];
            if (i < 0 || i >= problem->item_count)
                return refuse_option(option, "has an item that does not exist");
            if (c < 0 || (c > 0 && i < problem->primary_count))
                return refuse_option(option, "has a color that can't be: negative, or on a primary item");
            if (seen[i] == option)
                return refuse_option(option, "has an item twice");
            seen[i] = option;
        }
    }
    return true;
}

/* Tell whether two given options exclude each other. `color_of` has room for a number an item. */
static bool given_conflict(const Problem *problem, int32_t *color_of)
{
    for (int32_t i = 0; i < problem->item_count; i++)
        color_of[i] = -1;
    for (int32_t k = 0; k < problem->given_count; k++) {
        const int32_t option = problem->given[k];
        for (int32_t e = problem->starts[option]; e < problem->starts[option + 1]; e++) {
            const int32_t i = problem->items[e], c = problem->colors[e];
            if (color_of[i] >= 0 && (c == 0 || c != color_of[i]))
                return true;
            color_of[i] = c;
        }
    }
    return false;
}

/* An option may be chosen if it covers a primary item, and is not forced out. */
static void forbid_without_primary(EngineObject *self)
{
    const Problem *problem = &self->problem;
    for (int32_t option = 0; option < problem->option_count; option++) {
        bool has_primary = false;
        for (int32_t e = problem->starts[option]; e < problem->starts[option + 1] && !has_primary; e++)
            has_primary = problem->items[e] < problem->primary_count;
        self->usable[option] &= has_primary;
    }
}

static void keep_usable_given(EngineObject *self)
{
    int32_t kept = 0;
    for (int32_t k = 0; k < self->problem.given_count; k++)
        if (self->usable[self->given[k]])
            self->given[kept++] = self->given[k];
    self->problem.given_count = kept;
}

/* Mark the options that are forced out as not usable, and all others as usable for now. */
static bool read_without(EngineObject *self, PyObject *instance)
{
    self->usable = malloc((size_t)self->problem.option_count + 1);
    if (!self->usable) {
        PyErr_NoMemory();
        return false;
    }
    memset(self->usable, 1, (size_t)self->problem.option_count + 1);
    PyObject *without = PyObject_GetAttrString(instance, "without");
    PyObject *iterator = without ? PyObject_GetIter(without) : NULL;
    Py_XDECREF(without);
    if (!iterator)
        return false;
    bool well = true;
    for (PyObject *number; well && (number = PyIter_Next(iterator));) {
        int32_t option;
        well = to_int32(number, 0, self->problem.option_count - 1, "without", &option);
        if (well)
            self->usable[option] = 0;
        Py_DECREF(number);
    }
    Py_DECREF(iterator);
    return well && !PyErr_Occurred();
}

static bool read_given(EngineObject *self, PyObject *instance)
{
    PyObject *given = PyObject_GetAttrString(instance, "given");
    if (!given)
        return false;
    self->given = read_options(given, "given", self->problem.option_count, &self->problem.given_count);
    Py_DECREF(given);
    return self->given != NULL;
}

/* Read an Instance, the Python parts first: while the arrays are checked and used no other code runs that
   could change them. */
static bool read_problem(EngineObject *self, PyObject *instance)
{
    Problem *problem = &self->problem;
    if (!get_int32(instance, "item_count", 0, INT32_MAX, &problem->item_count)
            || !get_int32(instance, "primary_count", 0, problem->item_count, &problem->primary_count)
            || !get_numbers(instance, "starts", &self->starts)
            || !get_numbers(instance, "items", &self->items)
            || !get_numbers(instance, "colors", &self->colors))
        return false;
    const Py_ssize_t options = count_of(&self->starts) - 1, entries = count_of(&self->items);
    if (options < 0 || options >= INT32_MAX || entries > INT32_MAX || count_of(&self->colors) != entries) {
        PyErr_SetString(PyExc_ValueError, "starts, items and colors do not fit together");
        return false;
    }
    problem->option_count = (int32_t)options;
    if (!read_without(self, instance) || !read_given(self, instance))
        return false;
    problem->starts = self->starts.buf;
    problem->items = self->items.buf;
    problem->colors = self->colors.buf;
    problem->usable = self->usable;
    problem->given = self->given;

    int32_t *scratch = malloc(((size_t)problem->item_count + 1) * sizeof *scratch);
    if (!scratch) {
        PyErr_NoMemory();
        return false;
    }
    const bool well = check_entries(problem, entries, scratch);
    if (well) {
        forbid_without_primary(self);
        if (given_conflict(problem, scratch))
            memset(self->usable, 0, (size_t)problem->option_count + 1);   /* there is no solution */
        keep_usable_given(self);
    }
    free(scratch);
    return well;
}

/* ------------------------------------------------------------------------------------------------------
   The buffer of solutions. There is always room for one more while a search runs, so none gets lost. */

/* Nodes, updates, and the nodes on each level. */
static size_t mark_length(const Problem *problem)
{
    return 3 + (size_t)problem->primary_count;
}

static bool reserve(Search *s)
{
    const EngineObject *self = s->owner;
    const size_t longest = 1 + (size_t)self->problem.primary_count;
    if (s->buffer_size - s->buffer_used < longest) {
        const size_t size = 2 * s->buffer_size + 8 * longest;
        int32_t *buffer = size < SIZE_MAX / sizeof *buffer ? realloc(s->buffer, size * sizeof *buffer) : NULL;
        if (!buffer)
            return false;
        s->buffer = buffer;
        s->buffer_size = size;
    }
    if (s->buffered == s->buffer_room) {
        const size_t room = 2 * s->buffer_room + 1, mark = mark_length(&self->problem);
        int64_t *marks = room < SIZE_MAX / (mark * sizeof *marks)
            ? realloc(s->marks, room * mark * sizeof *marks) : NULL;
        if (!marks)
            return false;
        s->marks = marks;
        s->buffer_room = room;
    }
    return true;
}

bool keep_solution(Search *s, int32_t depth)
{
    int32_t *end = s->buffer + s->buffer_used;
    *end = depth;
    memcpy(end + 1, s->choices, (size_t)depth * sizeof *end);
    s->buffer_used += 1 + (size_t)depth;
    const EngineObject *self = s->owner;
    const size_t length = mark_length(&self->problem);
    int64_t *mark = s->marks + length * s->buffered;
    mark[0] = s->nodes;
    mark[1] = s->updates;
    memcpy(mark + 2, s->profile, (length - 2) * sizeof *mark);
    s->buffered++;
    return reserve(s);
}

static void empty_buffer(Search *s)
{
    s->buffered = s->buffer_used = 0;
    if (s->buffer_size > IDLE_BUFFER) {
        free(s->buffer);
        free(s->marks);
        s->buffer = NULL;
        s->marks = NULL;
        s->buffer_size = s->buffer_room = 0;
    }
}

/* ------------------------------------------------------------------------------------------------------
   Beginning and ending. */

/* Show the search as it is now. The GIL must be held. */
static void show(EngineObject *self)
{
    const Search *s = &self->search;
    Shown *shown = &self->shown;
    shown->nodes = s->nodes;
    shown->updates = s->updates;
    shown->solutions = s->solutions;
    while (shown->profile_length <= self->problem.primary_count && s->profile[shown->profile_length] > 0)
        shown->profile_length++;
    if (shown->profile_length > 0)
        memcpy(shown->profile, s->profile, (size_t)shown->profile_length * sizeof *shown->profile);
}

static void clear(EngineObject *self)
{
    if (self->state)
        self->engine->destroy(self->state);
    self->state = NULL;
    free(self->search.profile);
    free(self->search.choices);
    free(self->search.buffer);
    free(self->search.marks);
    free(self->shown.profile);
    free(self->usable);
    free(self->given);
    self->search = (Search){.profile = NULL};
    self->shown = (Shown){.profile = NULL};
    self->usable = NULL;
    self->given = NULL;
    PyBuffer_Release(&self->starts);
    PyBuffer_Release(&self->items);
    PyBuffer_Release(&self->colors);
}

static const Engine *engine_named(const char *name)
{
    for (int k = 0; k < ENGINE_COUNT; k++)
        if (!strcmp(ENGINES[k]->name, name))
            return ENGINES[k];
    PyErr_Format(PyExc_ValueError, "there is no compiled engine '%s'", name);
    return NULL;
}

static bool look_around(Search *);

static bool create(EngineObject *self, PyObject *instance)
{
    if (!read_problem(self, instance))
        return false;
    Search *s = &self->search;
    const size_t levels = (size_t)self->problem.primary_count + 1;
    s->profile = calloc(levels, sizeof *s->profile);
    s->choices = calloc(levels, sizeof *s->choices);
    self->shown.profile = calloc(levels, sizeof *self->shown.profile);
    s->poll = look_around;
    s->owner = self;
    if (!s->profile || !s->choices || !self->shown.profile) {
        PyErr_NoMemory();
        return false;
    }
    const char *reason = NULL;
    self->state = self->engine->create(&self->problem, &reason);
    if (!self->state && reason)
        PyErr_SetString(PyExc_ValueError, reason);
    else if (!self->state)
        PyErr_NoMemory();
    return self->state != NULL;
}

static int engine_init(PyObject *object, PyObject *args, PyObject *keywords)
{
    static char *names[] = {"kind", "instance", NULL};
    EngineObject *self = (EngineObject *)object;
    const char *kind;
    PyObject *instance;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "sO:Engine", names, &kind, &instance))
        return -1;
    if (self->engine) {
        PyErr_SetString(PyExc_RuntimeError, "an engine begins once; create another one");
        return -1;
    }
    self->engine = engine_named(kind);
    if (!self->engine)
        return -1;
    if (!create(self, instance)) {
        clear(self);
        return -1;
    }
    return 0;
}

static void engine_dealloc(PyObject *object)
{
    PyTypeObject *type = Py_TYPE(object);
    clear((EngineObject *)object);
    freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
    release(object);
    Py_DECREF(type);
}

/* Check that the engine is there and that no other call is using it. */
static bool at_rest(EngineObject *self)
{
    if (!self->state)
        PyErr_SetString(PyExc_RuntimeError, "this engine has not been set up");
    else if (self->running)
        PyErr_SetString(PyExc_RuntimeError, "this engine is running already: one thread at a time");
    return self->state && !self->running;
}

/* ------------------------------------------------------------------------------------------------------
   Running. */

/* Look at the signals. Returns false if a handler has raised an exception. */
static bool handle_signals(EngineObject *self)
{
    PyEval_RestoreThread(self->thread);
    show(self);
    self->signal_raised = PyErr_CheckSignals() < 0;
    self->thread = PyEval_SaveThread();
    return !self->signal_raised;
}

static bool look_around(Search *s)
{
    EngineObject *self = s->owner;
    const double time = now();
    s->outcome = RAN_STOPPED;
    if (time >= self->next_signals) {
        if (!handle_signals(self))
            return false;
        self->next_signals = now() + SECONDS_BETWEEN_SIGNALS;   /* waiting for the GIL counts for nothing */
    }
    if (atomic_load_explicit(&self->stop_requested, memory_order_relaxed))
        return false;
    s->outcome = RAN_SECONDS;
    return time < self->deadline;
}

/* What `run` is asked for; INT64_MAX and INFINITY where there is no limit. */
typedef struct {
    int64_t solutions, nodes;
    double seconds;
} Limits;

/* Search on without the GIL until a limit is reached or something else ends it. */
static Outcome run_without_gil(EngineObject *self)
{
    Search *s = &self->search;
    Outcome outcome;
    self->thread = PyEval_SaveThread();
    do {
        if (s->keep && !reserve(s))
            outcome = RAN_NO_MEMORY;
        else
            outcome = self->engine->run(self->state, s);
        /* An engine also rests when its buffer is full; it goes on if a larger one is to be had. */
    } while (outcome == RAN_SOLUTIONS && s->solutions != s->last_solution);
    PyEval_RestoreThread(self->thread);
    return outcome;
}

static int64_t total(int64_t so_far, int64_t more)
{
    return more > INT64_MAX - so_far ? INT64_MAX : so_far + more;
}

/* Run within limits. What can be told before the search begins is told in the order in which algorithm_x.py
   tells it: a stop request first, then the nodes, then the time. Such a search still leaves the solution
   where it rests, for which it enters no node. */
static Outcome run_within(EngineObject *self, const Limits *limits)
{
    Search *s = &self->search;
    if (s->rest == AT_END)
        return RAN_DONE;
    if (limits->solutions == 0)
        return RAN_SOLUTIONS;
    const bool stop = atomic_load(&self->stop_requested);
    const bool no_time = limits->nodes > 0 && limits->seconds <= 0;
    s->last_solution = total(s->solutions, limits->solutions);
    s->last_node = stop || no_time ? s->nodes : total(s->nodes, limits->nodes);
    const double start = now();
    self->deadline = start + limits->seconds;
    self->next_signals = start + SECONDS_BETWEEN_SIGNALS;
    self->signal_raised = false;

    Outcome outcome = run_without_gil(self);
    if (outcome == RAN_NODES && (stop || no_time))
        outcome = stop ? RAN_STOPPED : RAN_SECONDS;
    else if (outcome == RAN_SECONDS && s->nodes == s->last_node)
        outcome = RAN_NODES;
    return outcome;
}

/* A limit that is None or a whole number; one that no search can reach is none. */
static bool read_count(PyObject *object, const char *name, int64_t *count)
{
    *count = INT64_MAX;
    if (object == Py_None)
        return true;
    PyObject *whole = PyNumber_Index(object);
    if (!whole)
        return false;
    int overflow;
    const long long value = PyLong_AsLongLongAndOverflow(whole, &overflow);
    Py_DECREF(whole);
    if (value == -1 && PyErr_Occurred())
        return false;
    if (overflow < 0 || (overflow == 0 && value < 0)) {
        PyErr_Format(PyExc_ValueError, "%s is %R; it must be 0 or more", name, object);
        return false;
    }
    if (overflow == 0)
        *count = value;
    return true;
}

static bool read_seconds(PyObject *object, double *seconds)
{
    *seconds = (double)INFINITY;
    if (object == Py_None)
        return true;
    *seconds = PyFloat_AsDouble(object);
    if (*seconds == -1.0 && PyErr_Occurred())
        return false;
    if (isnan(*seconds)) {
        PyErr_SetString(PyExc_ValueError, "seconds is nan; it must be a number of seconds");
        return false;
    }
    return true;
}

static PyObject *engine_run(PyObject *object, PyObject *args, PyObject *keywords)
{
    static char *names[] = {"solutions", "nodes", "seconds", "keep", NULL};
    static const char *const words[] = {"done", "solutions", "nodes", "seconds", "stopped"};
    EngineObject *self = (EngineObject *)object;
    PyObject *solutions = Py_None, *nodes = Py_None, *seconds = Py_None;
    int keep = 1;
    Limits limits;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "|$OOOp:run", names, &solutions, &nodes, &seconds, &keep)
            || !read_count(solutions, "solutions", &limits.solutions)
            || !read_count(nodes, "nodes", &limits.nodes)
            || !read_seconds(seconds, &limits.seconds)
            || !at_rest(self))
        return NULL;
    self->placed = true;
    empty_buffer(&self->search);
    self->search.keep = keep != 0;
    show(self);
    self->running = true;
    const Outcome outcome = run_within(self, &limits);
    self->running = false;
    show(self);
    if (self->signal_raised) {
        self->signal_raised = false;
        return NULL;
    }
    if (outcome == RAN_NO_MEMORY)
        return PyErr_NoMemory();
    return PyUnicode_FromString(words[outcome]);
}

/* ------------------------------------------------------------------------------------------------------
   Handing the solutions over. */

static PyObject *tuple_of_int32(const int32_t *numbers, Py_ssize_t count)
{
    PyObject *tuple = PyTuple_New(count);
    for (Py_ssize_t k = 0; tuple && k < count; k++) {
        PyObject *number = PyLong_FromLong(numbers[k]);
        if (!number || PyTuple_SetItem(tuple, k, number) < 0)
            Py_CLEAR(tuple);
    }
    return tuple;
}

static PyObject *tuple_of_int64(const int64_t *numbers, Py_ssize_t count)
{
    PyObject *tuple = PyTuple_New(count);
    for (Py_ssize_t k = 0; tuple && k < count; k++) {
        PyObject *number = PyLong_FromLongLong(numbers[k]);
        if (!number || PyTuple_SetItem(tuple, k, number) < 0)
            Py_CLEAR(tuple);
    }
    return tuple;
}

/* Labels by number: a tuple of them, or a range given by its first number and step. */
typedef struct {
    PyObject *labels;
    bool is_range;
    int64_t count, first, step;
    Py_buffer order;          /* the place in the user's order of each option, or no object */
    const Problem *problem;
    int32_t *sorted;          /* room for a solution and the given options */
} Labeling;

static PyObject *label_of(const Labeling *labeling, int32_t option)
{
    if (labeling->is_range)
        return PyLong_FromLongLong(labeling->first + option * labeling->step);
    PyObject *label = PyTuple_GetItem(labeling->labels, option);
    Py_XINCREF(label);
    return label;
}

static int compare_numbers(const void *a, const void *b)
{
    const int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;
    return (x > y) - (x < y);
}

/* Sort; most solutions are short. */
static void sort_numbers(int32_t *numbers, int32_t count)
{
    if (count > 40) {
        qsort(numbers, (size_t)count, sizeof *numbers, compare_numbers);
        return;
    }
    for (int32_t k = 1; k < count; k++) {
        const int32_t number = numbers[k];
        int32_t j = k;
        for (; j > 0 && numbers[j - 1] > number; j--)
            numbers[j] = numbers[j - 1];
        numbers[j] = number;
    }
}

/* Write the place in the user's order of each option. Returns false if there is no such place. */
static bool put_places(const Labeling *labeling, const int32_t *options, int32_t count, int32_t *places)
{
    const int32_t *order = labeling->order.obj ? labeling->order.buf : NULL;
    for (int32_t k = 0; k < count; k++) {
        places[k] = order ? order[options[k]] : options[k];
        if (places[k] < 0 || places[k] >= labeling->count) {
            PyErr_Format(PyExc_ValueError, "order names option %d of %lld", (int)places[k],
                         (long long)labeling->count);
            return false;
        }
    }
    return true;
}

static PyObject *labels_of(const Labeling *labeling, const int32_t *options, int32_t depth)
{
    const Problem *problem = labeling->problem;
    const int32_t count = depth + problem->given_count;
    int32_t *sorted = labeling->sorted;
    if (!put_places(labeling, options, depth, sorted)
            || !put_places(labeling, problem->given, problem->given_count, sorted + depth))
        return NULL;
    sort_numbers(sorted, count);

    /* A tuple of labels that can't be part of a cycle needn't be looked at by the collector, which would take
       a fourth of the time of listing. */
    bool tracked = false;
    PyObject *tuple = PyTuple_New(count);
    for (int32_t k = 0; tuple && k < count; k++) {
        PyObject *label = label_of(labeling, sorted[k]);
        tracked = tracked || (label && PyObject_GC_IsTracked(label));
        if (!label || PyTuple_SetItem(tuple, k, label) < 0)
            Py_CLEAR(tuple);
    }
    if (tuple && !tracked && count > 0)   /* the empty tuple is Python's own */
        PyObject_GC_UnTrack(tuple);
    return tuple;
}

static bool get_int64(PyObject *object, const char *name, int64_t *number)
{
    PyObject *value = PyObject_GetAttrString(object, name);
    const bool well = value && to_number(value, -LARGEST_TOTAL, LARGEST_TOTAL, name, number);
    Py_XDECREF(value);
    return well;
}

static bool read_labels(Labeling *labeling, PyObject *labels, int32_t option_count)
{
    labeling->labels = labels;
    labeling->is_range = Py_IS_TYPE(labels, &PyRange_Type);
    if (!labeling->is_range && !PyTuple_Check(labels)) {
        PyErr_Format(PyExc_TypeError, "labels must be a range or a tuple, not %R", labels);
        return false;
    }
    if (labeling->is_range) {
        if (!get_int64(labels, "start", &labeling->first) || !get_int64(labels, "step", &labeling->step))
            return false;
        if (labeling->step < -(INT64_C(1) << 29) || labeling->step > INT64_C(1) << 29) {
            PyErr_SetString(PyExc_ValueError, "labels is a range of too large a step");
            return false;
        }
    }
    labeling->count = PyObject_Size(labels);
    if (labeling->count == option_count)
        return true;
    if (labeling->count >= 0)
        PyErr_Format(PyExc_ValueError, "there are %lld labels for %d options", (long long)labeling->count,
                     (int)option_count);
    return false;
}

static bool read_labeling(Labeling *labeling, EngineObject *self, PyObject *labels, PyObject *order)
{
    const Problem *problem = labeling->problem = &self->problem;
    if (!read_labels(labeling, labels, problem->option_count))
        return false;
    /* A range is the user's order itself: nothing is shuffled. */
    if (!Py_IS_TYPE(order, &PyRange_Type)) {
        if (!view_numbers(order, "order", &labeling->order))
            return false;
        if (count_of(&labeling->order) != problem->option_count) {
            PyErr_SetString(PyExc_ValueError, "order must have one number an option");
            return false;
        }
    }
    labeling->sorted = malloc(((size_t)problem->primary_count + (size_t)problem->given_count + 1)
                              * sizeof *labeling->sorted);
    if (!labeling->sorted)
        PyErr_NoMemory();
    return labeling->sorted != NULL;
}

static PyObject *list_of_kept(const Search *s, const Labeling *labeling)
{
    PyObject *list = PyList_New((Py_ssize_t)s->buffered);
    const int32_t *next = s->buffer;
    for (size_t k = 0; list && k < s->buffered; k++) {
        PyObject *solution = labels_of(labeling, next + 1, *next);
        next += 1 + *next;
        if (!solution || PyList_SetItem(list, (Py_ssize_t)k, solution) < 0)
            Py_CLEAR(list);
    }
    return list;
}

static PyObject *engine_kept(PyObject *object, PyObject *args, PyObject *keywords)
{
    static char *names[] = {"labels", "order", NULL};
    EngineObject *self = (EngineObject *)object;
    PyObject *labels, *order;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "OO:kept", names, &labels, &order) || !at_rest(self))
        return NULL;
    Labeling labeling = {.labels = NULL};
    self->running = true;   /* the collector may run foreign code while the tuples are made */
    PyObject *list = NULL;
    if (read_labeling(&labeling, self, labels, order))
        list = list_of_kept(&self->search, &labeling);
    self->running = false;
    PyBuffer_Release(&labeling.order);
    free(labeling.sorted);
    return list;
}

static PyObject *number_or_none(const EngineObject *self, int64_t updates)
{
    if (self->engine && self->engine->counts_updates && !self->updates_lost)
        return PyLong_FromLongLong(updates);
    Py_RETURN_NONE;
}

/* ------------------------------------------------------------------------------------------------------
   Where it stands, and going elsewhere. */

/* Explain why the option can't be chosen on the next level: (level, option, item or None, options left). */
static PyObject *what_is_left(EngineObject *self, int32_t option)
{
    int32_t *options = malloc(((size_t)self->problem.option_count + 1) * sizeof *options), item;
    if (!options)
        return PyErr_NoMemory();
    const int32_t count = self->engine->choices_here(self->state, &self->search, &item, options);
    PyObject *left = tuple_of_int32(options, count);
    free(options);
    if (!left)
        return NULL;
    if (item < 0)
        return Py_BuildValue("iiON", (int)self->search.level, (int)option, Py_None, left);
    return Py_BuildValue("iiiN", (int)self->search.level, (int)option, (int)item, left);
}

static bool read_profile(EngineObject *self, PyObject *profile)
{
    if (!PyTuple_Check(profile)) {
        PyErr_Format(PyExc_TypeError, "profile must be a tuple of numbers, not %R", profile);
        return false;
    }
    const Py_ssize_t levels = PyTuple_Size(profile);
    if (levels > (Py_ssize_t)self->problem.primary_count + 1) {
        PyErr_Format(PyExc_ValueError, "profile has %zd levels; the search has at most %lld", levels,
                     (long long)self->problem.primary_count + 1);
        return false;
    }
    for (Py_ssize_t l = 0; l < levels; l++)
        if (!to_number(PyTuple_GetItem(profile, l), 0, LARGEST_TOTAL, "profile", &self->search.profile[l]))
            return false;
    self->shown.profile_length = (int32_t)levels;
    return true;
}

/* Descend by the choices. Returns None, or what is left where one of them can't be made; then the engine is
   of no use. */
static PyObject *descend(EngineObject *self, const int32_t *choices, int32_t count)
{
    for (int32_t l = 0; l < count; l++) {
        if (!self->engine->descend(self->state, &self->search, choices[l])) {
            PyObject *left = what_is_left(self, choices[l]);
            clear(self);
            return left;
        }
    }
    Py_RETURN_NONE;
}

static PyObject *engine_go_to(PyObject *object, PyObject *args)
{
    EngineObject *self = (EngineObject *)object;
    Search *s = &self->search;
    PyObject *choices, *base, *nodes, *updates, *solutions, *profile;
    int at_solution, done;
    if (!PyArg_ParseTuple(args, "OppOOOOO:go_to", &choices, &at_solution, &done, &base, &nodes, &updates,
                          &solutions, &profile)
            || !at_rest(self))
        return NULL;
    if (self->placed) {
        PyErr_SetString(PyExc_RuntimeError, "an engine is put to a position once, before it runs");
        return NULL;
    }
    int32_t count = 0;
    int32_t *options = read_options(choices, "choices", self->problem.option_count, &count);
    PyObject *left = NULL;
    self->running = true;
    if (options && to_int32(base, 0, count, "base", &s->base)
            && to_number(nodes, 0, LARGEST_TOTAL, "nodes", &s->nodes)
            && (updates == Py_None || to_number(updates, 0, LARGEST_TOTAL, "updates", &s->updates))
            && to_number(solutions, 0, LARGEST_TOTAL, "solutions", &s->solutions)
            && read_profile(self, profile))
        left = descend(self, options, count);
    self->running = false;
    free(options);
    if (!left)
        clear(self);
    if (self->state) {
        self->placed = true;
        self->updates_lost = updates == Py_None;
        s->rest = done ? AT_END : at_solution ? AT_SOLUTION : AT_NODE;
        if (self->shown.profile_length < count)
            self->shown.profile_length = count;
        show(self);
    }
    return left;
}

/* The fields of Position. */
static PyObject *position_of(const EngineObject *self, Rest rest, const int32_t *choices, int32_t level,
                             int64_t nodes, int64_t updates, int64_t solutions, const int64_t *profile)
{
    int32_t levels = self->shown.profile_length;
    while (levels > level && levels > 0 && profile[levels - 1] == 0)
        levels--;
    PyObject *chosen = tuple_of_int32(choices, level);
    PyObject *entered = chosen ? tuple_of_int64(profile, levels) : NULL;
    PyObject *removed = entered ? number_or_none(self, updates) : NULL;
    if (!removed) {
        Py_XDECREF(chosen);
        Py_XDECREF(entered);
        return NULL;
    }
    return Py_BuildValue("NOOiLNLN", chosen, rest == AT_SOLUTION ? Py_True : Py_False,
                         rest == AT_END ? Py_True : Py_False, (int)self->search.base, (long long)nodes,
                         removed, (long long)solutions, entered);
}

static PyObject *engine_position(PyObject *object, PyObject *unused)
{
    EngineObject *self = (EngineObject *)object;
    const Search *s = &self->search;
    (void)unused;
    if (!at_rest(self))
        return NULL;
    show(self);
    return position_of(self, s->rest, s->choices, s->level, s->nodes, s->updates, s->solutions,
                       self->shown.profile);
}

static PyObject *engine_position_at(PyObject *object, PyObject *number)
{
    EngineObject *self = (EngineObject *)object;
    const Search *s = &self->search;
    int64_t solution;
    if (!at_rest(self) || !to_number(number, 0, (int64_t)s->buffered - 1, "solution", &solution))
        return NULL;
    show(self);
    const int32_t *options = s->buffer;
    for (int64_t k = 0; k < solution; k++)
        options += 1 + *options;
    const int64_t *mark = s->marks + mark_length(&self->problem) * (size_t)solution;
    const int64_t found = s->solutions - (int64_t)s->buffered + solution + 1;
    return position_of(self, AT_SOLUTION, options + 1, *options, mark[0], mark[1], found, mark + 2);
}

static PyObject *engine_path(PyObject *object, PyObject *unused)
{
    EngineObject *self = (EngineObject *)object;
    const Search *s = &self->search;
    (void)unused;
    if (!at_rest(self))
        return NULL;
    self->running = true;
    PyObject *list = PyList_New(s->level);
    for (int32_t l = 0; list && l < s->level; l++) {
        int32_t item, place, length;
        self->engine->branch(self->state, s, l, &item, &place, &length);
        PyObject *branch = Py_BuildValue("iiii", (int)item, (int)s->choices[l], (int)place, (int)length);
        if (!branch || PyList_SetItem(list, l, branch) < 0)
            Py_CLEAR(list);
    }
    self->running = false;
    return list;
}

/* ------------------------------------------------------------------------------------------------------
   Properties: these may be read by any thread at any time. While the search runs they tell what was shown
   last, a fiftieth of a second ago at most. */

static const Shown *shown_of(PyObject *object)
{
    EngineObject *self = (EngineObject *)object;
    if (self->state && !self->running)
        show(self);
    return &self->shown;
}

static PyObject *get_nodes(PyObject *self, void *unused)
{
    (void)unused;
    return PyLong_FromLongLong(shown_of(self)->nodes);
}

static PyObject *get_updates(PyObject *self, void *unused)
{
    (void)unused;
    return number_or_none((EngineObject *)self, shown_of(self)->updates);
}

static PyObject *get_solutions(PyObject *self, void *unused)
{
    (void)unused;
    return PyLong_FromLongLong(shown_of(self)->solutions);
}

static PyObject *get_profile(PyObject *self, void *unused)
{
    (void)unused;
    const Shown *shown = shown_of(self);
    return tuple_of_int64(shown->profile, shown->profile_length);
}

static PyObject *get_stop_requested(PyObject *self, void *unused)
{
    (void)unused;
    return PyBool_FromLong(atomic_load(&((EngineObject *)self)->stop_requested));
}

static int set_stop_requested(PyObject *self, PyObject *value, void *unused)
{
    (void)unused;
    if (!value) {
        PyErr_SetString(PyExc_AttributeError, "stop_requested can't be deleted");
        return -1;
    }
    const int truth = PyObject_IsTrue(value);
    if (truth < 0)
        return -1;
    atomic_store(&((EngineObject *)self)->stop_requested, truth != 0);
    return 0;
}

/* ------------------------------------------------------------------------------------------------------
   The type and the module. */

static PyGetSetDef engine_properties[] = {
    {"nodes", get_nodes, NULL, "How many nodes have been entered.", NULL},
    {"updates", get_updates, NULL, "How many elements have been taken out of lists; None without lists.",
     NULL},
    {"solutions", get_solutions, NULL, "How many solutions have been found.", NULL},
    {"profile", get_profile, NULL, "How many nodes have been entered on each level.", NULL},
    {"stop_requested", get_stop_requested, set_stop_requested,
     "Set it, from any thread, and `run` returns before another node.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

#define WITH_KEYWORDS(function) (PyCFunction)(void (*)(void))(function)

static PyMethodDef engine_methods[] = {
    {"run", WITH_KEYWORDS(engine_run), METH_VARARGS | METH_KEYWORDS,
     "run(*, solutions=None, nodes=None, seconds=None, keep=True)\n--\n\n"
     "Search on until a limit is reached; gives the reason why the search rests."},
    {"kept", WITH_KEYWORDS(engine_kept), METH_VARARGS | METH_KEYWORDS,
     "kept(labels, order)\n--\n\n"
     "Give the labels of the options of each solution that the last run has kept, in the user's order."},
    {"position_at", engine_position_at, METH_O,
     "position_at(solution)\n--\n\n"
     "Say where the search stood when it had found one of these: a tuple of the fields of Position."},
    {"go_to", engine_go_to, METH_VARARGS,
     "go_to(choices, at_solution, done, base, nodes, updates, solutions, profile)\n--\n\n"
     "Begin at a position. Gives None, or what UnreachableError says of it; the engine is useless then."},
    {"position", engine_position, METH_NOARGS,
     "position()\n--\n\nSay where the search rests: a tuple of the fields of Position."},
    {"path", engine_path, METH_NOARGS,
     "path()\n--\n\nTell of each choice the fields of Branch: item, option, place and length."},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot engine_slots[] = {
    {Py_tp_doc, "Engine(kind, instance)\n--\n\n"
                "One search over one instance, by the compiled engine of that name."},
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_init, engine_init},
    {Py_tp_dealloc, engine_dealloc},
    {Py_tp_methods, engine_methods},
    {Py_tp_getset, engine_properties},
    {0, NULL},
};

static PyType_Spec engine_spec = {
    .name = "dlx.engines._kernel.Engine",
    .basicsize = sizeof(EngineObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .slots = engine_slots,
};

static PyObject *engine_names(void)
{
    PyObject *names = PyTuple_New(ENGINE_COUNT);
    for (Py_ssize_t k = 0; names && k < ENGINE_COUNT; k++) {
        PyObject *name = PyUnicode_FromString(ENGINES[k]->name);
        if (!name || PyTuple_SetItem(names, k, name) < 0)
            Py_CLEAR(names);
    }
    return names;
}

static int add(PyObject *module, const char *name, PyObject *value)
{
    const int result = value ? PyModule_AddObjectRef(module, name, value) : -1;
    Py_XDECREF(value);
    return result;
}

static int kernel_exec(PyObject *module)
{
    static const char *const levels[] = {"baseline", "avx2", "all"};   /* the names of Simd */
    const char *simd = getenv("DLX_SIMD");
    for (int level = 0; simd && level <= SIMD_ALL; level++)
        if (!strcmp(simd, levels[level]))
            kernel_simd = (Simd)level;
    if (add(module, "Engine", PyType_FromModuleAndSpec(module, &engine_spec, NULL)) < 0
            || add(module, "KINDS", engine_names()) < 0
            || add(module, "SIMD", PyUnicode_FromString(levels[kernel_simd])) < 0)
        return -1;
    return 0;
}

static PyModuleDef_Slot kernel_slots[] = {
    {Py_mod_exec, kernel_exec},
    {0, NULL},
};

static struct PyModuleDef kernel_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "dlx.engines._kernel",
    .m_doc = "The compiled engines: `Engine`, and their names, `KINDS`.",
    .m_slots = kernel_slots,
};

PyMODINIT_FUNC PyInit__kernel(void);

PyMODINIT_FUNC PyInit__kernel(void)
{
    return PyModuleDef_Init(&kernel_module);
}
