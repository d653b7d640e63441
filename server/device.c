/* Browsers and systems by what they call themselves. */
/* SPDX-License-Identifier: MIT */
#include "server/device.h"
#include <string.h>

typedef struct called {
    const char *says;
    char name[PT_DEVICE];
} called;

/* Most of them also say what they are not, so the first that fits counts. */
static const called browsers[] = {
    {"Edg", "Edge"},         {"OPR/", "Opera"},         {"SamsungBrowser/", "Samsung"},
    {"Firefox/", "Firefox"}, {"FxiOS/", "Firefox"},     {"Chrome/", "Chrome"},
    {"CriOS/", "Chrome"},    {"Chromium/", "Chromium"}, {"Safari/", "Safari"},
    {"curl/", "curl"},       {"Python", "Python"},      {"", ""},
};
static const called systems[] = {
    {"Android", "Android"}, {"iPhone", "iOS"},   {"iPad", "iOS"},    {"Windows", "Windows"},
    {"CrOS", "ChromeOS"},   {"Mac OS", "macOS"}, {"Linux", "Linux"}, {"", ""},
};

static void find(const called *list, const char *agent, char out[PT_DEVICE]) {
    while (!strstr(agent, list->says)) list++; /* every text has the last one's */
    memcpy(out, list->name, PT_DEVICE);
}

void device_read(const char *agent, char browser[PT_DEVICE], char system[PT_DEVICE]) {
    find(browsers, agent ? agent : "", browser);
    find(systems, agent ? agent : "", system);
}
