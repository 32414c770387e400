/* What many units can do together. */
#include "kernels.h"

typedef struct {
    Layout grid;
    word on_map[MOST_WORDS];
    int *left, *force, *left_order, *force_order; /* by hex, and in the order in which hexes were first touched */
    int lefts, forces;
} Together;

static void come(Together *t, int h, int left, word *near) {
    if (t->left[h] < 0) {
        t->left_order[t->lefts++] = h;
        t->left[h] = 0;
    }
    if (left > t->left[h])
        t->left[h] = left;
    for (int d = 0; d < 6; d++) {
        int n = h + t->grid.step[d];
        if (n >= 0 && n < t->grid.hexes && HAS(t->on_map, n))
            ADD(near, n);
    }
}

static void add(Together *t, const Search *s, const Found *f, int weight) {
    word near[MOST_WORDS];
    memset(near, 0, t->grid.words * sizeof(word));
    if (s->start)
        come(t, s->start, s->budget, near);
    for (int i = 0; i < f->found; i++)
        come(t, f->order[i], s->budget - f->cost[f->order[i]], near);
    for (int w = t->grid.words - 1; w >= 0; w--)
        for (word left = near[w]; left;) {
            int k = highest(left), h = w * 64 + k;
            left ^= (word)1 << k;
            if (t->force[h] < 0) {
                t->force[h] = 0;
                t->force_order[t->forces++] = h;
            }
            t->force[h] += weight;
        }
}

/* Many units share their sets of hexes: what was read last is not read again. */
typedef struct {
    PyObject *last;
    word room[MOST_WORDS], *set;
} Mask;

static int mask(Mask *m, PyObject *o, const Edges *e) {
    if (o == m->last && m->set)
        return 0;
    m->last = o;
    return read_mask(o, e, m->room, &m->set);
}

static int add_walker(Together *t, PyObject *walker, Mask masks[3]) {
    PyObject *edges, *blocked, *stop, *first, *doors, *keep = NULL;
    static const word none[MOST_WORDS];
    int to[MOST_DOORS], cost[MOST_DOORS], weight;
    Search s = {0};
    Found f;
    if (!PyArg_ParseTuple(walker, "OiiOOOiO", &edges, &s.start, &s.budget, &blocked, &stop, &first, &weight, &doors))
        return -1;
    s.edges = edges_of(edges, &keep);
    int bad = !s.edges || mask(&masks[0], blocked, s.edges) || mask(&masks[1], stop, s.edges) ||
              mask(&masks[2], first, s.edges) || read_doors(doors, &s, to, cost);
    if (!bad && (s.edges->hexes != t->grid.hexes || s.start < 0 || s.start >= t->grid.hexes || s.budget < -1 ||
                 s.budget > 1 << 20 || weight < 0)) {
        PyErr_SetString(PyExc_ValueError, "a unit is not on this map, or has a negative weight");
        bad = 1;
    }
    if (!bad) {
        s.blocked = masks[0].set;
        s.stop = masks[1].set;
        s.first_blocked = masks[2].set;
        s.dear = (word *)none;
        bad = search(&s, &f);
    }
    if (!bad)
        add(t, &s, &f, weight);
    Py_XDECREF(keep);
    return bad ? -1 : 0;
}

static PyObject *result_of(const Together *t) {
    PyObject *left = dictionary(t->left_order, t->lefts, t->left, 1);
    PyObject *force = left ? dictionary(t->force_order, t->forces, t->force, 1) : NULL;
    PyObject *both = force ? PyTuple_Pack(2, left, force) : NULL;
    Py_XDECREF(left);
    Py_XDECREF(force);
    return both;
}

PyObject *kernel_reach_together(PyObject *self, PyObject *const *args, Py_ssize_t count, PyObject *named) {
    (void)self;
    static const char *const names[] = {"grid", "walkers"};
    static Mask masks[3];
    PyObject *a[2], *walker, *result = NULL;
    Together t = {0};
    if (read_arguments(args, count, named, names, 2, 2, a) || !read_grid(a[0], &t.grid))
        return NULL;
    /* The list keeps the sets alive, so that one that was read can be told by its address. */
    PyObject *walkers = PySequence_List(a[1]);
    for (int i = 0; i < 3; i++)
        masks[i].set = NULL;
    int n = t.grid.hexes, bad = !walkers || read_set(t.grid.on_map, t.on_map, t.grid.words, NULL);
    t.left = PyMem_Malloc(4 * n * sizeof(int));
    if (!bad && t.left) {
        t.force = t.left + n;
        t.left_order = t.force + n;
        t.force_order = t.left_order + n;
        memset(t.left, 0xff, 2 * n * sizeof(int));
        for (Py_ssize_t i = 0; !bad && i < PyList_Size(walkers); i++) {
            walker = PyList_GetItem(walkers, i);
            bad = add_walker(&t, walker, masks);
        }
        if (!bad)
            result = result_of(&t);
    } else if (!PyErr_Occurred())
        PyErr_NoMemory();
    PyMem_Free(t.left);
    Py_XDECREF(walkers);
    Py_DECREF(t.grid.on_map);
    return result;
}
