/* Delivers calls to push services over HTTPS, several at a time, in a thread of its own. An
 * address comes from whoever subscribed: it must not lead into the host's own network, by name
 * or by number, so every socket is looked at before it is connected, and redirects are not
 * followed. */
/* SPDX-License-Identifier: MIT */
#include "server/address.h"
#include "server/push.h"
#include "server/push_crypt.h"
#include <assert.h>
#include <curl/curl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { CONNECT_SECONDS = 5, WHOLE_SECONDS = 15, TOKEN_SECONDS = 12 * 3600, ORIGIN = 300 };

struct push_sender {
    push_sender_config config;
    address_list inside; /* networks that nobody may be called in */
    pthread_t thread;
    pthread_mutex_t lock;
    CURLM *multi;
    push_job *first, **last; /* to be sent */
    push_job *sent;
    CURL *under_way[PUSH_AT_ONCE]; /* the thread's own */
    bool stop;
};

/* A call while it is on its way. */
typedef struct sending {
    push_sender *sender;
    push_job *job;
    struct curl_slist *headers;
    bool inner;   /* its origin may be anywhere */
    bool refused; /* it led where it must not */
    char error[CURL_ERROR_SIZE];
    uint8_t body[PUSH_BODY + CRYPT_MORE];
} sending;

/* --- addresses --- */

/* Own machine, private networks, links and sites, shared space, tests, groups; and ways to
 * write IPv4 addresses as IPv6. */
static const char inside[] = "0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16"
                             " 172.16.0.0/12 192.0.0.0/24 192.168.0.0/16 198.18.0.0/15"
                             " 224.0.0.0/3 ::/96 100::/64 fc00::/6 64:ff9b::/32 2002::/16"
                             " 2001::/32";

/* "https://host:port" of an address; false if it is none that anybody may be called at. */
static bool origin_of(const char *endpoint, char out[ORIGIN], char host[ORIGIN]) {
    char *part[5] = {NULL};
    static const CURLUPart parts[5] = {CURLUPART_SCHEME, CURLUPART_HOST, CURLUPART_PORT,
                                       CURLUPART_USER, CURLUPART_PASSWORD};
    CURLU *u = curl_url();
    bool good = u && curl_url_set(u, CURLUPART_URL, endpoint, 0) == CURLUE_OK;
    for (int i = 0; i < 5 && good; i++) curl_url_get(u, parts[i], &part[i], 0);
    pt_text text = pt_text_on(out, ORIGIN), name = pt_text_on(host, ORIGIN);
    good = good && part[0] && part[1] && !part[3] && !part[4];
    if (good) {
        pt_put(&text, "%s://%s%s%s", part[0], part[1], part[2] ? ":" : "",
               part[2] ? part[2] : "");
        pt_puts(&name, part[1]);
        if (name.used && host[name.used - 1] == '.') host[name.used - 1] = 0; /* as without */
    }
    for (int i = 0; i < 5; i++) curl_free(part[i]);
    curl_url_cleanup(u);
    return good && !text.cut && !name.cut;
}

static bool is_listed(const char *list, const char *origin) {
    size_t n = strlen(origin);
    for (const char *at = list; at && *at;) {
        size_t length = strcspn(at, " ,");
        if (length == n && strncmp(at, origin, n) == 0) return true;
        at += length + strspn(at + length, " ,");
    }
    return false;
}

static bool ends_with(const char *text, const char *end) {
    size_t n = strlen(text), k = strlen(end);
    return n >= k && strcmp(text + n - k, end) == 0;
}

static bool no_inside(address_list *list) {
    PT_TEXT(why, 200);
    bool good = address_list_read(inside, list, &why);
    assert(good);
    return good;
}

bool push_address_ok(const char *endpoint, const char *inner) {
    char origin[ORIGIN], host[ORIGIN];
    address_list list;
    address a;
    for (const char *at = endpoint; *at; at++)
        if (*at <= ' ' || *at > '~' || *at == '"' || *at == '\\') return false;
    if (!origin_of(endpoint, origin, host)) return false;
    if (is_listed(inner, origin)) return true;
    if (strncmp(origin, "https://", 8) != 0 || !strchr(host, '.')) return false;
    if (ends_with(host, ".local") || ends_with(host, ".internal") ||
        ends_with(host, ".localhost") || ends_with(host, ".home.arpa"))
        return false;
    return no_inside(&list) &&
           !(address_read(host, strlen(host), &a) && address_listed(&list, &a));
}

