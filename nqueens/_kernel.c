/* The compiled parts of nqueens as Python types: nqueens._kernel.

   Everything that knows of Python is in this file: it reads arguments, runs the computations without the GIL
   while it looks at signals and the clock, and hands over what they find. The modules that use it have checked
   what users say; here is checked what memory depends on. Only the stable ABI of Python 3.11 is used. */
#define PY_SSIZE_T_CLEAN
#ifndef Py_GIL_DISABLED
#define Py_LIMITED_API 0x030b0000
#endif
#include <Python.h>

#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#ifdef _WIN32
#include <windows.h>
#else
#include <time.h>
#endif

#include "kernel.h"

Simd kernel_simd = SIMD_ALL;

/* How often a computation lets Python look at its signals, in seconds. */
#define SECONDS_BETWEEN_SIGNALS 0.02

/* ------------------------------------------------------------------------------------------------------
   Running without the GIL. */

typedef struct {
    Watch watch;                 /* the first field: a pointer to it is a pointer to the whole */
    const atomic_bool *stop;     /* set by another thread; may be NULL */
    PyThreadState *thread;
    double deadline, next_signals;
    bool signal_raised;          /* a signal handler has raised an exception */
} Guard;

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

static bool look_around(Watch *watch)
{
    Guard *guard = (Guard *)(void *)watch;
    const double time = now();
    watch->outcome = RAN_STOPPED;
    if (guard->stop && atomic_load_explicit(guard->stop, memory_order_relaxed))
        return false;
    if (time >= guard->next_signals) {
        PyEval_RestoreThread(guard->thread);
        guard->signal_raised = PyErr_CheckSignals() < 0;
        guard->thread = PyEval_SaveThread();
        if (guard->signal_raised)
            return false;
        guard->next_signals = now() + SECONDS_BETWEEN_SIGNALS;   /* waiting for the GIL counts for nothing */
    }
    watch->outcome = RAN_SECONDS;
    return time < guard->deadline;
}

/* Let go of the GIL. Every computation runs between these two. */
static void guard_begin(Guard *guard, double seconds, const atomic_bool *stop)
{
    const double start = now();
    *guard = (Guard){
        .watch = {.may_go_on = look_around},
        .stop = stop,
        .deadline = start + seconds,
        .next_signals = start + SECONDS_BETWEEN_SIGNALS,
    };
    guard->thread = PyEval_SaveThread();
}

/* Take it again. Returns false, with an exception, if a signal handler raised one or memory is short. */
static bool guard_end(Guard *guard, Outcome outcome)
{
    PyEval_RestoreThread(guard->thread);
    if (outcome == RAN_NO_MEMORY && !guard->signal_raised)
        PyErr_NoMemory();
    return outcome != RAN_NO_MEMORY && !guard->signal_raised;
}

static PyObject *word_for(Outcome outcome)
{
    static const char *const words[] = {"done", "solutions", "nodes", "seconds", "stopped"};
    return PyUnicode_FromString(words[outcome]);
}

static void free_object(PyObject *object)
{
    PyTypeObject *type = Py_TYPE(object);
    freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
    release(object);
    Py_DECREF(type);
}

/* ------------------------------------------------------------------------------------------------------
   masks.c */

/* How many boards may be kept at a time. */
#define MOST_KEPT 65536

typedef struct {
    PyObject_HEAD
    Masks masks;
    bool ready;
    bool running;   /* some thread is in `run`; read and written under the GIL */
} MasksObject;

