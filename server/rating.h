/* Ratings for two to five players with their uncertainty: Plackett-Luce with Bayesian updates,
 * algorithm 4 of R. C. Weng and C.-J. Lin, "A Bayesian Approximation Method for Online
 * Ranking", Journal of Machine Learning Research 12 (2011), 267-300. */
/* SPDX-License-Identifier: MIT */
#pragma once

#define RATING_MU 25.0
#define RATING_SIGMA (25.0 / 3)
#define RATING_BETA (25.0 / 6) /* how much one game varies */

typedef struct rating {
    double mu, sigma;
} rating;

/* What lists show: the strength that is all but certain. */
static inline double rating_shown(double mu, double sigma) { return mu - 3 * sigma; }

/* New ratings after one game; place 1 is best, ties share. */
void rate_game(int n, const int place[], rating r[]);
