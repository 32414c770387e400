/* Where units can go: one unit with its ways, or many together. */
#include "kernels.h"

typedef struct {
    PyObject_HEAD
    int start, found, seen, hexes;
    int *order, *cost;        /* by rank: the hexes in reach, cheapest first, and what they cost */
    int *first_seen, *parent; /* by rank: the hexes to which a way was found, and the hex before each */
    PyObject *costs, *parents, *set;
} Reach;

static PyTypeObject *reach_type;

static void reach_dealloc(PyObject *o) {
    Reach *r = (Reach *)o;
    PyMem_Free(r->order);
    Py_XDECREF(r->costs);
    Py_XDECREF(r->parents);
    Py_XDECREF(r->set);
    PyTypeObject *type = Py_TYPE(o);
    ((freefunc)PyType_GetSlot(type, Py_tp_free))(o);
    Py_DECREF(type);
}

static PyObject *reach_new(const Search *s, const Found *f) {
    Reach *r = (Reach *)PyType_GenericAlloc(reach_type, 0);
    if (!r)
        return NULL;
    int n = s->edges->hexes;
    r->start = s->start;
    r->found = f->found;
    r->seen = f->seen;
    r->hexes = n;
    r->order = PyMem_Malloc((2 * f->found + 2 * f->seen + 1) * sizeof(int));
    if (!r->order) {
        Py_DECREF(r);
        return PyErr_NoMemory();
    }
    r->cost = r->order + f->found;
    r->first_seen = r->cost + f->found;
    r->parent = r->first_seen + f->seen;
    for (int i = 0; i < f->found; i++) {
        r->order[i] = f->order[i];
        r->cost[i] = f->cost[f->order[i]];
    }
    for (int i = 0; i < f->seen; i++) {
        r->first_seen[i] = f->first_seen[i];
        r->parent[i] = f->parent[f->first_seen[i]];
    }
    return (PyObject *)r;
}

static int rank(const int *hexes, int count, long h) {
    for (int i = 0; i < count; i++)
        if (hexes[i] == h)
            return i;
    return -1;
}

PyObject *dictionary(const int *hexes, int count, const int *values, int by_hex) {
    PyObject *d = PyDict_New();
    for (int i = 0; d && i < count; i++) {
        PyObject *h = PyLong_FromLong(hexes[i]), *v = PyLong_FromLong(values[by_hex ? hexes[i] : i]);
        if (!h || !v || PyDict_SetItem(d, h, v))
            Py_CLEAR(d);
        Py_XDECREF(h);
        Py_XDECREF(v);
    }
    return d;
}

static PyObject *get_start(PyObject *o, void *unused) {
    (void)unused;
    return PyLong_FromLong(((Reach *)o)->start);
}

static PyObject *get_cost(PyObject *o, void *unused) {
    (void)unused;
    Reach *r = (Reach *)o;
    if (!r->costs)
        r->costs = dictionary(r->order, r->found, r->cost, 0);
    return Py_XNewRef(r->costs);
}

static PyObject *get_parent(PyObject *o, void *unused) {
    (void)unused;
    Reach *r = (Reach *)o;
    if (!r->parents)
        r->parents = dictionary(r->first_seen, r->seen, r->parent, 0);
    return Py_XNewRef(r->parents);
}

static PyObject *get_hexes(PyObject *o, void *unused) {
    (void)unused;
    Reach *r = (Reach *)o;
    if (!r->set) {
        word set[MOST_WORDS];
        memset(set, 0, WORDS(r->hexes) * sizeof(word));
        for (int i = 0; i < r->found; i++)
            ADD(set, r->order[i]);
        r->set = write_set(set, WORDS(r->hexes));
    }
    return Py_XNewRef(r->set);
}

static PyObject *spent_in(PyObject *o, PyObject *hex) {
    Reach *r = (Reach *)o;
    long h = PyLong_AsLong(hex);
    if (h == -1 && PyErr_Occurred())
        return NULL;
    int i = rank(r->order, r->found, h);
    return i < 0 ? Py_NewRef(Py_None) : PyLong_FromLong(r->cost[i]);
}

static PyObject *path(PyObject *o, PyObject *hex) {
    Reach *r = (Reach *)o;
    long h = PyLong_AsLong(hex);
    if (h == -1 && PyErr_Occurred())
        return NULL;
    PyObject *way = PyList_New(0);
    while (way && h) {
        int i = h == r->start ? r->seen : rank(r->first_seen, r->seen, h);
        if (i < 0) {
            PyErr_SetObject(PyExc_KeyError, hex);
            Py_CLEAR(way);
            break;
        }
        PyObject *n = PyLong_FromLong(h);
        if (!n || PyList_Append(way, n))
            Py_CLEAR(way);
        Py_XDECREF(n);
        h = i == r->seen ? 0 : r->parent[i];
    }
    if (way && PyList_Reverse(way))
        Py_CLEAR(way);
    return way;
}