static int masks_init(PyObject *object, PyObject *args, PyObject *keywords)
{
    static char *names[] = {"allowed", NULL};
    MasksObject *self = (MasksObject *)object;
    PyObject *allowed;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "O!:Masks", names, &PyTuple_Type, &allowed))
        return -1;
    const Py_ssize_t size = PyTuple_Size(allowed);
    if (self->ready || size > MASKS_LARGEST) {
        PyErr_SetString(PyExc_ValueError, self->ready ? "a search begins once; create another one"
                                                      : "a board of this size does not fit into words");
        return -1;
    }
    Masks *masks = &self->masks;
    for (Py_ssize_t row = 0; row < size; row++) {
        const unsigned long long squares = PyLong_AsUnsignedLongLong(PyTuple_GetItem(allowed, row));
        if (squares == (unsigned long long)-1 && PyErr_Occurred())
            return -1;
        masks->allowed[row] = squares & (~UINT64_C(0) >> (64 - size));   /* keep_board relies on it */
    }
    masks->size = (int32_t)size;
    masks_begin(masks);
    self->ready = true;
    return 0;
}

static void masks_dealloc(PyObject *object)
{
    MasksObject *self = (MasksObject *)object;
    free(self->masks.boards);
    free(self->masks.marks);
    free_object(object);
}

/* Check that the search is there and that no other call is using it. */
static bool masks_at_rest(const MasksObject *self)
{
    if (!self->ready)
        PyErr_SetString(PyExc_RuntimeError, "this search has not been set up");
    else if (self->running)
        PyErr_SetString(PyExc_RuntimeError, "this search is running already: one thread at a time");
    return self->ready && !self->running;
}

/* Make room for so many boards. */
static bool reserve(Masks *masks, long long boards)
{
    const size_t room = (size_t)boards + 1;
    uint8_t *columns = realloc(masks->boards, room * (size_t)(masks->size + 1));
    if (columns)
        masks->boards = columns;
    int64_t *marks = realloc(masks->marks, room * sizeof *marks);
    if (marks)
        masks->marks = marks;
    if (!columns || !marks)
        PyErr_NoMemory();
    return columns && marks;
}

static int64_t total(int64_t so_far, long long more)
{
    return more > INT64_MAX - so_far ? INT64_MAX : so_far + more;
}

static PyObject *masks_run_within(PyObject *object, PyObject *args)
{
    MasksObject *self = (MasksObject *)object;
    Masks *masks = &self->masks;
    long long solutions, placed;
    double seconds;
    int keep;
    if (!PyArg_ParseTuple(args, "LLdp:run", &solutions, &placed, &seconds, &keep) || !masks_at_rest(self))
        return NULL;
    if (solutions < 1 || placed < 0 || (keep && solutions > MOST_KEPT)) {
        PyErr_SetString(PyExc_ValueError, "solutions or placed is out of range");
        return NULL;
    }
    if (keep && !reserve(masks, solutions))
        return NULL;
    masks->kept = 0;
    masks->keep = keep != 0;
    masks->last_solution = total(masks->solutions, solutions);
    masks->last_placed = total(masks->placed, placed);
    Guard guard;
    self->running = true;
    guard_begin(&guard, seconds, NULL);
    const Outcome outcome = masks_run(masks, &guard.watch);
    const bool well = guard_end(&guard, outcome);
    self->running = false;
    return well ? word_for(outcome) : NULL;
}

static PyObject *board_of(const uint8_t *columns, int32_t size)
{
    PyObject *board = PyTuple_New(size);
    for (int32_t row = 0; board && row < size; row++) {
        PyObject *column = PyLong_FromLong(columns[row]);
        if (!column || PyTuple_SetItem(board, row, column) < 0)
            Py_CLEAR(board);
    }
    if (board && size > 0)
        PyObject_GC_UnTrack(board);   /* numbers make no cycles; looking for some would take a fourth of the time */
    return board;
}

static PyObject *masks_kept(PyObject *object, PyObject *unused)
{
    MasksObject *self = (MasksObject *)object;
    const Masks *masks = &self->masks;
    (void)unused;
    if (!masks_at_rest(self))
        return NULL;
    self->running = true;   /* the collector may run foreign code while the tuples are made */
    PyObject *list = PyList_New((Py_ssize_t)masks->kept);
    for (size_t k = 0; list && k < masks->kept; k++) {
        PyObject *board = board_of(masks->boards + k * (size_t)masks->size, masks->size);
        if (!board || PyList_SetItem(list, (Py_ssize_t)k, board) < 0)
            Py_CLEAR(list);
    }
    self->running = false;
    return list;
}

