/* Letters: headers, and a body as quoted-printable. */
/* SPDX-License-Identifier: MIT */
#include "server/letter.h"
#include <ctype.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    LOCAL_MOST = 64, /* RFC 5321 4.5.3.1 */
    ADDRESS_MOST = 254,
    LABEL_MOST = 63,
    QP_LINE = 75, /* and the sign that the line goes on */
};

/* --- addresses --- */

static bool is_atom_letter(char c) {
    return isalnum((unsigned char)c) || (c && strchr("!#$%&'*+-/=?^_`{|}~", c));
}

/* Words with single dots between them. */
static bool local_ok(const char *at, size_t n) {
    if (!n || n > LOCAL_MOST || at[0] == '.' || at[n - 1] == '.') return false;
    for (size_t i = 0; i < n; i++)
        if (!is_atom_letter(at[i]) && (at[i] != '.' || at[i - 1] == '.')) return false;
    return true;
}

static bool label_ok(const char *at, size_t n) {
    if (!n || n > LABEL_MOST || at[0] == '-' || at[n - 1] == '-') return false;
    for (size_t i = 0; i < n; i++)
        if (!isalnum((unsigned char)at[i]) && at[i] != '-') return false;
    return true;
}

static bool domain_ok(const char *at) {
    int labels = 0;
    for (;; at++) {
        size_t n = strcspn(at, ".");
        if (!label_ok(at, n)) return false;
        labels++;
        at += n;
        if (!*at) return labels > 1;
    }
}

bool letter_address_ok(const char *address) {
    const char *at = strrchr(address, '@');
    return at && strlen(address) <= ADDRESS_MOST && local_ok(address, (size_t)(at - address)) &&
           domain_ok(at + 1);
}

/* --- headers --- */

/* In English and in UTC, whatever the machine is set to. */
static void put_date(pt_text *out, int64_t at) {
    static const char days[] = "SunMonTueWedThuFriSat";
    static const char months[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
    time_t seconds = (time_t)(at / 1000);
    struct tm t;
    if (!gmtime_r(&seconds, &t)) return;
    pt_put(out, "Date: %.3s, %d %.3s %d %02d:%02d:%02d +0000\r\n", days + 3 * t.tm_wday,
           t.tm_mday, months + 3 * t.tm_mon, t.tm_year + 1900, t.tm_hour, t.tm_min, t.tm_sec);
}

static bool is_continued(char c) { return ((unsigned char)c & 0xc0) == 0x80; }

/* Encoded words of whole characters, each at most 75 letters long (RFC 2047 2). Whatever the
 * subject holds, a line end is data in there. */
static void put_subject(pt_text *out, const char *subject) {
    enum { BYTES = 42 };
    pt_puts(out, "Subject:");
    do {
        char word[80];
        size_t n = strlen(subject) < BYTES ? strlen(subject) : BYTES;
        while (n && is_continued(subject[n])) n--;
        sodium_bin2base64(word, sizeof word, (const unsigned char *)subject, n,
                          sodium_base64_VARIANT_ORIGINAL);
        pt_put(out, " =?UTF-8?B?%s?=\r\n", word);
        subject += n;
        if (!n) break;
    } while (*subject);
}

static void put_headers(pt_text *out, const letter *l) {
    put_date(out, l->at);
    pt_put(out, "From: Petteia <%s>\r\nTo: <%s>\r\n", l->from, l->to);
    put_subject(out, l->subject);
    pt_put(out, "Message-ID: <%s@%s>\r\n", l->id, strrchr(l->from, '@') + 1);
    if (l->stop[0])
        pt_put(out,
               "List-Unsubscribe: <%s>\r\n"
               "List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n",
               l->stop);
    pt_puts(out, "Auto-Submitted: auto-generated\r\n"
                 "MIME-Version: 1.0\r\n"
                 "Content-Type: text/plain; charset=utf-8\r\n"
                 "Content-Transfer-Encoding: quoted-printable\r\n\r\n");
}

/* --- the body --- */

/* Quoted-printable (RFC 2045 6.7): letters that mean something to mail are written in
 * hexadecimal, blanks at the end of a line and a dot or "From" at its beginning, too. */
static void put_body(pt_text *out, const char *text) {
    size_t column = 0;
    for (; *text; text++) {
        unsigned char c = (unsigned char)*text;
        if (c == '\n') {
            pt_puts(out, "\r\n");
            column = 0;
            continue;
        }
        bool last = text[1] == '\n' || !text[1];
        bool plain = c > ' ' && c < 127 && c != '=';
        if (c == ' ' && !last) plain = true;
        if (!column && (c == '.' || c == 'F')) plain = false;
        if (column + (plain ? 1 : 3) > QP_LINE) {
            pt_puts(out, "=\r\n");
            column = 0;
        }
        if (plain)
            pt_putc(out, (char)c);
        else
            pt_put(out, "=%02X", c);
        column += plain ? 1 : 3;
    }
    if (column) pt_puts(out, "\r\n");
}

static bool is_one_line(const char *text) {
    for (; *text; text++)
        if ((unsigned char)*text <= ' ' || *text == '<' || *text == '>') return false;
    return true;
}

char *letter_write(const letter *l, size_t *size) {
    if (!letter_address_ok(l->from) || !letter_address_ok(l->to) || !is_one_line(l->stop))
        return NULL;
    size_t room = 2000 + 3 * strlen(l->subject) + strlen(l->stop) + 4 * strlen(l->text);
    char *memory = malloc(room);
    if (!memory) return NULL;
    pt_text out = pt_text_on(memory, room);
    put_headers(&out, l);
    put_body(&out, l->text);
    *size = out.used;
    if (!out.cut) return memory;
    free(memory);
    return NULL;
}