static PyObject *outside(PyObject *o, PyObject *hexes) {
    Reach *r = (Reach *)o;
    word set[MOST_WORDS];
    PyObject *all = get_hexes(o, NULL);
    if (!all || read_set(hexes, set, WORDS(r->hexes), all)) {
        Py_XDECREF(all);
        return NULL;
    }
    Py_DECREF(all);
    PyObject *list = PyList_New(0);
    for (int i = 0; list && i < r->found; i++) {
        if (HAS(set, r->order[i]))
            continue;
        PyObject *n = PyLong_FromLong(r->order[i]);
        if (!n || PyList_Append(list, n))
            Py_CLEAR(list);
        Py_XDECREF(n);
    }
    return list;
}

static PyGetSetDef questions[] = {{"start", get_start, NULL, NULL, NULL},
                                  {"cost", get_cost, NULL, NULL, NULL},
                                  {"parent", get_parent, NULL, NULL, NULL},
                                  {"hexes", get_hexes, NULL, NULL, NULL},
                                  {NULL, NULL, NULL, NULL, NULL}};
static PyMethodDef methods[] = {{"path", path, METH_O, NULL},
                                {"spent_in", spent_in, METH_O, NULL},
                                {"outside", outside, METH_O, NULL},
                                {NULL, NULL, 0, NULL}};
static PyType_Slot slots[] = {
    {Py_tp_dealloc, reach_dealloc}, {Py_tp_getset, questions}, {Py_tp_methods, methods}, {0, NULL}};
static PyType_Spec spec = {"sandtable.core._kernels.Reach", sizeof(Reach), 0,
                           Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, slots};

int reach_init(void) {
    reach_type = (PyTypeObject *)PyType_FromSpec(&spec);
    return reach_type ? 0 : -1;
}

int read_number(PyObject *o, int *value) {
    if (!o)
        return 0;
    long n = PyLong_AsLong(o);
    if (n == -1 && PyErr_Occurred())
        return -1;
    if (n < -1 || n > 1 << 20) {
        PyErr_SetString(PyExc_OverflowError, "a number of points is too large");
        return -1;
    }
    *value = (int)n;
    return 0;
}

static const word nothing[MOST_WORDS];

int read_mask(PyObject *o, const Edges *e, word *room, word **set) {
    *set = o ? room : (word *)nothing;
    return o ? read_set(o, room, WORDS(e->hexes), e->all) : 0;
}

int read_doors(PyObject *doors, Search *s, int *to, int *cost) {
    s->doors = -1;
    Py_ssize_t n = doors ? PySequence_Size(doors) : 0;
    if (n > MOST_DOORS)
        PyErr_SetString(PyExc_OverflowError, "too many ways onto the map");
    if (n < 0 || n > MOST_DOORS)
        return -1;
    if (!n)
        return 0;
    s->door_to = to;
    s->door_cost = cost;
    s->doors = (int)n;
    for (int i = 0; i < n; i++) {
        PyObject *step = PySequence_GetItem(doors, i);
        PyObject *h = step ? PySequence_GetItem(step, 0) : NULL, *k = h ? PySequence_GetItem(step, 1) : NULL;
        int bad = !k || read_number(h, &to[i]) || read_number(k, &cost[i]) || to[i] < 0 || to[i] >= s->edges->hexes || cost[i] < 0;
        Py_XDECREF(step);
        Py_XDECREF(h);
        Py_XDECREF(k);
        if (bad) {
            if (!PyErr_Occurred())
                PyErr_SetString(PyExc_ValueError, "a door is (hex, cost) on the map");
            return -1;
        }
    }
    return 0;
}

PyObject *kernel_reach(PyObject *self, PyObject *const *args, Py_ssize_t count, PyObject *named) {
    (void)self;
    static const char *const names[] = {"edges", "start", "budget", "blocked", "stop", "first_blocked",
                                        "spent", "dear",  "extra",  "doors"};
    PyObject *a[10], *keep = NULL, *reach = NULL;
    word blocked[MOST_WORDS], stop[MOST_WORDS], first[MOST_WORDS], dear[MOST_WORDS];
    int door_to[MOST_DOORS], door_cost[MOST_DOORS];
    if (read_arguments(args, count, named, names, 3, 10, a))
        return NULL;
    Search s = {0};
    Found f;
    s.edges = edges_of(a[0], &keep);
    if (s.edges && !read_number(a[1], &s.start) && !read_number(a[2], &s.budget) && !read_number(a[6], &s.spent) &&
        !read_number(a[8], &s.extra) && !read_mask(a[3], s.edges, blocked, &s.blocked) &&
        !read_mask(a[4], s.edges, stop, &s.stop) && !read_mask(a[5], s.edges, first, &s.first_blocked) &&
        !read_mask(a[7], s.edges, dear, &s.dear) && !read_doors(a[9], &s, door_to, door_cost)) {
        if (s.start < 0 || s.start >= s.edges->hexes || s.spent < 0)
            PyErr_SetString(PyExc_ValueError, "a search starts on the map and has spent nothing or more");
        else if (!search(&s, &f))
            reach = reach_new(&s, &f);
    }
    Py_XDECREF(keep);
    return reach;
}
