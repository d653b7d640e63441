/* Records as files; see record_file.h. */
/* SPDX-License-Identifier: MIT */
#include "term/record_file.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

bool pt_record_can_be_written(const char *path, pt_text *why) {
    bool before = access(path, F_OK) == 0;
    FILE *file = fopen(path, "a");
    if (!file) {
        pt_put(why, "cannot open %s: %s", path, strerror(errno));
        return false;
    }
    fclose(file);
    if (!before) remove(path);
    return true;
}

static void to_file(void *file, const char *bytes, size_t n) { fwrite(bytes, 1, n, file); }

bool pt_record_write(const pt_table *t, const char *path, pt_text *why) {
    FILE *file = fopen(path, "w");
    if (!file) {
        pt_put(why, "cannot open %s: %s", path, strerror(errno));
        return false;
    }
    char memory[1024];
    pt_text out = pt_text_to(memory, sizeof memory, to_file, file);
    pt_table_record(t, &out);
    pt_flush(&out);
    bool written = !ferror(file);
    if (fclose(file) != 0) written = false;
    if (!written) pt_put(why, "cannot write %s: %s", path, strerror(errno));
    return written;
}