static PyObject *masks_placed_at(PyObject *object, PyObject *number)
{
    MasksObject *self = (MasksObject *)object;
    const Py_ssize_t k = PyLong_AsSsize_t(number);
    if ((k == -1 && PyErr_Occurred()) || !masks_at_rest(self))
        return NULL;
    if (k < 0 || (size_t)k >= self->masks.kept) {
        PyErr_SetString(PyExc_IndexError, "no such board has been kept");
        return NULL;
    }
    return PyLong_FromLongLong(self->masks.marks[k]);
}

static PyObject *masks_branches(PyObject *object, PyObject *unused)
{
    MasksObject *self = (MasksObject *)object;
    (void)unused;
    if (!masks_at_rest(self))
        return NULL;
    const Masks *masks = &self->masks;
    const int32_t rows = masks->row < masks->size ? masks->row + 1 : masks->size;
    PyObject *list = PyList_New(rows);
    for (int32_t row = 0; list && row < rows; row++) {
        const MaskRow *here = &masks->rows[row];
        const uint64_t free = masks->allowed[row] & ~(here->columns | here->falling | here->rising);
        PyObject *pair = Py_BuildValue("KK", (unsigned long long)free, (unsigned long long)here->untried);
        if (!pair || PyList_SetItem(list, row, pair) < 0)
            Py_CLEAR(list);
    }
    return list;
}

static PyObject *masks_get_placed(PyObject *object, void *unused)
{
    (void)unused;
    const MasksObject *self = (MasksObject *)object;
    return masks_at_rest(self) ? PyLong_FromLongLong(self->masks.placed) : NULL;
}

static PyObject *masks_get_solutions(PyObject *object, void *unused)
{
    (void)unused;
    const MasksObject *self = (MasksObject *)object;
    return masks_at_rest(self) ? PyLong_FromLongLong(self->masks.solutions) : NULL;
}

static PyGetSetDef masks_properties[] = {
    {"placed", masks_get_placed, NULL, "How many queens have been placed.", NULL},
    {"solutions", masks_get_solutions, NULL, "How many solutions have been found.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyMethodDef masks_methods[] = {
    {"run", masks_run_within, METH_VARARGS,
     "run(solutions, placed, seconds, keep)\n--\n\nSearch on within limits; gives the reason why it rests."},
    {"kept", masks_kept, METH_NOARGS, "kept()\n--\n\nGive the boards that the last run has kept."},
    {"placed_at", masks_placed_at, METH_O,
     "placed_at(solution)\n--\n\nTell how many queens had been placed when one of these was found."},
    {"branches", masks_branches, METH_NOARGS,
     "branches()\n--\n\nGive for each row down to the current one the squares that were free, and those left."},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot masks_slots[] = {
    {Py_tp_doc, "Masks(allowed)\n--\n\nOne search with three masks; allowed squares as bits, row by row."},
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_init, masks_init},
    {Py_tp_dealloc, masks_dealloc},
    {Py_tp_methods, masks_methods},
    {Py_tp_getset, masks_properties},
    {0, NULL},
};

static PyType_Spec masks_spec = {
    .name = "nqueens._kernel.Masks",
    .basicsize = sizeof(MasksObject),
    .flags = Py_TPFLAGS_DEFAULT,
    .slots = masks_slots,
};

/* ------------------------------------------------------------------------------------------------------
   quadrants.c */

typedef struct {
    PyObject_HEAD
    Quadrants *quadrants;   /* never changes once it is there: several threads may be in `count` */
    int32_t size;
    atomic_bool stop_requested;
} QuadrantsObject;

static int quadrants_init(PyObject *object, PyObject *args, PyObject *keywords)
{
    static char *names[] = {"size", "seconds", NULL};
    QuadrantsObject *self = (QuadrantsObject *)object;
    int size;
    double seconds;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "id:Quadrants", names, &size, &seconds))
        return -1;
    if (self->size != 0 || size < QUADRANTS_SMALLEST || size > QUADRANTS_LARGEST) {
        PyErr_SetString(PyExc_ValueError, self->size != 0 ? "a table is made once; create another one"
                                                          : "there are no quadrants of this size");
        return -1;
    }
    self->size = size;
    Guard guard;
    Outcome outcome;
    guard_begin(&guard, seconds, &self->stop_requested);
    Quadrants *quadrants = quadrants_create(size, &guard.watch, &outcome);
    if (!guard_end(&guard, outcome))
        return -1;
    if (!quadrants)
        PyErr_SetString(PyExc_TimeoutError, "there was no time to make the table");
    self->quadrants = quadrants;
    return quadrants ? 0 : -1;
}

