/* All hexes connected with some of a map. */
#include "kernels.h"

static PyObject *step_name, *on_map_name, *size_name;

int flood_init(void) {
    step_name = PyUnicode_InternFromString("step");
    on_map_name = PyUnicode_InternFromString("on_map");
    size_name = PyUnicode_InternFromString("size");
    return step_name && on_map_name && size_name ? 0 : -1;
}

/* The layout of a grid: how many ints hexes take, the way to each neighbour, the hexes of the map; 0 on failure. */
int read_grid(PyObject *grid, Layout *g) {
    PyObject *size = PyObject_GetAttr(grid, size_name), *steps = size ? PyObject_GetAttr(grid, step_name) : NULL;
    g->on_map = steps ? PyObject_GetAttr(grid, on_map_name) : NULL;
    g->hexes = size ? (int)PyLong_AsLong(size) : 0;
    g->words = WORDS(g->hexes);
    for (int d = 0; g->on_map && d < 6; d++) {
        PyObject *k = PySequence_GetItem(steps, d);
        g->step[d] = k ? (int)PyLong_AsLong(k) : 0;
        Py_XDECREF(k);
    }
    Py_XDECREF(size);
    Py_XDECREF(steps);
    if (!PyErr_Occurred() && (g->hexes < 1 || g->hexes > MOST_BITS))
        PyErr_SetString(PyExc_OverflowError, "the map is too large");
    if (PyErr_Occurred())
        Py_CLEAR(g->on_map);
    return g->on_map != NULL;
}

/* Hexsides stay as they are for a whole map: the last sets of six are kept as words. */
#define KEPT 16

static struct {
    PyObject *sides, *within;
    word *words;
} kept[KEPT];
static int oldest;

static word *read_sides(PyObject *leave, int words, PyObject *within, word *room) {
    int keep = PyTuple_CheckExact(leave);
    for (int i = 0; keep && i < KEPT; i++)
        if (kept[i].sides == leave && kept[i].within == within)
            return kept[i].words;
    for (int d = 0; d < 6; d++) {
        PyObject *b = PySequence_GetItem(leave, d);
        int bad = !b || read_set(b, room + d * words, words, within);
        Py_XDECREF(b);
        if (bad)
            return NULL;
    }
    if (!keep)
        return room;
    word *copy = PyMem_Malloc(6 * words * sizeof(word));
    if (!copy)
        return (word *)PyErr_NoMemory();
    memcpy(copy, room, 6 * words * sizeof(word));
    PyMem_Free(kept[oldest].words);
    Py_XDECREF(kept[oldest].sides);
    Py_XDECREF(kept[oldest].within);
    kept[oldest].sides = Py_NewRef(leave);
    kept[oldest].within = Py_NewRef(within);
    kept[oldest].words = copy;
    oldest = (oldest + 1) % KEPT;
    return copy;
}

/* found grows from every hex of the queue over the sides that may be left. */
static void spread(word *found, const word *start, const word *allowed, const Layout *g, const word *sides) {
    static int queue[MOST_BITS];
    int head = 0, tail = 0, words = g->words;
    for (int w = 0; w < words; w++)
        for (word left = start[w]; left; left &= left - 1)
            queue[tail++] = w * 64 + highest(left & (~left + 1));
    while (head < tail) {
        int h = queue[head++];
        for (int d = 0; d < 6; d++) {
            int n = h + g->step[d];
            if (n < 0 || n >= words * 64 || !HAS(allowed, n) || HAS(found, n))
                continue;
            if (sides && !HAS(sides + d * words, h))
                continue;
            ADD(found, n);
            queue[tail++] = n;
        }
    }
}

PyObject *kernel_flood(PyObject *self, PyObject *const *args, Py_ssize_t count, PyObject *named) {
    (void)self;
    static const char *const names[] = {"grid", "start", "allowed", "leave"};
    static word room[6 * MOST_WORDS];
    PyObject *a[4];
    if (read_arguments(args, count, named, names, 3, 4, a))
        return NULL;
    Layout g;
    if (!read_grid(a[0], &g))
        return NULL;
    PyObject *within = PyNumber_And(a[2], g.on_map), *result = NULL;
    word found[MOST_WORDS], start[MOST_WORDS], allowed[MOST_WORDS], *sides = NULL;
    if (within && !read_set(a[1], start, g.words, NULL) && !read_set(within, allowed, g.words, NULL)) {
        if (a[3] && a[3] != Py_None)
            sides = read_sides(a[3], g.words, g.on_map, room);
        if (sides || !PyErr_Occurred()) {
            memcpy(found, start, g.words * sizeof(word));
            spread(found, start, allowed, &g, sides);
            result = write_set(found, g.words);
        }
    }
    Py_DECREF(g.on_map);
    Py_XDECREF(within);
    return result;
}
