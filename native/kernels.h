/* The kernels of src/sandtable/core/kernels.py in C: the same answers, the same order. That file says what they mean. */
#ifndef SANDTABLE_KERNELS_H
#define SANDTABLE_KERNELS_H

#define Py_LIMITED_API 0x030B0000
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdint.h>
#include <string.h>

typedef uint64_t word;

/* A set of hexes or units: bit i of the int is bit i % 64 of word i / 64. */
#define WORDS(bits) (((bits) + 63) / 64)
#define HAS(set, i) ((set)[(i) >> 6] >> ((i) & 63) & 1)
#define ADD(set, i) ((set)[(i) >> 6] |= (word)1 << ((i) & 63))
#define MOST_BITS 16384 /* hexes of the largest map: more is left to Python's kernels by an error */
#define MOST_WORDS WORDS(MOST_BITS)

int sets_init(void);
int read_set(PyObject *b, word *set, int words, PyObject *within);
PyObject *write_set(const word *set, int words);
int highest(word w);

/* What positional and named arguments stand for, in the order of `names`; missing ones stay NULL. */
int read_arguments(PyObject *const *args, Py_ssize_t count, PyObject *named, const char *const *names, int needed, int most,
                   PyObject **out);

/* How the hexes of a grid lie. */
typedef struct {
    int hexes, words, step[6];
    PyObject *on_map;
} Layout;

int flood_init(void);
int read_grid(PyObject *grid, Layout *g);

/* The ways of a map, read once. */
typedef struct {
    int hexes;
    int *first; /* the steps out of hex h are first[h] .. first[h + 1] - 1 */
    int *to;
    int *cost;
    PyObject *all; /* the set of every hex */
} Edges;

int edges_init(void);
Edges *edges_of(PyObject *edges, PyObject **keep);

/* One search; the scratch memory is shared, which the GIL allows. */
typedef struct {
    const Edges *edges;
    int start, budget, spent, extra;
    word *blocked, *stop, *first_blocked, *dear;
    int doors;
    int *door_to, *door_cost;
} Search;

typedef struct {
    int found;  /* hexes in reach, the start left out */
    int *order; /* in order of cost */
    int *cost;  /* by hex, as the parents: only of the hexes that were found, or seen */
    int *parent;
    int seen;
    int *first_seen; /* hexes in the order in which a way to them was first found */
} Found;

int search(const Search *s, Found *found);
int read_number(PyObject *o, int *value);
PyObject *dictionary(const int *hexes, int count, const int *values, int by_hex); /* else by rank */
int read_mask(PyObject *o, const Edges *e, word *room, word **set);
int read_doors(PyObject *doors, Search *s, int *to, int *cost);
#define MOST_DOORS 1024

PyObject *kernel_bits(PyObject *, PyObject *);
PyObject *kernel_occupied(PyObject *, PyObject *const *, Py_ssize_t);
PyObject *kernel_on_map(PyObject *, PyObject *const *, Py_ssize_t);
PyObject *kernel_standing(PyObject *, PyObject *const *, Py_ssize_t);
PyObject *kernel_units_at(PyObject *, PyObject *const *, Py_ssize_t);
PyObject *kernel_units_within(PyObject *, PyObject *const *, Py_ssize_t);
PyObject *kernel_crowded(PyObject *, PyObject *const *, Py_ssize_t);
PyObject *kernel_flood(PyObject *, PyObject *const *, Py_ssize_t, PyObject *);
PyObject *kernel_reach(PyObject *, PyObject *const *, Py_ssize_t, PyObject *);
PyObject *kernel_reach_together(PyObject *, PyObject *const *, Py_ssize_t, PyObject *);
int reach_init(void);

#endif
