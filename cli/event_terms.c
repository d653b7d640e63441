/* petteia event new: the terms of a tournament from what was asked for. */
/* SPDX-License-Identifier: MIT */
#include "cli/event.h"
#include "cli/words.h"
#include <sys/random.h>

static bool read_points(const char *text, pt_terms *m) {
    memset(m->points, 0, sizeof m->points);
    for (int i = 0;; i++) {
        size_t n = strcspn(text, ",");
        long points;
        if (i == PT_TOUR_SEATS || !pt_number((pt_word){text, n}, 0, PT_POINTS_MOST, &points))
            return false;
        m->points[i] = (uint8_t)points;
        text += n;
        if (!*text++) return i + 1 == m->seats;
    }
}

static int format_named(const char *name) {
    for (int i = 0; pt_tour_format_names[i]; i++)
        if (strcmp(pt_tour_format_names[i], name) == 0) return i;
    return -1;
}

/* A name that is too long becomes an empty one, which the law refuses. */
static void copy_name(const char *name, char *to, size_t size) {
    pt_text text = pt_text_on(to, size);
    pt_puts(&text, name);
    if (text.cut) pt_clear(&text);
}

bool event_read_terms(const event_wishes *w, const char *path, pt_terms *m) {
    int format = w->format ? format_named(w->format) : PT_SWISS;
    int seats = w->seats >= 0 ? (int)w->seats : 2;
    if (format < 0) {
        args_wrong(&cmd_event, cli_say_event_no_format(w->format));
        return false;
    }
    *m = pt_terms_usual((pt_tour_format)format, seats);
    if (w->least >= 0) m->least = (uint8_t)w->least;
    if (w->rounds >= 0) m->rounds = (uint8_t)w->rounds;
    if (w->advance >= 0) m->advance = (uint8_t)w->advance;
    if (w->minutes >= 0) m->minutes = (uint16_t)w->minutes;
    if (w->points && !read_points(w->points, m)) {
        static const char *const such[] = {"1,0", "3,1,0", "4,2,1,0", "5,3,2,1,0"};
        args_wrong(&cmd_event, cli_say_event_bad_points(such[seats - 2], seats));
        return false;
    }
    m->bye = w->bye >= 0 ? (uint8_t)w->bye : m->points[0];
    m->check_in = w->check_in;
    if (w->no_late) m->late = false;
    const char *slash = strrchr(path, '/');
    copy_name(w->name ? w->name : slash ? slash + 1 : path, m->name, sizeof m->name);
    if (w->game) copy_name(w->game, m->game, sizeof m->game);
    m->seed = (uint64_t)w->seed;
    if (w->seed >= 0) return true;
    bool drawn = getrandom(&m->seed, sizeof m->seed, 0) == (ssize_t)sizeof m->seed;
    m->seed >>= 1; /* so that --seed takes it */
    return drawn;
}
