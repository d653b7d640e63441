#include "games/cyclades/cyclades.h"
const pt_hints cy_hints = {NULL, NULL, NULL};
