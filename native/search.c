/* The ways of a map as arrays, and the search every move is made of. */
#include "kernels.h"

static PyObject *compiled, *like_name, *changed_name, *one;

int edges_init(void) {
    compiled = PyUnicode_InternFromString("compiled");
    like_name = PyUnicode_InternFromString("like");
    changed_name = PyUnicode_InternFromString("changed");
    one = PyLong_FromLong(1);
    return compiled && like_name && changed_name && one ? 0 : -1;
}

static void edges_free(Edges *e) {
    if (!e)
        return;
    Py_XDECREF(e->all);
    PyMem_Free(e->first);
    PyMem_Free(e->to);
    PyMem_Free(e->cost);
    PyMem_Free(e);
}

static void capsule_free(PyObject *capsule) { edges_free(PyCapsule_GetPointer(capsule, "sandtable.edges")); }

/* One step (neighbour, cost). */
static int read_step(PyObject *step, int hexes, int *to, int *cost) {
    PyObject *n = PySequence_GetItem(step, 0), *k = n ? PySequence_GetItem(step, 1) : NULL;
    long a = n ? PyLong_AsLong(n) : -1, b = k ? PyLong_AsLong(k) : -1;
    Py_XDECREF(n);
    Py_XDECREF(k);
    if (PyErr_Occurred())
        return -1;
    if (a < 0 || a >= hexes || b < 0 || b > 1 << 24) {
        PyErr_SetString(PyExc_ValueError, "a step is (neighbour, cost), both on the map and not negative");
        return -1;
    }
    *to = (int)a;
    *cost = (int)b;
    return 0;
}

static int widen(Edges *e, int *room, int needed) {
    if (e->to && needed <= *room)
        return 0;
    *room = e->to ? 2 * needed : needed;
    int *to = PyMem_Realloc(e->to, *room * sizeof(int));
    if (to)
        e->to = to;
    int *cost = PyMem_Realloc(e->cost, *room * sizeof(int));
    if (cost)
        e->cost = cost;
    if (to && cost)
        return 0;
    PyErr_NoMemory();
    return -1;
}

/* The steps out of hex h, after the `count` that were read before; how many there are then, -1 on failure. */
static int read_steps(PyObject *edges, int h, Edges *e, int *room, int count) {
    PyObject *steps = PySequence_GetItem(edges, h);
    Py_ssize_t n = steps ? PySequence_Size(steps) : -1;
    int bad = n < 0 || widen(e, room, count + (int)n);
    for (Py_ssize_t i = 0; !bad && i < n; i++, count++) {
        PyObject *step = PySequence_GetItem(steps, i);
        bad = !step || read_step(step, e->hexes, &e->to[count], &e->cost[count]);
        Py_XDECREF(step);
    }
    Py_XDECREF(steps);
    return bad ? -1 : count;
}

/* Every step; those out of hexes that are not in `changed` are `like` those of other ways, where there are such. */
static int read_all(PyObject *edges, Edges *e, const Edges *like, const word *changed) {
    int room = 0, count = 0;
    e->first = PyMem_Malloc((e->hexes + 1) * sizeof(int));
    if (!e->first) {
        PyErr_NoMemory();
        return -1;
    }
    if (widen(e, &room, e->hexes * 6 + 16))
        return -1;
    for (int h = 0; h < e->hexes; h++) {
        e->first[h] = count;
        if (!like || HAS(changed, h)) {
            if ((count = read_steps(edges, h, e, &room, count)) < 0)
                return -1;
            continue;
        }
        int from = like->first[h], n = like->first[h + 1] - from;
        if (widen(e, &room, count + n))
            return -1;
        memcpy(e->to + count, like->to + from, n * sizeof(int));
        memcpy(e->cost + count, like->cost + from, n * sizeof(int));
        count += n;
    }
    e->first[e->hexes] = count;
    return 0;
}

/* The ways that these were made of (kernels.Edges.but) and the hexes in which they differ; NULL where they stand alone. */
static Edges *original(PyObject *edges, int hexes, word *changed, PyObject **keep) {
    *keep = NULL;
    Edges *like = NULL;
    PyObject *base = PyObject_GetAttr(edges, like_name), *set = base ? PyObject_GetAttr(edges, changed_name) : NULL;
    if (set && base != Py_None && !read_set(set, changed, WORDS(hexes), NULL)) {
        like = edges_of(base, keep);
        if (like && like->hexes != hexes)
            like = NULL;
    }
    Py_XDECREF(base);
    Py_XDECREF(set);
    PyErr_Clear();
    return like;
}

static Edges *compile(PyObject *edges) {
    Py_ssize_t hexes = PySequence_Size(edges);
    if (hexes < 0)
        return NULL;
    if (hexes > MOST_BITS) {
        PyErr_SetString(PyExc_OverflowError, "the map is too large");
        return NULL;
    }
    Edges *e = PyMem_Calloc(1, sizeof(Edges));
    if (!e)
        return (Edges *)PyErr_NoMemory();
    e->hexes = (int)hexes;
    word changed[MOST_WORDS];
    PyObject *keep;
    const Edges *like = original(edges, e->hexes, changed, &keep);
    int bad = read_all(edges, e, like, changed);
    Py_XDECREF(keep);
    if (!bad) {
        PyObject *n = PyLong_FromLong(e->hexes), *end = n ? PyNumber_Lshift(one, n) : NULL;
        e->all = end ? PyNumber_Subtract(end, one) : NULL;
        Py_XDECREF(n);
        Py_XDECREF(end);
    }
    if (!e->all) {
        edges_free(e);
        return NULL;
    }
    return e;
}

