/* The games for OpenSpiel in C++: petteia_NAME for each of our games, with "players" and the
 * game's options as parameters.
 *
 *     petteia::RegisterGames();
 *     auto game = open_spiel::LoadGame("petteia_myst(pmode=alt)");
 *
 * They are the games that python/petteia/openspiel.py registers: the same actions, strings,
 * tensors and returns. Method names follow OpenSpiel. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include <array>
#include <memory>
#include <open_spiel/observer.h>
#include <open_spiel/spiel.h>
#include <string>
#include <vector>
extern "C" {
#include "core/game.h"
#include "python/layout.h"
}

namespace petteia {

/* Makes the games known to OpenSpiel; once, before LoadGame. */
void RegisterGames();

enum { RECALL = 32 }; /* the last moves that an information state's tensor holds */

/* A game with its options, and what can be worked out once. Never changes. */
struct Rules {
    const pt_game *game;
    pt_config config;
    pt_space space;
    int player_moves; /* actions 0..player_moves-1 are the players'; luck's follow */
    bool hides;       /* with these options there are secrets */
    pt_plan plan;     /* of the observations (docs/tensors.md) */
    std::vector<std::string> texts; /* of all moves, by index */
};

/* A move, and how much of it the public and each seat saw. */
struct Step {
    int32_t index; /* -1: unknown, in a world that a player imagines */
    int8_t seat;
    uint16_t sights; /* a pt_sight for each, the public first, 2 bits wide */
    pt_sight SeenBy(int viewer) const { return pt_sight(sights >> 2 * (viewer + 1) & 3); }
};

class Game : public open_spiel::Game {
  public:
    Game(const pt_game *game, const open_spiel::GameParameters &parameters);

    int NumDistinctActions() const override { return rules_->player_moves; }
    std::unique_ptr<open_spiel::State> NewInitialState() const override;
    int MaxChanceOutcomes() const override;
    int NumPlayers() const override { return rules_->config.seats; }
    double MinUtility() const override { return -1.0 / (rules_->config.seats - 1); }
    double MaxUtility() const override { return 1; }
    absl::optional<double> UtilitySum() const override { return 0; }
    int MaxGameLength() const override { return rules_->game->max_ply; }
    std::vector<int> InformationStateTensorShape() const override;
    std::vector<int> ObservationTensorShape() const override;
    std::string ActionToString(open_spiel::Player player,
                               open_spiel::Action action) const override;
    /* Sees what one player sees, or what is public. In the tensor "player" is one-hot, "view"
     * the view as numbers, the player's seat first (docs/tensors.md). With perfect recall
     * "moves" has the last moves the player saw: the seat counted from the player's own, the
     * move's number, both in 0..1, and a 1. Without public information the view keeps only what
     * the player alone sees. */
    std::shared_ptr<open_spiel::Observer>
    MakeObserver(absl::optional<open_spiel::IIGObservationType> type,
                 const open_spiel::GameParameters &parameters) const override;

    const Rules &rules() const { return *rules_; }
    const open_spiel::Observer &InformationState() const { return *information_state_; }
    const open_spiel::Observer &Observation() const { return *observation_; }

  private:
    pt_config ConfigOf(const pt_game *game) const;

    std::shared_ptr<const Rules> rules_;
    std::shared_ptr<const open_spiel::Observer> information_state_, observation_;
};

/* Where several seats may act at once (a race in real time), they are asked one after the
 * other. */
class State : public open_spiel::State {
  public:
    explicit State(std::shared_ptr<const Game> game);

    open_spiel::Player CurrentPlayer() const override { return mover_; }
    bool IsTerminal() const override { return mover_ == open_spiel::kTerminalPlayerId; }
    std::vector<open_spiel::Action> LegalActions() const override;
    open_spiel::ActionsAndProbs ChanceOutcomes() const override;
    std::string ActionToString(open_spiel::Player player,
                               open_spiel::Action action) const override;
    std::string ToString() const override;
    std::vector<double> Returns() const override;
    std::string InformationStateString(open_spiel::Player player) const override;
    std::string ObservationString(open_spiel::Player player) const override;
    void InformationStateTensor(open_spiel::Player player,
                                absl::Span<float> values) const override;
    void ObservationTensor(open_spiel::Player player, absl::Span<float> values) const override;
    std::unique_ptr<open_spiel::State> Clone() const override;
    /* A state that looks the same to the player, drawn with the right odds. It has no history,
     * so it cannot be serialized, and nobody in it remembers what the player did not see. */
    std::unique_ptr<open_spiel::State>
    ResampleFromInfostate(int player, std::function<double()> random) const override;
    std::string Serialize() const override;

    const Rules &rules() const { return static_cast<const Game &>(*game_).rules(); }
    const void *bytes() const { return bytes_.data(); } /* as core/game.h has them */
    const std::vector<Step> &steps() const { return steps_; }

  protected:
    void DoApplyAction(open_spiel::Action action) override;

  private:
    const Game &OurGame() const { return static_cast<const Game &>(*game_); }
    uint16_t SightsOf(pt_move move) const;

    std::array<uint64_t, PT_STATE_MAX / 8> bytes_;
    open_spiel::Player mover_;
    bool imagined_ = false;
    std::vector<Step> steps_;
};

} // namespace petteia
