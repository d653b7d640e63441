#include "games/myst/myst.h"
const pt_hints ms_hints = {NULL, NULL, NULL};