/* The ways as arrays, read once if `edges` can remember them (kernels.Edges can); `keep` is to be released afterwards. */
Edges *edges_of(PyObject *edges, PyObject **keep) {
    *keep = PyObject_GetAttr(edges, compiled);
    if (*keep && PyCapsule_IsValid(*keep, "sandtable.edges"))
        return PyCapsule_GetPointer(*keep, "sandtable.edges");
    Py_CLEAR(*keep);
    PyErr_Clear();
    Edges *e = compile(edges);
    if (!e)
        return NULL;
    *keep = PyCapsule_New(e, "sandtable.edges", capsule_free);
    if (!*keep) {
        edges_free(e);
        return NULL;
    }
    if (PyObject_SetAttr(edges, compiled, *keep))
        PyErr_Clear(); /* a plain list is read again every time */
    return e;
}

/* Scratch memory of a search. What stands by hex counts only where `mark` says that this search wrote it, so that a search costs
   what it finds, however large the map is. */
static struct {
    int hexes, pushes, costs;
    unsigned now;
    unsigned *mark;
    int *best, *parent, *order, *seen; /* by hex, and by rank */
    int *hex, *next;                   /* what was pushed */
    int *head, *tail;                  /* by cost */
} scratch;

static int grow(int **array, int count) {
    int *bigger = PyMem_Realloc(*array, count * sizeof(int));
    if (!bigger) {
        PyErr_NoMemory();
        return -1;
    }
    *array = bigger;
    return 0;
}

static int make_room(int hexes, int pushes, int costs) {
    if (hexes > scratch.hexes) {
        if (grow((int **)&scratch.mark, hexes) || grow(&scratch.best, hexes) || grow(&scratch.parent, hexes) ||
            grow(&scratch.order, hexes) || grow(&scratch.seen, hexes))
            return -1;
        memset(scratch.mark, 0, hexes * sizeof(int));
        scratch.hexes = hexes;
        scratch.now = 0;
    }
    if (pushes > scratch.pushes) {
        if (grow(&scratch.hex, pushes) || grow(&scratch.next, pushes))
            return -1;
        scratch.pushes = pushes;
    }
    if (costs > scratch.costs) {
        if (grow(&scratch.head, costs) || grow(&scratch.tail, costs))
            return -1;
        scratch.costs = costs;
    }
    if (!++scratch.now) { /* after four thousand million searches */
        memset(scratch.mark, 0, scratch.hexes * sizeof(int));
        scratch.now = 1;
    }
    return 0;
}

static int pushed;

static void push(int h, int k) {
    scratch.hex[pushed] = h;
    scratch.next[pushed] = -1;
    if (scratch.head[k] < 0)
        scratch.head[k] = pushed;
    else
        scratch.next[scratch.tail[k]] = pushed;
    scratch.tail[k] = pushed++;
}

/* Cheapest ways first, hex by hex, as in kernels.reach. */
int search(const Search *s, Found *found) {
    const Edges *e = s->edges;
    int n = e->hexes, budget = s->budget, top = budget > s->spent ? budget : s->spent;
    if (make_room(n, e->first[n] + (s->doors > 0 ? s->doors : 0) + 1, top + 1))
        return -1;
    int *best = scratch.best;
    for (int k = 0; k <= top; k++)
        scratch.head[k] = -1;
    pushed = 0;
    push(s->start, s->spent);
    scratch.mark[s->start] = scratch.now;
    best[s->start] = s->spent;
    int settled = 0, seen = 0;
    for (int c = s->spent; c <= budget; c++) {
        for (int p = scratch.head[c]; p >= 0; p = scratch.next[p]) {
            int h = scratch.hex[p];
            if (best[h] != c)
                continue;
            if (h != s->start) {
                scratch.order[settled++] = h;
                if (HAS(s->stop, h))
                    continue;
            }
            const int *to = e->to + e->first[h], *cost = e->cost + e->first[h];
            int steps = e->first[h + 1] - e->first[h];
            if (!h && s->doors >= 0)
                to = s->door_to, cost = s->door_cost, steps = s->doors;
            for (int i = 0; i < steps; i++) {
                int x = to[i], k = c + cost[i];
                if (s->extra && HAS(s->dear, x))
                    k += s->extra;
                if (k > budget || x == s->start || HAS(s->blocked, x) || (c == s->spent && HAS(s->first_blocked, x)))
                    continue;
                if (scratch.mark[x] != scratch.now) {
                    scratch.mark[x] = scratch.now;
                    scratch.seen[seen++] = x;
                } else if (k >= best[x])
                    continue;
                best[x] = k;
                scratch.parent[x] = h;
                push(x, k);
            }
        }
    }
    found->found = settled;
    found->order = scratch.order;
    found->cost = best; /* what was settled keeps its least cost */
    found->parent = scratch.parent;
    found->seen = seen;
    found->first_seen = scratch.seen;
    return 0;
}
