/* Which names look like a name. */
/* SPDX-License-Identifier: MIT */
#include "server/likeness.h"
#include "server/server.h"

skeletons name_skeletons(const confusables *c, const char *name) {
    skeletons s;
    name_skeleton(c, name, s.written);
    name_skeleton_small(c, name, s.small);
    return s;
}

likeness name_likeness(const confusables *c, const char *name) {
    const skeletons s = name_skeletons(c, name);
    return (likeness){id_hash(s.written), id_hash(s.small)};
}

bool looks_alike(likeness one, likeness other) {
    return one.written == other.written || one.written == other.small ||
           one.small == other.written || one.small == other.small;
}
