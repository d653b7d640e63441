/* How many simulations a second OpenSpiel's searches in C++ do on our games (openspiel/): MCTS,
 * and information-set MCTS where something is hidden, with random playouts to the end.
 *
 *     searches SECONDS SIMULATIONS GAME...
 *
 * For each game and search: a line of JSON. bench/peers/searches.py compares. */
/* SPDX-License-Identifier: MIT */
#include "openspiel/games.h"
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <open_spiel/algorithms/is_mcts.h>
#include <open_spiel/algorithms/mcts.h>
#include <random>

namespace {

using namespace open_spiel;

/* The first decision that is one, after random luck. */
std::unique_ptr<State> Start(const Game &game, std::mt19937 *rng) {
    auto state = game.NewInitialState();
    for (;;) {
        std::vector<Action> actions = state->LegalActions();
        if (!state->IsChanceNode() && actions.size() > 1) return state;
        double draw = std::uniform_real_distribution<>(0, 1)(*rng);
        state->ApplyAction(state->IsChanceNode()
                               ? SampleAction(state->ChanceOutcomes(), draw).first
                               : actions[0]);
    }
}

/* Searches from fresh starts for so many seconds of CPU time. */
void Measure(const Game &game, const char *name, Bot *bot, double seconds, int simulations) {
    std::mt19937 rng(1);
    double done = 0, spent = 0;
    while (spent < seconds) {
        auto state = Start(game, &rng);
        std::clock_t start = std::clock();
        bot->Step(*state);
        spent += double(std::clock() - start) / CLOCKS_PER_SEC;
        done += simulations;
    }
    std::printf("{\"game\":\"%s\",\"search\":\"%s\",\"per_s\":%.1f}\n",
                game.GetType().short_name.c_str(), name, done / spent);
    std::fflush(stdout);
}

} // namespace

int main(int count, char **words) {
    if (count < 4) {
        std::fprintf(stderr, "searches SECONDS SIMULATIONS GAME...\n");
        return 2;
    }
    petteia::RegisterGames();
    double seconds = std::atof(words[1]);
    int simulations = std::atoi(words[2]);
    for (int i = 3; i < count; i++) {
        auto game = LoadGame(words[i]);
        auto rollouts = std::make_shared<algorithms::RandomRolloutEvaluator>(1, 1);
        algorithms::MCTSBot mcts(*game, rollouts, 1.4, simulations, 1000, false, 1, false);
        Measure(*game, "MCTS", &mcts, seconds, simulations);
        if (game->GetType().information != GameType::Information::kImperfectInformation)
            continue;
        algorithms::ISMCTSBot ismcts(1, rollouts, 1.4, simulations);
        Measure(*game, "IS-MCTS", &ismcts, seconds, simulations);
    }
}
