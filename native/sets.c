/* Python's ints as sets, and where units stand. */
#include "kernels.h"

static PyObject *to_bytes, *from_bytes, *little;

int sets_init(void) {
    PyObject *type = (PyObject *)&PyLong_Type;
    to_bytes = PyObject_GetAttrString(type, "to_bytes");
    from_bytes = PyObject_GetAttrString(type, "from_bytes");
    little = PyUnicode_InternFromString("little");
    return to_bytes && from_bytes && little ? 0 : -1;
}

int highest(word w) {
#if defined(__GNUC__) || defined(__clang__)
    return 63 - __builtin_clzll(w);
#else
    int i = 0;
    while (w >>= 1)
        i++;
    return i;
#endif
}

/* `within` cuts what is too long, or negative; without it a set that is longer than `words` is an error. */
int read_set(PyObject *b, word *set, int words, PyObject *within) {
    int overflow;
    long long small = PyLong_AsLongLongAndOverflow(b, &overflow);
    if (small == -1 && !overflow && PyErr_Occurred())
        return -1;
    memset(set, 0, words * sizeof(word));
    if (!overflow && small >= 0) {
        set[0] = (word)small;
        return 0;
    }
    PyObject *whole = within ? PyNumber_And(b, within) : Py_NewRef(b);
    if (!whole)
        return -1;
    PyObject *length = PyLong_FromLong(words * 8);
    PyObject *bytes = length ? PyObject_CallFunctionObjArgs(to_bytes, whole, length, little, NULL) : NULL;
    Py_XDECREF(length);
    Py_DECREF(whole);
    if (!bytes)
        return -1;
    const unsigned char *p = (const unsigned char *)PyBytes_AsString(bytes);
    for (int i = 0; i < words; i++, p += 8)
        for (int k = 0; k < 8; k++)
            set[i] |= (word)p[k] << (8 * k);
    Py_DECREF(bytes);
    return 0;
}

PyObject *write_set(const word *set, int words) {
    while (words && !set[words - 1])
        words--;
    if (words <= 1)
        return PyLong_FromUnsignedLongLong(words ? set[0] : 0);
    unsigned char text[MOST_WORDS * 8], *p = text;
    for (int i = 0; i < words; i++)
        for (int k = 0; k < 8; k++)
            *p++ = (unsigned char)(set[i] >> (8 * k));
    PyObject *bytes = PyBytes_FromStringAndSize((const char *)text, words * 8);
    PyObject *b = bytes ? PyObject_CallFunctionObjArgs(from_bytes, bytes, little, NULL) : NULL;
    Py_XDECREF(bytes);
    return b;
}

int read_arguments(PyObject *const *args, Py_ssize_t count, PyObject *named, const char *const *names, int needed, int most,
                   PyObject **out) {
    if (count > most) {
        PyErr_Format(PyExc_TypeError, "at most %d arguments, not %zd", most, count);
        return -1;
    }
    for (int i = 0; i < most; i++)
        out[i] = i < count ? args[i] : NULL;
    Py_ssize_t extra = named ? PyTuple_Size(named) : 0;
    for (Py_ssize_t k = 0; k < extra; k++) {
        PyObject *name = PyTuple_GetItem(named, k);
        int i = 0;
        while (i < most && PyUnicode_CompareWithASCIIString(name, names[i]))
            i++;
        if (i == most || out[i]) {
            PyErr_Format(PyExc_TypeError, "unexpected argument %R", name);
            return -1;
        }
        out[i] = args[count + k];
    }
    for (int i = 0; i < needed; i++)
        if (!out[i]) {
            PyErr_Format(PyExc_TypeError, "argument '%s' is missing", names[i]);
            return -1;
        }
    return 0;
}

static int length_of(PyObject *b) {
    PyObject *n = PyObject_CallMethod(b, "bit_length", NULL);
    if (!n)
        return -1;
    long bits = PyLong_AsLong(n);
    Py_DECREF(n);
    if (bits > MOST_BITS) {
        PyErr_SetString(PyExc_OverflowError, "the set is too large");
        return -1;
    }
    return (int)bits;
}

