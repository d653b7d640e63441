/* Fuzzer: the routes of HTTP, with the real store and the real pool behind them and no socket
 * in front. Every request is answered once, with a valid status, and an answer that claims to
 * be JSON is JSON.
 *
 * An input is a line "METHOD PATH?QUERY", perhaps one that starts with "Bearer " ("Bearer me"
 * is a guest's token, "Bearer known" that of an account), perhaps one that starts with
 * "Accept-Language: ", and the body. */
/* SPDX-License-Identifier: MIT */
#include "server/log.h"
#include "server/people.h"
#include "tests/fuzz.h"
#include <jansson.h>
#include <sodium.h>
#include <time.h>
#include <unistd.h>

/* --- the network, in the place of server/net.c --- */

static struct {
    int replies, status;
    char body[1 << 18], type[64];
} got;

void net_reply(net *n, net_id request, const net_answer *a) {
    (void)n, (void)request;
    got.replies++;
    got.status = a->status;
    PROMISE(a->size < sizeof got.body, "%zu bytes", a->size);
    memcpy(got.body, a->body, a->size);
    got.body[a->size] = 0;
    snprintf(got.type, sizeof got.type, "%s", a->type);
}

net *net_open(const net_config *c, const net_events *e, void *who, pt_text *why) {
    (void)c, (void)e, (void)who, (void)why;
    return NULL;
}
void net_close(net *n) { (void)n; }
int net_port(const net *n) { return n ? 1 : 0; }
void net_run(net *n) { (void)n; }
void net_stop(net *n) { (void)n; }
void net_quiet(net *n) { (void)n; }
bool net_gone(const net *n) { return !n; }
void net_farewell(net *n, int first_ms, int spread_ms) {
    (void)n, (void)first_ms, (void)spread_ms;
}
net_counts net_count(const net *n) { return (net_counts){.requests = n ? 1 : 0}; }
void net_wake(net *n) { (void)n; }
net_note *net_note_new(net *n, const char *text, size_t size) {
    (void)n, (void)text, (void)size;
    return NULL;
}
void net_note_drop(net *n, net_note *note) { (void)n, (void)note; }
bool net_send(net *n, net_id to, net_note *note) {
    (void)n, (void)to, (void)note;
    return false;
}
void net_part_done(net *n) { (void)n; }
void net_greeted(net *n, net_id id) { (void)n, (void)id; }
void net_shut(net *n, net_id id, int code, const char *why) {
    (void)n, (void)id, (void)code, (void)why;
}
void net_set(net *n, net_id id, void *own) { (void)n, (void)id, (void)own; }
void *net_get(net *n, net_id id) {
    (void)n, (void)id;
    return NULL;
}
int net_connections(const net *n) { return n ? 1 : 0; }

/* --- the server --- */

static server *sv;
static char token[65], known[65]; /* a guest's, and an account's */

static void nothing(void *who) { (void)who; }

static void ask(const net_request *r) {
    got.replies = 0;
    http_request(sv, r);
    for (int i = 0; i < 20000 && !got.replies; i++) {
        pt_store_poll(sv->store);
        pool_poll(sv->pool);
        dispatch_requests(sv);
        if (!got.replies) nanosleep(&(struct timespec){.tv_nsec = 100000}, NULL);
    }
}

static void post(const char *path, const char *bearer, const char *body) {
    const net_request r = {.id = 1,
                           .method = NET_POST,
                           .path = path,
                           .query = "",
                           .bearer = bearer,
                           .etag = "",
                           .languages = "",
                           .peer = "p",
                           .body = body,
                           .body_size = strlen(body)};
    ask(&r);
}

static void take_token(char out[65]) {
    const char *at = strstr(got.body, "\"token\":\"");
    PROMISE(at, "no token: %s", got.body);
    memcpy(out, at + 9, 64);
}

static void new_guest(const char *name, char out[65]) {
    char body[80];
    snprintf(body, sizeof body, "{\"name\":\"%s\"}", name);
    post("/api/guest", "", body);
    take_token(out);
}

static void rated(void *who, uint64_t tag, pt_outcome outcome) {
    (void)tag;
    *(bool *)who = true;
    PROMISE(outcome == PT_WRITTEN, "no rating");
}

