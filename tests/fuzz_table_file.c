/* Fuzzer: a file of a table in the terminal (term/table_file.h). Whatever bytes it has, it
 * opens or says why not, and a line that was added is the last one when it is opened again. If
 * the input begins with '+', the file is made from its lines, with their checksums, and byte
 * number N of the file is changed, where N is on the first line. */
/* SPDX-License-Identifier: MIT */
#include "term/table_file.h"
#include "tests/fuzz.h"
#include <fcntl.h>
#include <unistd.h>

static char path[] = "/tmp/petteia-fuzz-file-XXXXXX";

static void put_bytes(const char *bytes, size_t n, off_t at, int how) {
    int fd = open(path, O_WRONLY | how);
    if (fd < 0 || pwrite(fd, bytes, n, at) != (ssize_t)n) abort();
    close(fd);
}

static void make(const char *text) {
    pt_table_file f;
    PT_TEXT(why, 1200);
    long change = strtol(text + 1, NULL, 10);
    unlink(path);
    PROMISE(pt_table_file_make(&f, path, "tfuzz", &why), "%s", why.at);
    for (const char *at = strchr(text, '\n'); at && *++at; at = strchr(at, '\n')) {
        PT_TEXT(line, 1 << 14);
        pt_putn(&line, at, strcspn(at, "\n"));
        pt_table_file_add(&f, line.at);
    }
    PROMISE(pt_table_file_save(&f, true) && pt_table_file_save(&f, false), "%s", f.trouble);
    off_t size = f.size;
    pt_table_file_close(&f);
    if (change >= 0 && change < size) put_bytes("x", 1, change, 0);
}

/* How many lines there are; -1: it is damaged or no such file. */
static int read_all(pt_table_file *f, bool look, char last[64]) {
    PT_TEXT(why, 1200);
    const char *line;
    int n = 0, more;
    pt_file_answer answer =
        look ? pt_table_file_peek(f, path, &why) : pt_table_file_open(f, path, &why);
    PROMISE((answer == PT_FILE_OPEN) == !why.used, "%d without a word", (int)answer);
    if (answer != PT_FILE_OPEN) return -1;
    while ((more = pt_table_file_next(f, &line, &why)) > 0) {
        pt_text copy = pt_text_on(last, 64);
        pt_puts(&copy, line);
        n++;
    }
    PROMISE(!more || why.used, "damaged without a word");
    return more ? -1 : n;
}

/* What cannot be opened or made says so, and a file is never made over another. */
static void elsewhere(void) {
    pt_table_file f;
    PT_TEXT(why, 1200);
    PROMISE(pt_table_file_open(&f, "/tmp/petteia-nowhere", &why) == PT_FILE_MISSING && why.used,
            "missing");
    pt_table_file_close(&f);
    PROMISE(pt_table_file_peek(&f, "/tmp", &why) == PT_FILE_UNREADABLE, "a folder");
    pt_table_file_close(&f);
    PROMISE(!pt_table_file_make(&f, "/tmp/petteia-nowhere/x", "tfuzz", &why), "no folder");
    PROMISE(!pt_table_file_save(&f, false), "saved nowhere");
    pt_table_file_close(&f);
    PROMISE(pt_table_file_make(&f, path, "tfuzz", &why) && strcmp(f.path, path) != 0, "over %s",
            path);
    unlink(f.path);
    pt_table_file_close(&f);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static bool begun;
    char last[64] = "";
    int fd = begun ? -1 : mkstemp(path);
    if (!begun && fd < 0) abort();
    if (fd >= 0) close(fd);
    if (!begun) elsewhere();
    begun = true;
    char *text = fuzz_text(data, size);
    if (text[0] == '+')
        make(text);
    else
        put_bytes(text, size, 0, O_CREAT | O_TRUNC);
    pt_table_file f, other;
    PT_TEXT(why, 1200);
    int n = read_all(&f, true, last);
    pt_table_file_close(&f);
    PROMISE(read_all(&f, false, last) == n, "looked at and opened, two answers");
    if (n >= 0) {
        PROMISE(pt_table_file_open(&other, path, &why) == PT_FILE_IN_USE, "opened twice");
        pt_table_file_close(&other);
        pt_table_file_add(&f, "77 the end");
        PROMISE(pt_table_file_save(&f, false) && f.last == 77, "%s", f.trouble);
        pt_table_file_close(&f);
        PROMISE(read_all(&f, true, last) == n + 1 && !strcmp(last, "77 the end"), "%s", last);
    }
    pt_table_file_close(&f);
    free(text);
    return 0;
}
