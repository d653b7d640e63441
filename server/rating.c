/* Weng-Lin ratings. */
/* SPDX-License-Identifier: MIT */
#include "server/rating.h"
#include <assert.h>
#include <math.h>

#define KAPPA 0.0001 /* the least part of its variance that a game leaves */

enum { MOST = 8 };

void rate_game(int n, const int place[], rating r[]) {
    double c = 0, strength[MOST], below[MOST], tied[MOST];
    assert(n <= MOST);
    for (int i = 0; i < n; i++) c += r[i].sigma * r[i].sigma + RATING_BETA * RATING_BETA;
    c = sqrt(c);
    for (int i = 0; i < n; i++) strength[i] = exp(r[i].mu / c);
    for (int q = 0; q < n; q++) { /* everybody who is not ahead of q */
        below[q] = tied[q] = 0;
        for (int s = 0; s < n; s++) {
            if (place[s] >= place[q]) below[q] += strength[s];
            if (place[s] == place[q]) tied[q] += 1;
        }
    }
    for (int i = 0; i < n; i++) {
        double omega = 0, delta = 0, variance = r[i].sigma * r[i].sigma;
        for (int q = 0; q < n; q++) {
            if (place[q] > place[i]) continue;
            double share = strength[i] / below[q];
            omega += ((q == i) - share) / tied[q];
            delta += share * (1 - share) / tied[q];
        }
        double gamma = r[i].sigma / c, keep = 1 - gamma * variance / (c * c) * delta;
        r[i].mu += variance / c * omega;
        r[i].sigma *= sqrt(keep > KAPPA ? keep : KAPPA);
    }
}