static void add_leader(void) {
    pt_batch *b = pt_batch_new();
    bool done = false;
    pt_batch_rating(b, &(pt_rating_row){.person = "bot:greedy",
                                        .kind = "mykerinos",
                                        .name = "greedy",
                                        .mu = 25,
                                        .sigma = 8,
                                        .games = 1});
    pt_store_commit(sv->store, b, rated, &done, 0);
    for (int i = 0; i < 20000 && !done; i++) {
        pt_store_poll(sv->store);
        nanosleep(&(struct timespec){.tv_nsec = 100000}, NULL);
    }
    PROMISE(done, "no answer");
}

static void begin(void) {
    static char path[] = "/tmp/petteia-fuzz-XXXXXX";
    PT_TEXT(why, 200);
    int fd = mkstemp(path);
    if (fd < 0 || sodium_init() < 0) abort();
    close(fd);
    log_quiet(true);
    sv = calloc(1, sizeof *sv);
    bool taken;
    const pt_store_config c = {.path = path, .wake = nothing};
    sv->store = pt_store_lock(&c, &taken, &why);
    PROMISE(sv->store && pt_store_open(sv->store, &why), "%s", why.at);
    unlink(path); /* it goes with the program */
    sv->next_num = 1;
    sv->ready_last = &sv->ready;
    sv->people = people_new();
    sv->statics = statics_load(NULL);
    sv->moves = calloc(1 << 16, sizeof *sv->moves);
    sv->pool = pool_new(sv, 1);
    new_guest("F", token);
    new_guest("Known", known);
    const char account[] = "{\"name\":\"Known\",\"password\":\"seven herons\"}";
    post("/api/account", known, account);
    PROMISE(got.status == 200, "no account: %s", got.body);
    take_token(known);
    add_leader();
}

/* Takes the first line off. */
static char *line_of(char **text) {
    char *line = *text;
    size_t n = strcspn(line, "\n");
    *text = line + n + (line[n] == '\n');
    line[n] = 0;
    return line;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (!sv) begin();
    char *whole = fuzz_text(data, size), *text = whole, *end = whole + strlen(whole);
    char *head = line_of(&text), *bearer = "", *languages = "";
    if (text < end && strncmp(text, "Bearer ", 7) == 0) bearer = line_of(&text) + 7;
    if (text < end && strncmp(text, "Accept-Language: ", 17) == 0)
        languages = line_of(&text) + 17;
    char *path = head + strcspn(head, " ");
    if (*path) *path++ = 0;
    char *query = path + strcspn(path, "?");
    if (*query) *query++ = 0;
    net_request r = {.id = 1,
                     .method = strcmp(head, "POST") == 0     ? NET_POST
                               : strcmp(head, "DELETE") == 0 ? NET_DELETE
                               : strcmp(head, "GET") == 0    ? NET_GET
                                                             : NET_OTHER,
                     .path = path,
                     .query = query,
                     .bearer = strcmp(bearer, "me") == 0      ? token
                               : strcmp(bearer, "known") == 0 ? known
                                                              : bearer,
                     .etag = "",
                     .languages = languages,
                     .agent = languages,
                     .peer = "p",
                     .body = text < end ? text : "",
                     .body_size = text < end ? (size_t)(end - text) : 0};
    ask(&r);
    PROMISE(got.replies == 1, "%d answers to %s %s", got.replies, head, path);
    PROMISE(got.status >= 200 && got.status < 600, "status %d", got.status);
    if (strncmp(got.type, "application/json", 16) == 0) {
        json_t *json = json_loads(got.body, JSON_REJECT_DUPLICATES, NULL);
        PROMISE(json, "no JSON: %.200s", got.body);
        json_decref(json);
    }
    if (got.status == 200 && (r.method == NET_DELETE || strcmp(path, "/api/logout") == 0)) {
        if (r.bearer == token) new_guest("F", token); /* it has just gone */
        if (r.bearer == known) new_guest("Known", known);
    }
    if (got.status == 200 && strcmp(path, "/api/account") == 0 && r.bearer == token)
        take_token(token);               /* with the account came another */
    upkeep_tick(sv, now_ms() + 1000000); /* nothing stays in memory */
    free(whole);
    return 0;
}