static void quadrants_dealloc(PyObject *object)
{
    quadrants_destroy(((QuadrantsObject *)object)->quadrants);
    free_object(object);
}

static bool table_made(const QuadrantsObject *self)
{
    if (!self->quadrants)
        PyErr_SetString(PyExc_RuntimeError, "this table has not been made");
    return self->quadrants != NULL;
}

/* Check what the tables would be read beyond their ends by. */
static bool is_task(const QuadrantsObject *self, const QuadrantTask *task)
{
    const int32_t half = self->size / 2, row = task->middle_row, column = task->middle_column;
    const uint32_t all = (UINT32_C(1) << half) - 1;
    if (task->southern < 0 || task->north_west > all || row < 0 || row > half || column < 0 || column > half)
        return false;
    if (row == half || column == half)
        return row == column && task->north_west <= (all & ~task->north_west);
    return self->size % 2 == 1 && !(task->north_west >> row & 1);
}

static PyObject *quadrants_count_on(PyObject *object, PyObject *args)
{
    QuadrantsObject *self = (QuadrantsObject *)object;
    int middle_row, middle_column, southern;
    unsigned int north_west;
    double seconds;
    if (!PyArg_ParseTuple(args, "iiIid:count", &middle_row, &middle_column, &north_west, &southern, &seconds)
            || !table_made(self))
        return NULL;
    QuadrantTask task = {middle_row, middle_column, north_west, southern, 0, 0, 0};
    if (!is_task(self, &task)) {
        PyErr_SetString(PyExc_ValueError, "there is no such task");
        return NULL;
    }
    Guard guard;
    guard_begin(&guard, seconds, &self->stop_requested);
    const Outcome outcome = quadrants_count(self->quadrants, &task, &guard.watch);
    if (!guard_end(&guard, outcome))
        return NULL;
    PyObject *next = outcome == RAN_DONE ? Py_NewRef(Py_None) : PyLong_FromLong(task.southern);
    if (!next)
        return NULL;
    return Py_BuildValue("KKKN", (unsigned long long)task.boards, (unsigned long long)task.half_boards,
                         (unsigned long long)task.pairs, next);
}

static PyObject *quadrants_get_placements(PyObject *object, void *unused)
{
    (void)unused;
    const QuadrantsObject *self = (QuadrantsObject *)object;
    return table_made(self) ? PyLong_FromLongLong(quadrants_placements(self->quadrants)) : NULL;
}

static PyObject *quadrants_get_stop_requested(PyObject *object, void *unused)
{
    (void)unused;
    return PyBool_FromLong(atomic_load(&((QuadrantsObject *)object)->stop_requested));
}

static int quadrants_set_stop_requested(PyObject *object, PyObject *value, void *unused)
{
    (void)unused;
    if (!value) {
        PyErr_SetString(PyExc_AttributeError, "stop_requested can't be deleted");
        return -1;
    }
    const int truth = PyObject_IsTrue(value);
    if (truth < 0)
        return -1;
    atomic_store(&((QuadrantsObject *)object)->stop_requested, truth != 0);
    return 0;
}