PyObject *kernel_bits(PyObject *self, PyObject *b) {
    (void)self;
    word set[MOST_WORDS];
    int overflow, words = 1;
    long long small = PyLong_AsLongLongAndOverflow(b, &overflow);
    if (small == -1 && !overflow && PyErr_Occurred())
        return NULL;
    if (overflow < 0 || (!overflow && small < 0)) {
        PyErr_SetString(PyExc_ValueError, "a negative number is no set");
        return NULL;
    }
    if (overflow) {
        int bits = length_of(b);
        if (bits < 0 || read_set(b, set, words = WORDS(bits), NULL))
            return NULL;
    } else
        set[0] = (word)small;
    PyObject *members = PyList_New(0);
    if (!members)
        return NULL;
    for (int i = words - 1; i >= 0; i--)
        for (word w = set[i]; w;) {
            int k = highest(w);
            w ^= (word)1 << k;
            PyObject *n = PyLong_FromLong(i * 64 + k);
            if (!n || PyList_Append(members, n)) {
                Py_XDECREF(n);
                Py_DECREF(members);
                return NULL;
            }
            Py_DECREF(n);
        }
    PyObject *all = PyObject_GetIter(members);
    Py_DECREF(members);
    return all;
}

/* The units of a set, and the list of where every unit stands. */
typedef struct {
    PyObject *loc;
    int count, words;
    word units[MOST_WORDS];
} Units;

static int read_units(PyObject *loc, PyObject *units, Units *u) {
    Py_ssize_t count = PyList_Size(loc);
    if (count < 0)
        return -1;
    if (count > MOST_BITS) {
        PyErr_SetString(PyExc_OverflowError, "too many units");
        return -1;
    }
    u->loc = loc;
    u->count = (int)count;
    u->words = count ? WORDS(u->count) : 1;
    PyObject *within = NULL;
    int overflow;
    long long small = PyLong_AsLongLongAndOverflow(units, &overflow);
    if (small == -1 && !overflow && PyErr_Occurred())
        return -1;
    if (!overflow && small >= 0) {
        memset(u->units, 0, u->words * sizeof(word));
        u->units[0] = (word)small;
    } else {
        word all[MOST_WORDS];
        memset(all, 0, sizeof(word) * u->words);
        for (int i = 0; i < u->count; i++)
            ADD(all, i);
        if (!overflow && small == -1)
            memcpy(u->units, all, u->words * sizeof(word));
        else {
            within = write_set(all, u->words);
            if (!within || read_set(units, u->units, u->words, within)) {
                Py_XDECREF(within);
                return -1;
            }
            Py_DECREF(within);
        }
    }
    for (int i = u->count; i < u->words * 64; i++)
        if (HAS(u->units, i)) {
            PyErr_SetString(PyExc_IndexError, "no such unit");
            return -1;
        }
    return 0;
}

/* Where unit i stands; a hex of the map must be below MOST_BITS. */
static long place(const Units *u, int i) {
    long h = PyLong_AsLong(PyList_GetItem(u->loc, i));
    if (h >= MOST_BITS) {
        PyErr_SetString(PyExc_OverflowError, "no such hex");
        return -1;
    }
    return h;
}

#define EACH_UNIT(u, i)                                                                                                          \
    for (int w_ = 0; w_ < (u).words; w_++)                                                                                       \
        for (word left_ = (u).units[w_]; left_; left_ &= left_ - 1)                                                              \
            for (int i = w_ * 64 + highest(left_ & (~left_ + 1)), once_ = 1; once_; once_ = 0)

static int need(Py_ssize_t count, Py_ssize_t wanted) {
    if (count == wanted)
        return 0;
    PyErr_Format(PyExc_TypeError, "%zd arguments are needed, not %zd", wanted, count);
    return -1;
}