/* Whatever a name has become: this is where it leads now. */
static curl_socket_t open_socket(void *who, curlsocktype purpose, struct curl_sockaddr *to) {
    sending *x = who;
    struct sockaddr_storage copy = {0};
    address a;
    (void)purpose;
    if (to->addrlen > sizeof copy) return CURL_SOCKET_BAD;
    memcpy(&copy, &to->addr, to->addrlen);
    if (!x->inner && (!address_of(&copy, &a) || address_listed(&x->sender->inside, &a))) {
        x->refused = true;
        return CURL_SOCKET_BAD;
    }
    return socket(to->family, to->socktype | SOCK_CLOEXEC, to->protocol);
}

/* --- one call --- */

static size_t drop_answer(char *at, size_t size, size_t n, void *who) {
    (void)at, (void)who;
    return size * n;
}

static bool add_header(sending *x, const char *name, const char *value) {
    PT_TEXT(line, CRYPT_TOKEN + 400);
    pt_put(&line, "%s: %s", name, value);
    struct curl_slist *more = line.cut ? NULL : curl_slist_append(x->headers, line.at);
    if (more) x->headers = more;
    return more != NULL;
}

static bool add_headers(sending *x, const char *origin) {
    const push_sender_config *c = &x->sender->config;
    char token[CRYPT_TOKEN];
    PT_TEXT(vapid, CRYPT_TOKEN + 200);
    PT_TEXT(ttl, 24);
    if (!crypt_token(c->key, origin, c->contact, (int64_t)time(NULL) + TOKEN_SECONDS, token))
        return false;
    pt_put(&vapid, "vapid t=%s, k=%s", token, (const char *)c->public);
    pt_put(&ttl, "%lld", (long long)x->job->seconds);
    return add_header(x, "Authorization", vapid.at) && add_header(x, "TTL", ttl.at) &&
           add_header(x, "Topic", x->job->topic) && add_header(x, "Urgency", x->job->urgency) &&
           add_header(x, "Content-Encoding", "aes128gcm") &&
           add_header(x, "Content-Type", "application/octet-stream") &&
           add_header(x, "Expect", "");
}

