/* The games in OpenSpiel's C++ (openspiel/): its own tests and searches on them, the engine in
 * step with them, and nothing hidden in what a player is given.
 *
 *     test_openspiel
 *         runs the tests; prints "N passed, M failed"
 *     test_openspiel trace SEED GAME PLAYERS [OPTION VALUE]
 *         a random game as JSON lines, which python/tests/test_openspiel_cpp.py compares */
/* SPDX-License-Identifier: MIT */
#include "openspiel/games.h"
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <open_spiel/algorithms/is_mcts.h>
#include <open_spiel/algorithms/mcts.h>
#include <open_spiel/tests/basic_tests.h>
#include <random>
#include <set>
#include <stdexcept>

namespace {

using namespace open_spiel;

int passed, failed;

void Test(const std::string &name, const std::function<void()> &body) {
    try {
        body();
        passed++;
    } catch (const std::exception &e) {
        failed++;
        std::printf("FAIL %s: %s\n", name.c_str(), e.what());
    }
}

const petteia::State &Ours(const State &state) {
    return dynamic_cast<const petteia::State &>(state);
}

/* A game of OpenSpiel's with its parameters. They are given one by one because OpenSpiel reads
 * start=1 in a game's name as a number, and the values of our options are texts. */
struct Table {
    std::string name;
    GameParameters parameters;
    bool has_text; /* OpenSpiel can load it again from its own text */
    std::shared_ptr<const Game> Load() const { return LoadGame(name, parameters); }
    std::string ToString() const { return Load()->ToString(); }
};

Table TableOf(const std::string &game, int players, const std::string &option = "",
              const std::string &value = "") {
    Table table = {"petteia_" + game, {{"players", GameParameter(players)}}, true};
    if (option.empty()) return table;
    table.parameters[option] = GameParameter(value);
    table.has_text = value.find_first_not_of("0123456789") != std::string::npos;
    return table;
}

/* Every game with every number of players, and for the fewest with every value of every option.
 */
std::vector<Table> Tables() {
    std::vector<Table> tables;
    for (const pt_game *const *g = pt_games; *g; g++) {
        for (int players = (*g)->min_seats; players <= (*g)->max_seats; players++)
            tables.push_back(TableOf((*g)->name, players));
        for (int i = 0; i < (*g)->option_count; i++) {
            const pt_option &o = (*g)->options[i];
            for (int value = o.min; value <= o.max && o.values; value++)
                tables.push_back(
                    TableOf((*g)->name, (*g)->min_seats, o.name, o.values[value - o.min]));
        }
    }
    return tables;
}

bool Hides(const Game &game) {
    return game.GetType().information == GameType::Information::kImperfectInformation;
}

Action Draw(const State &state, std::mt19937 *rng) {
    return SampleAction(state.ChanceOutcomes(), std::uniform_real_distribution<>(0, 1)(*rng))
        .first;
}

/* --- the engine in step with it --- */

/* What the engine has at a node, as the adapter should say it. */
void CompareNode(const petteia::Rules &r, const void *s, int mover, const State &state) {
    int first = r.player_moves;
    SPIEL_CHECK_EQ(std::memcmp(s, Ours(state).bytes(), r.game->state_size), 0);
    if (pt_head_of(s)->node == PT_CHANCE) {
        std::vector<pt_chance> luck(r.game->max_chance);
        int n = r.game->chance(s, luck.data());
        ActionsAndProbs outcomes = state.ChanceOutcomes();
        SPIEL_CHECK_EQ(outcomes.size(), n);
        for (int i = 0; i < n; i++) {
            SPIEL_CHECK_EQ(outcomes[i].first + first, pt_index_of(&r.space, luck[i].move));
            double odds = luck[i].weight / double(pt_chance_total(luck.data(), n));
            SPIEL_CHECK_FLOAT_EQ(outcomes[i].second, odds);
        }
        return;
    }
    std::vector<pt_move> moves(r.game->max_moves);
    moves.resize(r.game->legal(s, mover, moves.data()));
    std::vector<Action> actions = state.LegalActions();
    SPIEL_CHECK_EQ(state.CurrentPlayer(), mover);
    SPIEL_CHECK_EQ(actions.size(), moves.size());
    for (size_t i = 0; i < moves.size(); i++) {
        SPIEL_CHECK_EQ(actions[i], pt_index_of(&r.space, moves[i]));
        SPIEL_CHECK_EQ(pt_move_at(&r.space, uint32_t(actions[i])), moves[i]);
        SPIEL_CHECK_EQ(
            pt_parse_move(r.game->verbs, state.ActionToString(mover, actions[i]).c_str()),
            moves[i]);
    }
}

/* The result by rank(): winners share 1 and the others pay, so that it sums to 0. */
void CompareReturns(const petteia::Rules &r, const void *s, const State &state) {
    uint8_t place[PT_SEATS];
    int seats = r.config.seats, winners = 0;
    r.game->rank(s, place);
    for (int i = 0; i < seats; i++) winners += place[i] == 1;
    for (int i = 0; i < seats; i++) {
        double share = place[i] == 1 ? 1.0 / winners : 0;
        SPIEL_CHECK_FLOAT_EQ(state.PlayerReturn(i), (share * seats - 1) / (seats - 1));
    }
}

void InStepWithTheEngine(const Game &game, uint64_t seed) {
    std::unique_ptr<State> state = game.NewInitialState();
    const petteia::Rules &r = Ours(*state).rules();
    std::vector<uint64_t> s(PT_STATE_MAX / 8);
    std::vector<pt_move> moves(r.game->max_moves);
    std::vector<pt_chance> luck(r.game->max_chance);
    pt_rng rng = {seed};
    int mover = PT_LUCK;
    pt_start(r.game, s.data(), &r.config);
    for (int node; (node = pt_head_of(s.data())->node) != PT_OVER;) {
        SPIEL_CHECK_FALSE(state->IsTerminal());
        mover = pt_next_mover(s.data(), mover);
        CompareNode(r, s.data(), mover, *state);
        pt_move move;
        if (node == PT_CHANCE) {
            int n = r.game->chance(s.data(), luck.data());
            move = luck[pt_chance_draw(luck.data(), n, &rng)].move;
        } else {
            int n = r.game->legal(s.data(), mover, moves.data());
            move = moves[pt_below(&rng, uint32_t(n))];
        }
        r.game->apply(s.data(), mover, move);
        Action index = pt_index_of(&r.space, move);
        state->ApplyAction(mover == PT_LUCK ? index - r.player_moves : index);
    }
    SPIEL_CHECK_TRUE(state->IsTerminal());
    CompareReturns(r, s.data(), *state);
}

/* --- secrets --- */

void SameToThePlayer(const State &a, const State &b, int player) {
    SPIEL_CHECK_EQ(a.InformationStateString(player), b.InformationStateString(player));
    SPIEL_CHECK_EQ(a.ObservationString(player), b.ObservationString(player));
    SPIEL_CHECK_EQ(a.InformationStateTensor(player), b.InformationStateTensor(player));
    SPIEL_CHECK_EQ(a.ObservationTensor(player), b.ObservationTensor(player));
}

/* The state is replaced by another that the player cannot tell from it: what the player gets
 * stays the same, and so do its moves. Worlds imagined from either are the same, so no secret
 * shines through. Returns how many of them differed from the true one. */
int OtherWorlds(const State &state) {
    int others = 0;
    for (int player = 0; player < state.NumPlayers(); player++) {
        auto world = state.ResampleFromInfostate(player, [] { return 0.25; });
        SameToThePlayer(*world, state, player);
        if (state.CurrentPlayer() == player)
            SPIEL_CHECK_EQ(world->LegalActions(), state.LegalActions());
        auto again = state.ResampleFromInfostate(player, [] { return 0.75; });
        auto from_world = world->ResampleFromInfostate(player, [] { return 0.75; });
        SPIEL_CHECK_EQ(again->ToString(), from_world->ToString());
        for (int viewer = 0; viewer < state.NumPlayers(); viewer++)
            SameToThePlayer(*again, *from_world, viewer);
        others += world->ToString() != state.ToString();
    }
    return others;
}

void NothingHiddenShinesThrough(const Game &game) {
    std::mt19937 rng(7);
    int others = 0, moves = 0;
    for (auto state = game.NewInitialState(); !state->IsTerminal(); moves++) {
        if (moves % 16 == 0) others += OtherWorlds(*state);
        std::vector<Action> actions = state->LegalActions();
        state->ApplyAction(state->IsChanceNode() ? Draw(*state, &rng)
                                                 : actions[rng() % actions.size()]);
    }
    SPIEL_CHECK_TRUE(others > 0); /* otherwise this has tested nothing */
}

/* --- its searches --- */

void SearchPlays(const Game &game, int moves) {
    std::mt19937 rng(3);
    auto rollouts = std::make_shared<algorithms::RandomRolloutEvaluator>(1, 1);
    algorithms::MCTSBot mcts(game, rollouts, 1.4, 20, 100, true, 1, false);
    algorithms::ISMCTSBot ismcts(1, rollouts, 1.4, 20);
    auto state = game.NewInitialState();
    while (!state->IsTerminal() && moves > 0) {
        if (state->IsChanceNode()) {
            state->ApplyAction(Draw(*state, &rng));
            continue;
        }
        bool second = moves-- % 2 == 0 && Hides(game);
        state->ApplyActionWithLegalityCheck(second ? ismcts.Step(*state) : mcts.Step(*state));
    }
}

/* --- what is refused --- */

void Refused(const std::string &name, const std::string &words) {
    try {
        LoadGame(name);
    } catch (const std::exception &e) {
        if (std::strstr(e.what(), words.c_str())) return;
        throw;
    }
    SpielFatalError(absl::StrCat(name, " was not refused"));
}

void OneFamily() {
    auto perfect = [](const std::string &name) { return !Hides(*LoadGame(name)); };
    SPIEL_CHECK_TRUE(perfect("petteia_mykerinos") && perfect("petteia_myriath"));
    SPIEL_CHECK_TRUE(perfect("petteia_mytikas") && perfect("petteia_cyclades(gold=open)"));
    SPIEL_CHECK_FALSE(perfect("petteia_cyclades") || perfect("petteia_myst"));
    SPIEL_CHECK_FALSE(perfect("petteia_mytikas(cards=two)"));
}

void Refusals() {
    Refused("petteia_mykerinos(players=9)", "9");
    Refused("petteia_mykerinos(players=-1)", "Mykerinos");
    Refused("petteia_cyclades(gold=lead)", "lead");
    Refused("petteia_cyclades(silver=open)", "silver");
    auto game = LoadGame("petteia_myst");
    auto world = game->NewInitialState()->ResampleFromInfostate(0, [] { return 0.5; });
    try {
        world->Serialize();
    } catch (const std::exception &) {
        return;
    }
    SpielFatalError("an imagined state was serialized");
}

int RunTests() {
    Test("options decide what is hidden", OneFamily);
    Test("what cannot be is refused in words", Refusals);
    for (const Table &table : Tables()) {
        std::string name = table.ToString();
        std::shared_ptr<const Game> game = table.Load();
        Test(name + " in step", [&] {
            for (uint64_t seed = 1; seed <= 3; seed++) InStepWithTheEngine(*game, seed);
        });
        Test(name + " RandomSimTest",
             [&] { testing::RandomSimTest(*game, 1, table.has_text, false, true); });
        Test(name + " ResampleInfostateTest",
             [&] { testing::ResampleInfostateTest(*game, 1); });
        Test(name + " searches", [&] { SearchPlays(*game, 12); });
        if (Hides(*game)) Test(name + " secrets", [&] { NothingHiddenShinesThrough(*game); });
        for (auto type : {kDefaultObsType, kInfoStateObsType, kPublicObsType,
                          kPublicStateObsType, kPrivateObsType})
            Test(name + " observers", [&] {
                testing::RandomSimTestCustomObserver(*game, game->MakeObserver(type, {}));
            });
    }
    std::printf("%d passed, %d failed\n", passed, failed);
    return failed > 0;
}

/* --- a random game for Python to compare --- */

void PrintNode(const State &state) {
    nlohmann::json j;
    j["player"] = state.CurrentPlayer();
    j["position"] = state.ToString();
    j["legal"] = state.LegalActions();
    j["returns"] = state.Returns();
    if (state.IsChanceNode()) j["odds"] = state.ChanceOutcomes();
    for (int player = 0; player < state.NumPlayers(); player++) {
        j["information"].push_back(state.InformationStateString(player));
        j["observation"].push_back(state.ObservationString(player));
        j["information_tensor"].push_back(state.InformationStateTensor(player));
        j["observation_tensor"].push_back(state.ObservationTensor(player));
        auto world = state.ResampleFromInfostate(player, [] { return 0.25; });
        j["imagined"].push_back({world->ToString(), world->InformationStateString(0)});
    }
    for (Action action : state.LegalActions())
        j["texts"].push_back(state.ActionToString(action));
    std::printf("%s\n", j.dump().c_str());
}

/* A node in twelve is printed, and every action. */
int Trace(const Table &table, unsigned seed) {
    auto game = table.Load();
    std::mt19937 rng(seed);
    auto state = game->NewInitialState();
    nlohmann::json about = {
        {"actions", game->NumDistinctActions()},
        {"outcomes", game->MaxChanceOutcomes()},
        {"length", game->MaxGameLength()},
        {"utility", {game->MinUtility(), game->MaxUtility()}},
        {"hides", Hides(*game)},
        {"information_size", game->InformationStateTensorSize()},
        {"observation_size", game->ObservationTensorSize()},
    };
    std::printf("%s\n", about.dump().c_str());
    for (int moves = 0; !state->IsTerminal(); moves++) {
        if (moves % 12 == 0) PrintNode(*state);
        std::vector<Action> actions = state->LegalActions();
        Action action =
            state->IsChanceNode() ? Draw(*state, &rng) : actions[rng() % actions.size()];
        std::printf("%d\n", int(action));
        state->ApplyAction(action);
    }
    PrintNode(*state);
    return 0;
}

} // namespace

int main(int count, char **words) {
    SetErrorHandler([](const std::string &why) { throw std::runtime_error(why); });
    petteia::RegisterGames();
    if ((count == 5 || count == 7) && !std::strcmp(words[1], "trace"))
        return Trace(TableOf(words[3], std::atoi(words[4]), count == 7 ? words[5] : "",
                             count == 7 ? words[6] : ""),
                     unsigned(std::atoi(words[2])));
    if (count == 1) return RunTests();
    std::fprintf(stderr, "test_openspiel [trace SEED GAME PLAYERS [OPTION VALUE]]\n");
    return 2;
}
