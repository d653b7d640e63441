/* The page: files of a folder, read once at the start, compressed, with their tags. Without a
 * folder there is a small page that says what this is. */
/* SPDX-License-Identifier: MIT */
#include "server/log.h"
#include "server/server.h"
#include <dirent.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <zlib.h>

enum { FILES = 2048, FILE_MOST = 16 << 20 };

typedef struct file {
    char path[256];
    const char *type;
    char *body, *packed, *brotli;
    size_t size, packed_size, brotli_size;
    char etag[36];
    bool hashed; /* the name changes with what is in it */
} file;

struct statics {
    int count;
    file files[FILES];
};

/* The page without a folder: what this is, and where programs begin. */
static void put_plain_page(pt_text *out) {
    pt_puts(out, "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><meta "
                 "name=\"viewport\" content=\"width=device-width\"><title>Petteia</title>"
                 "<h1>Petteia</h1><p>This is a server for the board games ");
    for (int i = 0; pt_games[i]; i++) {
        if (i) pt_puts(out, pt_games[i + 1] ? ", " : " and ");
        pt_puts(out, pt_games[i]->title);
    }
    pt_puts(out, ". It is running, and programs can play here: see "
                 "<code>docs/protocol.md</code>.</p><ul><li><a href=\"/api/games\">the games"
                 "</a></li><li><a href=\"/api/tables\">open tables</a></li><li><a "
                 "href=\"/api/archive\">finished games</a></li></ul></html>\n");
}

static const char *type_of(const char *path) {
    static const char *const types[][2] = {
        {".html", "text/html; charset=utf-8"},
        {".js", "text/javascript; charset=utf-8"},
        {".css", "text/css; charset=utf-8"},
        {".svg", "image/svg+xml"},
        {".json", "application/json"},
        {".wasm", "application/wasm"},
        {".png", "image/png"},
        {".ico", "image/x-icon"},
        {".webmanifest", "application/manifest+json"},
        {".woff2", "font/woff2"},
        {".txt", "text/plain; charset=utf-8"},
        {".md", "text/markdown; charset=utf-8"},
    };
    const char *dot = strrchr(path, '.');
    for (size_t i = 0; dot && i < sizeof types / sizeof *types; i++)
        if (strcmp(dot, types[i][0]) == 0) return types[i][1];
    return "application/octet-stream";
}

static void pack(file *f) {
    z_stream z = {0};
    size_t most = f->size + 256;
    if (f->size < 256 ||
        deflateInit2(&z, 9, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) != Z_OK)
        return;
    f->packed = malloc(most);
    z.next_in = (Bytef *)f->body;
    z.avail_in = (uInt)f->size;
    z.next_out = (Bytef *)f->packed;
    z.avail_out = (uInt)most;
    if (f->packed && deflate(&z, Z_FINISH) == Z_STREAM_END && z.total_out < f->size * 9 / 10) {
        f->packed_size = z.total_out;
    } else {
        free(f->packed);
        f->packed = NULL;
    }
    deflateEnd(&z);
}

static void add(statics *s, const char *path, char *body, size_t size) {
    if (s->count == FILES) {
        free(body);
        return;
    }
    file *f = &s->files[s->count++];
    uint8_t hash[16];
    pt_text p = pt_text_on(f->path, sizeof f->path);
    pt_puts(&p, path);
    f->type = type_of(path);
    f->body = body;
    f->size = size;
    f->hashed = strncmp(path, "/assets/", 8) == 0;
    crypto_generichash(hash, sizeof hash, (unsigned char *)body, size, NULL, 0);
    f->etag[0] = '"';
    pt_to_hex(hash, sizeof hash, f->etag + 1);
    strcat(f->etag, "\"");
}

static void add_file(statics *s, const char *name, const char *path, size_t size) {
    FILE *in = fopen(name, "rb");
    char *body = in && size <= FILE_MOST ? malloc(size + 1) : NULL;
    if (body && fread(body, 1, size, in) == size)
        add(s, path, body, size);
    else
        free(body);
    if (in) fclose(in);
}