PyObject *kernel_occupied(PyObject *self, PyObject *const *args, Py_ssize_t count) {
    (void)self;
    Units u;
    word hexes[MOST_WORDS];
    int words = 0;
    if (need(count, 2) || read_units(args[0], args[1], &u))
        return NULL;
    EACH_UNIT(u, i) {
        long h = place(&u, i);
        if (h > 0) {
            int w = (int)(h >> 6);
            while (words <= w)
                hexes[words++] = 0;
            ADD(hexes, h);
        }
    }
    return PyErr_Occurred() ? NULL : write_set(hexes, words);
}

PyObject *kernel_on_map(PyObject *self, PyObject *const *args, Py_ssize_t count) {
    (void)self;
    Units u;
    word there[MOST_WORDS];
    if (need(count, 2) || read_units(args[0], args[1], &u))
        return NULL;
    memset(there, 0, u.words * sizeof(word));
    EACH_UNIT(u, i) {
        if (place(&u, i) > 0)
            ADD(there, i);
    }
    return PyErr_Occurred() ? NULL : write_set(there, u.words);
}

PyObject *kernel_standing(PyObject *self, PyObject *const *args, Py_ssize_t count) {
    (void)self;
    Units u;
    if (need(count, 2) || read_units(args[0], args[1], &u))
        return NULL;
    PyObject *found = PyList_New(0);
    if (!found)
        return NULL;
    EACH_UNIT(u, i) {
        if (place(&u, i) <= 0)
            continue;
        PyObject *n = PyLong_FromLong(i);
        if (n)
            PyList_Append(found, n);
        Py_XDECREF(n);
    }
    if (PyErr_Occurred())
        Py_CLEAR(found);
    return found;
}

PyObject *kernel_units_at(PyObject *self, PyObject *const *args, Py_ssize_t count) {
    (void)self;
    Units u;
    if (need(count, 3) || read_units(args[0], args[1], &u))
        return NULL;
    long where = PyLong_AsLong(args[2]);
    PyObject *found = where == -1 && PyErr_Occurred() ? NULL : PyList_New(0);
    if (!found)
        return NULL;
    EACH_UNIT(u, i) {
        if (place(&u, i) != where)
            continue;
        PyObject *n = PyLong_FromLong(i);
        if (n)
            PyList_Append(found, n);
        Py_XDECREF(n);
    }
    if (PyErr_Occurred())
        Py_CLEAR(found);
    return found;
}

PyObject *kernel_units_within(PyObject *self, PyObject *const *args, Py_ssize_t count) {
    (void)self;
    Units u;
    word there[MOST_WORDS], hexes[MOST_WORDS];
    if (need(count, 3) || read_units(args[0], args[1], &u))
        return NULL;
    int bits = length_of(args[2]);
    if (bits < 0 || read_set(args[2], hexes, WORDS(bits) ? WORDS(bits) : 1, NULL))
        return NULL;
    memset(there, 0, u.words * sizeof(word));
    EACH_UNIT(u, i) {
        long h = place(&u, i);
        if (h > 0 && h < bits && HAS(hexes, h))
            ADD(there, i);
    }
    return PyErr_Occurred() ? NULL : write_set(there, u.words);
}

PyObject *kernel_crowded(PyObject *self, PyObject *const *args, Py_ssize_t count) {
    (void)self;
    static unsigned short there[MOST_BITS]; /* all zero between two calls */
    Units u;
    word hexes[MOST_WORDS];
    if (need(count, 3) || read_units(args[0], args[1], &u))
        return NULL;
    long n = PyLong_AsLong(args[2]);
    if (n == -1 && PyErr_Occurred())
        return NULL;
    int words = 0;
    EACH_UNIT(u, i) {
        long h = place(&u, i);
        if (h <= 0)
            continue;
        int w = (int)(h >> 6);
        while (words <= w)
            hexes[words++] = 0;
        if (++there[h] >= n)
            ADD(hexes, h);
    }
    EACH_UNIT(u, i) {
        long h = place(&u, i);
        if (h > 0)
            there[h] = 0;
    }
    return PyErr_Occurred() ? NULL : write_set(hexes, words);
}
