/* Sentences by their keys and arguments, so that better words change nothing in a test. The
 * linker puts this in the place of pt_say (--wrap). */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "core/say.h"

void __wrap_pt_say(pt_text *out, pt_said said);

static void put_said(pt_text *out, const pt_said *said) {
    pt_put(out, "<%s", said->phrase->key);
    for (int i = 0; said->phrase->types[i]; i++) switch (said->phrase->types[i]) {
        case 't': pt_put(out, " %s", said->arg[i].text); break;
        case 's': put_said(out, said->arg[i].said); break;
        default: pt_put(out, " %d", (int)said->arg[i].n);
        }
    pt_puts(out, ">");
}

void __wrap_pt_say(pt_text *out, pt_said said) {
    if (!out) return;
    put_said(out, &said);
    out->key = said.phrase->key;
}
