/* Quiet hours, in the person's own time zone, by ICU: the zones of the C library belong to the
 * whole process. */
/* SPDX-License-Identifier: MIT */
#include "server/bell.h"
#include <string.h>
#include <unicode/ucal.h>
#include <unicode/ustring.h>

enum { DAY = 1440, MINUTE_MS = 60000 };

static int32_t wide(const char *zone, UChar out[PT_ZONE]) {
    u_charsToUChars(zone, out, (int32_t)strlen(zone) + 1);
    return (int32_t)strlen(zone);
}

bool zone_ok(const char *zone) {
    UChar id[PT_ZONE], canonical[128];
    UBool known = 0;
    UErrorCode code = U_ZERO_ERROR;
    size_t n = strlen(zone);
    if (!n || n >= PT_ZONE) return false;
    for (size_t i = 0; i < n; i++)
        if (zone[i] < '+' || zone[i] > 'z') return false; /* ASCII only */
    ucal_getCanonicalTimeZoneID(id, wide(zone, id), canonical, 128, &known, &code);
    return U_SUCCESS(code) && known;
}

/* Of the day there; -1: the zone is not known. */
static int minute_at(const char *zone, int64_t now) {
    UChar id[PT_ZONE];
    UErrorCode code = U_ZERO_ERROR;
    int minute = -1;
    UCalendar *c = ucal_open(id, wide(zone, id), "en", UCAL_GREGORIAN, &code);
    ucal_setMillis(c, (double)now, &code);
    if (U_SUCCESS(code))
        minute = 60 * ucal_get(c, UCAL_HOUR_OF_DAY, &code) + ucal_get(c, UCAL_MINUTE, &code);
    if (c) ucal_close(c);
    return U_SUCCESS(code) ? minute : -1;
}

int64_t quiet_until(const pt_bell_row *row, int64_t now) {
    int from = row->quiet_from, to = row->quiet_to;
    int minute = from == to || !zone_ok(row->zone) ? -1 : minute_at(row->zone, now);
    if (minute < 0) return 0;
    bool quiet = from < to ? minute >= from && minute < to : minute >= from || minute < to;
    int left = (to - minute + DAY) % DAY;
    return quiet ? now - now % MINUTE_MS + (int64_t)left * MINUTE_MS : 0;
}