static PyGetSetDef quadrants_properties[] = {
    {"placements", quadrants_get_placements, NULL, "How many placements are in the table.", NULL},
    {"stop_requested", quadrants_get_stop_requested, quadrants_set_stop_requested,
     "Set it, from any thread, and every `count` in progress returns soon.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyMethodDef quadrants_methods[] = {
    {"count", quadrants_count_on, METH_VARARGS,
     "count(middle_row, middle_column, north_west, southern, seconds)\n--\n\n"
     "Count on: boards, half boards, pairs, and how many southern row sets are through, or None if all are."},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot quadrants_slots[] = {
    {Py_tp_doc, "Quadrants(size, seconds)\n--\n\n"
                "The table of all placements in a quadrant; TimeoutError if making it takes longer."},
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_init, quadrants_init},
    {Py_tp_dealloc, quadrants_dealloc},
    {Py_tp_methods, quadrants_methods},
    {Py_tp_getset, quadrants_properties},
    {0, NULL},
};

static PyType_Spec quadrants_spec = {
    .name = "nqueens._kernel.Quadrants",
    .basicsize = sizeof(QuadrantsObject),
    .flags = Py_TPFLAGS_DEFAULT,
    .slots = quadrants_slots,
};

/* ------------------------------------------------------------------------------------------------------
   symmetric.c */

static PyObject *count_turned(PyObject *number, Outcome (*count)(int32_t, uint64_t *, Watch *))
{
    const long size = PyLong_AsLong(number);
    if (size == -1 && PyErr_Occurred())
        return NULL;
    if (size < SYMMETRIC_SMALLEST || size > SYMMETRIC_LARGEST) {
        PyErr_SetString(PyExc_ValueError, "symmetric boards have 2 to 32 rows");
        return NULL;
    }
    uint64_t boards;
    Guard guard;
    guard_begin(&guard, HUGE_VAL, NULL);
    const Outcome outcome = count((int32_t)size, &boards, &guard.watch);
    return guard_end(&guard, outcome) ? PyLong_FromUnsignedLongLong(boards) : NULL;
}

static PyObject *half_turn(PyObject *module, PyObject *size)
{
    (void)module;
    return count_turned(size, count_half_turn);
}

static PyObject *quarter_turn(PyObject *module, PyObject *size)
{
    (void)module;
    return count_turned(size, count_quarter_turn);
}

/* ------------------------------------------------------------------------------------------------------
   permutation.c, and boards that need no search. */

/* Get at the memory of an array of four-byte numbers, to write on it. */
static bool get_columns(PyObject *object, Py_buffer *view)
{
    if (PyObject_GetBuffer(object, view, PyBUF_WRITABLE | PyBUF_FORMAT | PyBUF_ND) < 0)
        return false;
    if (view->itemsize == sizeof(int32_t) && view->ndim == 1 && view->format && !strcmp(view->format, "i")
            && (uint64_t)view->len / sizeof(int32_t) <= (uint64_t)INT32_MAX + 1)
        return true;
    PyBuffer_Release(view);
    PyErr_SetString(PyExc_ValueError, "columns are an array of type code 'i', up to 2**31 of them");
    return false;
}

static PyObject *permutation(PyObject *module, PyObject *args)
{
    PyObject *columns;
    unsigned long long random;
    Py_buffer view;
    (void)module;
    if (!PyArg_ParseTuple(args, "OK:permutation", &columns, &random) || !get_columns(columns, &view))
        return NULL;
    const int64_t size = view.len / (Py_ssize_t)sizeof(int32_t);
    if (size < 1 || size == 2 || size == 3) {
        PyBuffer_Release(&view);
        PyErr_SetString(PyExc_ValueError, "there is no board of this size to look for");
        return NULL;
    }
    Permutation search = {
        .size = size,
        .random = random,
        .columns = view.buf,
        .on_rising = malloc((size_t)(2 * size - 1)),
        .on_falling = malloc((size_t)(2 * size - 1)),
    };
    Guard guard;
    guard_begin(&guard, HUGE_VAL, NULL);
    const Outcome outcome =
        search.on_rising && search.on_falling ? permutation_run(&search, &guard.watch) : RAN_NO_MEMORY;
    const bool well = guard_end(&guard, outcome);
    free(search.on_rising);
    free(search.on_falling);
    PyBuffer_Release(&view);
    return well ? Py_BuildValue("LLL", (long long)search.tries, (long long)search.swaps,
                                (long long)search.restarts)
                : NULL;
}

static PyObject *progression(PyObject *module, PyObject *args)
{
    PyObject *columns;
    int start, step;
    Py_buffer view;
    (void)module;
    if (!PyArg_ParseTuple(args, "Oii:progression", &columns, &start, &step) || !get_columns(columns, &view))
        return NULL;
    const int64_t size = view.len / (Py_ssize_t)sizeof(int32_t);
    const int64_t last = start + (size - 1) * step;
    const bool fits = start >= 0 && step > 0 && last <= INT32_MAX;
    if (fits) {
        int32_t *const numbers = view.buf;
        Py_BEGIN_ALLOW_THREADS
        for (int64_t k = 0; k < size; k++)
            numbers[k] = (int32_t)(start + k * step);
        Py_END_ALLOW_THREADS
    }
    PyBuffer_Release(&view);
    if (!fits) {
        PyErr_SetString(PyExc_ValueError, "start is 0 or more, step 1 or more, and the last number below 2**31");
        return NULL;
    }
    Py_RETURN_NONE;
}

/* ------------------------------------------------------------------------------------------------------
   The module: each part adds its types here, and its functions to the table. */

static PyMethodDef kernel_functions[] = {
    {"count_half_turn", half_turn, METH_O,
     "count_half_turn(size)\n--\n\nCount the boards that look the same after a half turn."},
    {"count_quarter_turn", quarter_turn, METH_O,
     "count_quarter_turn(size)\n--\n\nCount the boards that look the same after a quarter turn."},
    {"permutation", permutation, METH_VARARGS,
     "permutation(columns, random)\n--\n\nWrite a board into an array; gives tries, swaps and restarts."},
    {"progression", progression, METH_VARARGS,
     "progression(columns, start, step)\n--\n\nWrite start, start + step and so on into an array."},
    {NULL, NULL, 0, NULL},
};

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
    if (add(module, "SIMD", PyUnicode_FromString(levels[kernel_simd])) < 0
            || add(module, "MASKS_LARGEST", PyLong_FromLong(MASKS_LARGEST)) < 0
            || add(module, "Masks", PyType_FromModuleAndSpec(module, &masks_spec, NULL)) < 0
            || add(module, "QUADRANTS_SMALLEST", PyLong_FromLong(QUADRANTS_SMALLEST)) < 0
            || add(module, "QUADRANTS_LARGEST", PyLong_FromLong(QUADRANTS_LARGEST)) < 0
            || add(module, "Quadrants", PyType_FromModuleAndSpec(module, &quadrants_spec, NULL)) < 0)
        return -1;
    return 0;
}

static PyModuleDef_Slot kernel_slots[] = {
    {Py_mod_exec, kernel_exec},
    {0, NULL},
};

static struct PyModuleDef kernel_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "nqueens._kernel",
    .m_doc = "The compiled parts of nqueens.",
    .m_methods = kernel_functions,
    .m_slots = kernel_slots,
};

PyMODINIT_FUNC PyInit__kernel(void);

PyMODINIT_FUNC PyInit__kernel(void)
{
    return PyModuleDef_Init(&kernel_module);
}