static void set_up(sending *x, CURL *e, size_t size) {
    curl_easy_setopt(e, CURLOPT_URL, x->job->call.endpoint);
    curl_easy_setopt(e, CURLOPT_PROTOCOLS_STR, x->inner ? "http,https" : "https");
    curl_easy_setopt(e, CURLOPT_PROXY, ""); /* the socket must show where it leads */
    curl_easy_setopt(e, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(e, CURLOPT_CONNECTTIMEOUT, (long)CONNECT_SECONDS);
    curl_easy_setopt(e, CURLOPT_TIMEOUT, (long)WHOLE_SECONDS);
    curl_easy_setopt(e, CURLOPT_HTTPHEADER, x->headers);
    curl_easy_setopt(e, CURLOPT_POSTFIELDS, x->body);
    curl_easy_setopt(e, CURLOPT_POSTFIELDSIZE, (long)size);
    curl_easy_setopt(e, CURLOPT_WRITEFUNCTION, drop_answer);
    curl_easy_setopt(e, CURLOPT_OPENSOCKETFUNCTION, open_socket);
    curl_easy_setopt(e, CURLOPT_OPENSOCKETDATA, x);
    curl_easy_setopt(e, CURLOPT_FORBID_REUSE, x->inner ? 1L : 0L);
    curl_easy_setopt(e, CURLOPT_PRIVATE, x);
}

static void sending_free(sending *x) {
    curl_slist_free_all(x->headers);
    free(x);
}

static CURL **place_of(push_sender *s, const CURL *e) {
    for (int i = 0; i < PUSH_AT_ONCE; i++)
        if (s->under_way[i] == e) return &s->under_way[i];
    return NULL;
}

/* False: it cannot be sent now. */
static bool begin(push_sender *s, push_job *job) {
    char origin[ORIGIN], host[ORIGIN];
    sending *x = calloc(1, sizeof *x);
    CURL *e = x ? curl_easy_init() : NULL;
    if (x) *x = (sending){.sender = s, .job = job};
    bool good = e && origin_of(job->call.endpoint, origin, host);
    if (good) x->inner = is_listed(s->config.inner, origin);
    size_t size =
        good ? crypt_message(job->to.key, job->to.auth, job->text, strlen(job->text), x->body)
             : 0;
    good = size && add_headers(x, origin);
    if (good) set_up(x, e, size);
    CURL **place = place_of(s, NULL);
    if (good && place && curl_multi_add_handle(s->multi, e) == CURLM_OK) {
        *place = e;
        return true;
    }
    curl_easy_cleanup(e);
    if (x) sending_free(x);
    return false;
}

static void finish(push_sender *s, push_job *job) {
    pthread_mutex_lock(&s->lock);
    job->next = s->sent;
    s->sent = job;
    pthread_mutex_unlock(&s->lock);
    s->config.wake(s->config.who);
}

static void end(push_sender *s, CURL *e, bool answered) {
    sending *x = NULL;
    curl_off_t wait = 0;
    curl_easy_getinfo(e, CURLINFO_PRIVATE, &x);
    push_job *job = x->job;
    curl_easy_getinfo(e, CURLINFO_RESPONSE_CODE, &job->status);
    curl_easy_getinfo(e, CURLINFO_RETRY_AFTER, &wait);
    job->retry_after = (int64_t)wait;
    if (!answered) job->status = x->refused ? -1 : 0;
    *place_of(s, e) = NULL;
    curl_multi_remove_handle(s->multi, e);
    curl_easy_cleanup(e);
    sending_free(x);
    finish(s, job);
}

/* --- the thread --- */

static push_job *next_job(push_sender *s) {
    pthread_mutex_lock(&s->lock);
    push_job *job = s->stop ? NULL : s->first;
    if (job) s->first = job->next;
    if (!s->first) s->last = &s->first;
    pthread_mutex_unlock(&s->lock);
    return job;
}

static bool is_stopped(push_sender *s) {
    pthread_mutex_lock(&s->lock);
    bool stop = s->stop;
    pthread_mutex_unlock(&s->lock);
    return stop;
}

static void *work(void *who) {
    push_sender *s = who;
    int running = 0, left = 0;
    while (!is_stopped(s)) {
        for (push_job *job; (job = next_job(s));)
            if (!begin(s, job)) finish(s, job); /* status 0: later */
        curl_multi_perform(s->multi, &running);
        for (CURLMsg *m; (m = curl_multi_info_read(s->multi, &left));)
            if (m->msg == CURLMSG_DONE) end(s, m->easy_handle, m->data.result == CURLE_OK);
        curl_multi_poll(s->multi, NULL, 0, 1000, NULL);
    }
    for (int i = 0; i < PUSH_AT_ONCE; i++) /* the store still has these */
        if (s->under_way[i]) end(s, s->under_way[i], false);
    return NULL;
}

push_sender *push_sender_new(const push_sender_config *c) {
    push_sender *s = calloc(1, sizeof *s);
    if (!s || curl_global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK) {
        free(s);
        return NULL;
    }
    s->config = *c;
    s->last = &s->first;
    s->multi = curl_multi_init();
    pthread_mutex_init(&s->lock, NULL);
    if (s->multi && no_inside(&s->inside) && pthread_create(&s->thread, NULL, work, s) == 0)
        return s;
    curl_multi_cleanup(s->multi);
    free(s);
    return NULL;
}

static void free_jobs(push_job *job) {
    for (push_job *next; job; job = next) {
        next = job->next;
        free(job);
    }
}

void push_sender_free(push_sender *s) {
    if (!s) return;
    pthread_mutex_lock(&s->lock);
    s->stop = true;
    pthread_mutex_unlock(&s->lock);
    curl_multi_wakeup(s->multi);
    pthread_join(s->thread, NULL);
    curl_multi_cleanup(s->multi);
    free_jobs(s->first);
    free_jobs(s->sent);
    pthread_mutex_destroy(&s->lock);
    free(s);
}

void push_send(push_sender *s, push_job *job) {
    job->next = NULL;
    pthread_mutex_lock(&s->lock);
    *s->last = job;
    s->last = &job->next;
    pthread_mutex_unlock(&s->lock);
    curl_multi_wakeup(s->multi);
}

push_job *push_sent(push_sender *s) {
    pthread_mutex_lock(&s->lock);
    push_job *job = s->sent;
    if (job) s->sent = job->next;
    pthread_mutex_unlock(&s->lock);
    return job;
}