static void add_folder(statics *s, const char *folder, const char *under, int depth) {
    DIR *d = depth < 8 ? opendir(folder) : NULL;
    for (struct dirent *e; d && (e = readdir(d));) {
        struct stat st;
        char name[1024], path[512];
        if (e->d_name[0] == '.') continue;
        if (snprintf(name, sizeof name, "%s/%s", folder, e->d_name) >= (int)sizeof name ||
            snprintf(path, sizeof path, "%s/%s", under, e->d_name) >= (int)sizeof path ||
            lstat(name, &st) != 0)
            continue;
        if (S_ISDIR(st.st_mode)) add_folder(s, name, path, depth + 1);
        if (S_ISREG(st.st_mode)) add_file(s, name, path, (size_t)st.st_size);
    }
    if (d) closedir(d);
}

static const file *find(const statics *s, const char *path) {
    for (int i = 0; i < s->count; i++)
        if (strcmp(s->files[i].path, path) == 0) return &s->files[i];
    return NULL;
}

/* "x.js.gz" and "x.js.br" are "x.js", compressed when the page was built. */
static bool take_variant(statics *s, file *variant) {
    size_t n = strlen(variant->path);
    char base[sizeof variant->path];
    bool gzip = n > 3 && strcmp(variant->path + n - 3, ".gz") == 0;
    if (!gzip && !(n > 3 && strcmp(variant->path + n - 3, ".br") == 0)) return false;
    memcpy(base, variant->path, n - 3);
    base[n - 3] = 0;
    file *f = (file *)(uintptr_t)find(s, base);
    if (!f) return false;
    *(gzip ? &f->packed : &f->brotli) = variant->body;
    *(gzip ? &f->packed_size : &f->brotli_size) = variant->size;
    return true;
}

static void take_variants(statics *s) {
    for (int i = 0; i < s->count;) {
        if (take_variant(s, &s->files[i]))
            s->files[i] = s->files[--s->count];
        else
            i++;
    }
    for (int i = 0; i < s->count; i++)
        if (!s->files[i].packed) pack(&s->files[i]);
}

statics *statics_load(const char *folder) {
    statics *s = calloc(1, sizeof *s);
    if (!s) return NULL;
    if (folder) add_folder(s, folder, "", 0);
    if (!find(s, "/index.html")) {
        PT_TEXT(page, 2048);
        put_plain_page(&page);
        char *copy = strdup(page.at);
        if (copy) add(s, "/index.html", copy, page.used);
    }
    take_variants(s);
    log_line("page", "files", "%d", s->count);
    return s;
}

void statics_free(statics *s) {
    for (int i = 0; s && i < s->count; i++) {
        free(s->files[i].body);
        free(s->files[i].packed);
        free(s->files[i].brotli);
    }
    free(s);
}

/* A path without a dot is a place inside the page. */
bool statics_reply(server *sv, const net_request *r) {
    const file *f = find(sv->statics, r->path);
    if (!f && strncmp(r->path, "/api/", 5) != 0 && !strchr(r->path, '.'))
        f = find(sv->statics, "/index.html");
    if (!f) return false;
    bool brotli = r->brotli && f->brotli, packed = !brotli && r->gzip && f->packed;
    bool same = strcmp(r->etag, f->etag) == 0;
    size_t size = brotli ? f->brotli_size : packed ? f->packed_size : f->size;
    net_answer a = {.status = same ? 304 : 200,
                    .type = f->type,
                    .body = brotli   ? f->brotli
                            : packed ? f->packed
                                     : f->body,
                    .size = same ? 0 : size,
                    .etag = f->etag,
                    .encoding = same     ? NULL
                                : brotli ? "br"
                                : packed ? "gzip"
                                         : NULL,
                    .lasting = true,
                    .max_age = f->hashed ? 31536000 : 0};
    net_reply(sv->net, r->id, &a);
    return true;
}
