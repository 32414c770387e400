/* The module sandtable.core._kernels. */
#include "kernels.h"

#ifndef SOURCES
#define SOURCES "" /* a digest of these files, see hatch_build.py */
#endif

#define FAST(f) ((PyCFunction)(void (*)(void))(f))

static PyMethodDef functions[] = {{"bits", kernel_bits, METH_O, NULL},
                                  {"occupied", FAST(kernel_occupied), METH_FASTCALL, NULL},
                                  {"on_map", FAST(kernel_on_map), METH_FASTCALL, NULL},
                                  {"standing", FAST(kernel_standing), METH_FASTCALL, NULL},
                                  {"units_at", FAST(kernel_units_at), METH_FASTCALL, NULL},
                                  {"units_within", FAST(kernel_units_within), METH_FASTCALL, NULL},
                                  {"crowded", FAST(kernel_crowded), METH_FASTCALL, NULL},
                                  {"flood", FAST(kernel_flood), METH_FASTCALL | METH_KEYWORDS, NULL},
                                  {"reach", FAST(kernel_reach), METH_FASTCALL | METH_KEYWORDS, NULL},
                                  {"reach_together", FAST(kernel_reach_together), METH_FASTCALL | METH_KEYWORDS, NULL},
                                  {NULL, NULL, 0, NULL}};

static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, "_kernels", NULL, -1, functions, NULL, NULL, NULL, NULL};

PyMODINIT_FUNC PyInit__kernels(void) {
    if (sets_init() || edges_init() || flood_init() || reach_init())
        return NULL;
    PyObject *module = PyModule_Create(&definition);
    if (module && PyModule_AddStringConstant(module, "sources", SOURCES)) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
