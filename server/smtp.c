/* SMTP by libcurl. Passwords and letters go over the network encrypted, or only within this
 * machine. */
/* SPDX-License-Identifier: MIT */
#include "server/smtp.h"
#include <stdio.h>
#include <string.h>

bool smtp_url_ok(const char *url) {
    size_t n = strncmp(url, "smtp://", 7) == 0 ? 7 : strncmp(url, "smtps://", 8) == 0 ? 8 : 0;
    return n && url[n] && !strpbrk(url, " \r\n@"); /* a name and a password have a file */
}

#ifdef PT_CURL
#include <curl/curl.h>

enum { CONNECT_SECONDS = 15, SECONDS = 60 };

bool smtp_is_built(void) { return true; }
bool smtp_begin(void) { return curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK; }
void smtp_end(void) { curl_global_cleanup(); }

typedef struct outgoing {
    const char *at;
    size_t left;
} outgoing;

static size_t give(char *into, size_t size, size_t n, void *who) {
    outgoing *o = who;
    size_t some = size * n < o->left ? size * n : o->left;
    memcpy(into, o->at, some);
    o->at += some;
    o->left -= some;
    return some;
}

/* curl asks this at least once a second. */
static int is_stopped(void *who, curl_off_t a, curl_off_t b, curl_off_t c, curl_off_t d) {
    const smtp *to = who;
    (void)a, (void)b, (void)c, (void)d;
    return atomic_load(&to->stop);
}

/* A mail server of this machine needs no encryption; it often has no certificate. */
static bool is_here(const char *url) {
    const char *host = strstr(url, "://") + 3;
    static const char *const names[] = {"127.0.0.1", "[::1]", "localhost"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        size_t n = strlen(names[i]);
        if (strncmp(host, names[i], n) == 0 && (!host[n] || strchr(":/", host[n]))) return true;
    }
    return false;
}

static void set_options(CURL *c, const smtp *to, outgoing *o, struct curl_slist *whom) {
    curl_easy_setopt(c, CURLOPT_URL, to->url);
    curl_easy_setopt(c, CURLOPT_PROTOCOLS_STR, "smtp,smtps");
    curl_easy_setopt(c, CURLOPT_PROXY, ""); /* whatever the environment says */
    curl_easy_setopt(c, CURLOPT_USE_SSL,
                     (long)(is_here(to->url) ? CURLUSESSL_TRY : CURLUSESSL_ALL));
    if (to->user[0]) {
        curl_easy_setopt(c, CURLOPT_USERNAME, to->user);
        curl_easy_setopt(c, CURLOPT_PASSWORD, to->password);
    }
    curl_easy_setopt(c, CURLOPT_MAIL_FROM, to->from);
    curl_easy_setopt(c, CURLOPT_MAIL_RCPT, whom);
    curl_easy_setopt(c, CURLOPT_READFUNCTION, give);
    curl_easy_setopt(c, CURLOPT_READDATA, o);
    curl_easy_setopt(c, CURLOPT_UPLOAD, 1L);
    curl_easy_setopt(c, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(c, CURLOPT_CONNECTTIMEOUT, (long)CONNECT_SECONDS);
    curl_easy_setopt(c, CURLOPT_TIMEOUT, (long)SECONDS);
    curl_easy_setopt(c, CURLOPT_NOPROGRESS, 0L);
    curl_easy_setopt(c, CURLOPT_XFERINFOFUNCTION, is_stopped);
    curl_easy_setopt(c, CURLOPT_XFERINFODATA, (void *)to);
}

/* 5xx is for ever, unless it is about our own name and password (RFC 4954): the host can mend
 * these. */
static smtp_outcome outcome_of(CURLcode code, long said) {
    bool ours = said == 530 || said == 534 || said == 535 || said == 538;
    if (code == CURLE_OK) return SMTP_SENT;
    return said >= 500 && said < 600 && !ours && code != CURLE_LOGIN_DENIED ? SMTP_NEVER
                                                                            : SMTP_LATER;
}

smtp_outcome smtp_send(const smtp *to, const char *address, const char *letter, size_t n,
                       char why[SMTP_WHY]) {
    outgoing o = {letter, n};
    CURL *c = curl_easy_init();
    struct curl_slist *whom = c ? curl_slist_append(NULL, address) : NULL;
    smtp_outcome outcome = SMTP_LATER;
    snprintf(why, SMTP_WHY, "not enough memory");
    if (whom) {
        long said = 0;
        set_options(c, to, &o, whom);
        CURLcode code = curl_easy_perform(c);
        curl_easy_getinfo(c, CURLINFO_RESPONSE_CODE, &said);
        outcome = outcome_of(code, said);
        snprintf(why, SMTP_WHY, "%s (%ld)", curl_easy_strerror(code), said);
    }
    curl_slist_free_all(whom);
    curl_easy_cleanup(c);
    return outcome;
}

#else

bool smtp_is_built(void) { return false; }
bool smtp_begin(void) { return false; }
void smtp_end(void) {}

smtp_outcome smtp_send(const smtp *to, const char *address, const char *letter, size_t n,
                       char why[SMTP_WHY]) {
    (void)to, (void)address, (void)letter, (void)n;
    snprintf(why, SMTP_WHY, "built without libcurl");
    return SMTP_LATER;
}
#endif
