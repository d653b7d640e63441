/* Our strongest level against OpenSpiel's searches in C++ on our games (openspiel/), for two:
 * MCTS where nothing is hidden, information-set MCTS where something is.
 *
 *     contests GAMES SIMULATIONS MILLIS GAME...
 *
 * OpenSpiel has SIMULATIONS for a move, or what it does in about MILLIS if that is 0. We have
 * the CPU time that it has used. Every second game has the seats changed. For each game: a line
 * of JSON. bench/peers/contests.py prints it. */
/* SPDX-License-Identifier: MIT */
#include "openspiel/games.h"
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <open_spiel/algorithms/is_mcts.h>
#include <open_spiel/algorithms/mcts.h>
#include <random>
extern "C" {
#include "bots/bot.h"
}

namespace {

using namespace open_spiel;

double Seconds() { return double(std::clock()) / CLOCKS_PER_SEC; }

struct Mover {
    double spent = 0;
    int moves = 0;
    double Each() const { return spent / std::max(1, moves); }
};

struct Theirs : Mover {
    std::unique_ptr<Bot> bot;

    Theirs(const Game &game, bool hides, int simulations, int seed) {
        auto playouts = std::make_shared<algorithms::RandomRolloutEvaluator>(1, seed);
        if (hides)
            bot = std::make_unique<algorithms::ISMCTSBot>(
                seed, playouts, 1.4, simulations, algorithms::kUnlimitedNumWorldSamples,
                algorithms::ISMCTSFinalPolicyType::kMaxVisitCount, false, false);
        else
            bot = std::make_unique<algorithms::MCTSBot>(game, playouts, 1.4, simulations, 2000,
                                                        true, seed, false);
    }

    Action Step(const State &state) {
        double start = Seconds();
        Action action = bot->Step(state);
        spent += Seconds() - start;
        moves++;
        return action;
    }
};

struct Ours : Mover {
    pt_bot *bot;
    pt_rng rng;

    Ours(const pt_game *game, uint64_t seed)
        : bot(pt_bot_new(&pt_levels[PT_LEVELS - 1], game)), rng{seed} {}
    ~Ours() { pt_bot_free(bot); }

    /* As much time for a move as the other has had so far, made up for what was too much or
     * too little. */
    Action Step(const petteia::State &state, const Mover &other) {
        double allowed = other.Each() * (moves + 1) - spent, start = Seconds();
        bot->budget = pt_budget{0, uint32_t(std::max(1.0, 1000 * allowed)), true, nullptr};
        pt_move move = pt_bot_pick(bot, state.bytes(), state.CurrentPlayer(), &rng);
        spent += Seconds() - start;
        moves++;
        return pt_index_of(&state.rules().space, move);
    }
};

Action Draw(const State &state, std::mt19937 *rng) {
    return SampleAction(state.ChanceOutcomes(), std::uniform_real_distribution<>(0, 1)(*rng))
        .first;
}

/* The first decision that is one. */
std::unique_ptr<State> Start(const Game &game, std::mt19937 *rng) {
    auto state = game.NewInitialState();
    while (state->IsChanceNode() || state->LegalActions().size() == 1)
        state->ApplyAction(state->IsChanceNode() ? Draw(*state, rng)
                                                 : state->LegalActions()[0]);
    return state;
}

/* How many simulations it does in that time at the start of a game. */
int SimulationsIn(const Game &game, bool hides, double millis) {
    std::mt19937 rng(1);
    constexpr int few = 200;
    Theirs theirs(game, hides, few, 1);
    theirs.Step(*Start(game, &rng));
    return std::max(2, int(few * millis / 1000 / theirs.spent));
}

/* Our share of the win. */
double Play(const Game &game, int seat, Theirs *theirs, Ours *ours, std::mt19937 *rng) {
    auto state = Start(game, rng);
    theirs->Step(*state); /* so that it is known how long it takes */
    while (!state->IsTerminal()) {
        Action action;
        std::vector<Action> actions = state->LegalActions();
        if (state->IsChanceNode())
            action = Draw(*state, rng);
        else if (actions.size() == 1)
            action = actions[0];
        else if (state->CurrentPlayer() == seat)
            action = ours->Step(dynamic_cast<const petteia::State &>(*state), *theirs);
        else
            action = theirs->Step(*state);
        state->ApplyActionWithLegalityCheck(action);
    }
    return (state->PlayerReturn(seat) + 1) / 2;
}

void Contest(const std::string &name, int games, int simulations, double millis) {
    auto game = LoadGame(name);
    bool hides = game->GetType().information == GameType::Information::kImperfectInformation;
    if (!simulations) simulations = SimulationsIn(*game, hides, millis);
    Mover us, them;
    std::vector<double> shares;
    for (int number = 0; number < games; number++) {
        std::mt19937 rng(number / 2); /* two games with the same luck at the start */
        Theirs theirs(*game, hides, simulations, number + 1);
        Ours ours(dynamic_cast<const petteia::Game &>(*game).rules().game, number + 1);
        shares.push_back(Play(*game, number % 2, &theirs, &ours, &rng));
        us.spent += ours.spent, us.moves += ours.moves;
        them.spent += theirs.spent, them.moves += theirs.moves;
    }
    std::printf("{\"game\":\"%s\",\"search\":\"%s\",\"simulations\":%d,\"ours_ms\":%.1f,"
                "\"its_ms\":%.1f,\"shares\":[%s]}\n",
                name.c_str(), hides ? "IS-MCTS" : "MCTS", simulations, 1000 * us.Each(),
                1000 * them.Each(), absl::StrJoin(shares, ",").c_str());
    std::fflush(stdout);
}

} // namespace

int main(int count, char **words) {
    if (count < 5) {
        std::fprintf(stderr, "contests GAMES SIMULATIONS MILLIS GAME...\n");
        return 2;
    }
    petteia::RegisterGames();
    for (int i = 4; i < count; i++)
        Contest(words[i], std::atoi(words[1]), std::atoi(words[2]), std::atof(words[3]));
}
