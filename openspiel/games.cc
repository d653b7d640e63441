/* The games for OpenSpiel in C++, on top of core/game.h. */
/* SPDX-License-Identifier: MIT */
#include "openspiel/games.h"
#include <algorithm>
#include <functional>
#include <utility>
extern "C" {
#include "core/game_json.h"
#include "core/position.h"
}

namespace petteia {
namespace {

namespace spiel = open_spiel;
using spiel::Action, spiel::Player;

constexpr uint16_t ALL_SEE = 0x0AAA; /* PT_SEEN for the public and five seats */
static_assert(PT_SEEN == 2 && PT_SEATS == 5, "ALL_SEE has two bits for each of six viewers");
static_assert(PT_LUCK == spiel::kChancePlayerId, "luck's seat is OpenSpiel's chance player");

/* What `write` writes to a pt_text. */
template <typename Write> std::string Written(Write write) {
    std::string out;
    char memory[512];
    pt_text text = pt_text_to(
        memory, sizeof memory,
        [](void *to, const char *bytes, size_t n) {
            static_cast<std::string *>(to)->append(bytes, n);
        },
        &out);
    write(&text);
    pt_flush(&text);
    return out;
}

[[noreturn]] void Refuse(const pt_text &why) { spiel::SpielFatalError(why.at); }

int Total(std::initializer_list<int> sizes) {
    int total = 0;
    for (int size : sizes) total += size;
    return total;
}

std::vector<std::string> MoveTexts(const pt_game *game, const pt_space &space) {
    std::vector<std::string> texts;
    texts.reserve(pt_space_size(&space));
    for (uint32_t index = 0; index < pt_space_size(&space); index++) {
        pt_move move = pt_move_at(&space, index);
        texts.push_back(pt_well_formed(game->verbs, move) ? Written([&](pt_text *out) {
            pt_print_move(game->verbs, move, out);
        })
                                                          : absl::StrCat("move ", index));
    }
    return texts;
}

bool Hides(const pt_game *game, const pt_config &config) {
    std::vector<pt_move> moves(game->max_moves);
    std::vector<pt_chance> luck(game->max_chance);
    return pt_hides(game, &config, moves.data(), luck.data());
}

Rules RulesOf(const pt_game *game, const pt_config &config) {
    Rules r = {};
    r.game = game;
    r.config = config;
    r.space = pt_move_space(game->verbs);
    r.player_moves = static_cast<int>(pt_player_space(game->verbs, &r.space));
    r.hides = Hides(game, config);
    tensor_plan(game->name, config.seats, &r.plan);
    r.texts = MoveTexts(game, r.space);
    return r;
}

/* --- what a player sees --- */

class Observer : public spiel::Observer {
  public:
    Observer(std::shared_ptr<const Rules> rules, const spiel::IIGObservationType &type)
        : spiel::Observer(true, true), rules_(std::move(rules)),
          alone_(type.private_info == spiel::PrivateInfoType::kSinglePlayer),
          public_(type.public_info), recall_(type.perfect_recall && type.public_info) {
        if (type.private_info == spiel::PrivateInfoType::kAllPlayers)
            spiel::SpielFatalError("an observer sees what one player sees, or what is public");
    }

    void WriteTensor(const spiel::State &state, int player,
                     spiel::Allocator *out) const override {
        const State &at = static_cast<const State &>(state);
        int viewer = ViewerOf(player);
        auto one_hot = out->Get("player", {rules_->config.seats});
        if (alone_) one_hot.at(player) = 1;
        uint64_t row[PT_ROW_WORDS];
        pt_write_bytes(&rules_->plan, ViewOf(at, viewer).data(), viewer, row);
        pt_write_floats(&rules_->plan, reinterpret_cast<const uint8_t *>(row),
                        out->Get("view", {rules_->plan.columns}).data().data());
        if (recall_) WriteMoves(at, viewer, out->Get("moves", {RECALL, 3}));
    }

    std::string StringFrom(const spiel::State &state, int player) const override {
        const State &at = static_cast<const State &>(state);
        int viewer = ViewerOf(player);
        View view = ViewOf(at, viewer);
        if (!public_ && std::all_of(view.begin(), view.begin() + rules_->game->state_size,
                                    [](uint8_t byte) { return byte == 0; }))
            return "";
        std::string out = absl::StrCat("viewer ", viewer, "\n");
        if (recall_)
            AppendMoves(at, viewer, &out);
        else if (public_)
            AppendShown(view, viewer, &out);
        out += "view ";
        for (int i = 0; i < rules_->game->state_size; i++) {
            out += "0123456789abcdef"[view[i] >> 4];
            out += "0123456789abcdef"[view[i] & 15];
        }
        return out;
    }

  private:
    struct alignas(8) View : std::array<uint8_t, PT_STATE_MAX> {};

    int ViewerOf(int player) const {
        SPIEL_CHECK_GE(player, 0);
        SPIEL_CHECK_LT(player, rules_->config.seats);
        return alone_ ? player : PT_PUBLIC;
    }

    View ViewOf(const State &at, int viewer) const {
        View view, seen_by_all;
        pt_observe(rules_->game, at.bytes(), viewer, view.data());
        if (public_) return view;
        pt_observe(rules_->game, at.bytes(), PT_PUBLIC, seen_by_all.data());
        for (int i = 0; i < rules_->game->state_size; i++)
            if (view[i] == seen_by_all[i]) view[i] = 0;
        return view;
    }

    void WriteMoves(const State &at, int viewer, spiel::SpanTensor out) const {
        std::vector<Step> seen;
        for (auto step = at.steps().rbegin(); step != at.steps().rend() && seen.size() < RECALL;
             ++step)
            if (step->SeenBy(viewer) != PT_UNSEEN) seen.push_back(*step);
        std::reverse(seen.begin(), seen.end());
        int seats = rules_->config.seats, own = std::max(viewer, 0);
        for (int i = 0; i < static_cast<int>(seen.size()); i++) {
            const Step &step = seen[i];
            int turn = step.seat == PT_LUCK ? 0 : 1 + (step.seat - own + seats) % seats;
            int number = step.SeenBy(viewer) == PT_SEEN ? step.index + 1 : 0;
            out.at(i, 0) = static_cast<float>(double(turn) / seats);
            out.at(i, 1) = static_cast<float>(double(number) / pt_space_size(&rules_->space));
            out.at(i, 2) = 1;
        }
    }

    void AppendMoves(const State &at, int viewer, std::string *out) const {
        for (const Step &step : at.steps()) {
            pt_sight sight = step.SeenBy(viewer);
            if (sight == PT_UNSEEN) continue;
            if (step.seat == PT_LUCK)
                *out += '*';
            else
                absl::StrAppend(out, step.seat + 1);
            absl::StrAppend(out, " ", sight == PT_SEEN ? rules_->texts[step.index] : "?", "\n");
        }
    }

    void AppendShown(const View &view, int viewer, std::string *out) const {
        absl::StrAppend(out, Written([&](pt_text *text) {
                            pt_json j = pt_json_on(text);
                            pt_tell_view(&j, rules_->game, view.data(), viewer);
                        }),
                        "\n");
    }

    std::shared_ptr<const Rules> rules_;
    bool alone_, public_, recall_;
};

/* --- registration --- */

std::string NameOf(const pt_game *game) { return absl::StrCat("petteia_", game->name); }

spiel::GameParameter NormalOf(const pt_option &option) {
    return option.values ? spiel::GameParameter(option.values[option.normal - option.min])
                         : spiel::GameParameter(int{option.normal});
}

/* A game's options decide whether it is one of perfect information. */
spiel::GameType TypeOf(const pt_game *game, bool hides) {
    using Type = spiel::GameType;
    Type type = {};
    type.short_name = NameOf(game);
    type.long_name = game->title;
    type.dynamics = Type::Dynamics::kSequential;
    type.chance_mode = Type::ChanceMode::kExplicitStochastic;
    type.information = hides ? Type::Information::kImperfectInformation
                             : Type::Information::kPerfectInformation;
    type.utility = Type::Utility::kZeroSum;
    type.reward_model = Type::RewardModel::kTerminal;
    type.max_num_players = game->max_seats;
    type.min_num_players = game->min_seats;
    type.provides_information_state_string = type.provides_information_state_tensor = true;
    type.provides_observation_string = type.provides_observation_tensor = true;
    type.parameter_specification["players"] = spiel::GameParameter(int{game->min_seats});
    for (int i = 0; i < game->option_count; i++)
        type.parameter_specification[game->options[i].name] = NormalOf(game->options[i]);
    return type;
}

} // namespace

void RegisterGames() {
    for (const pt_game *const *game = pt_games; *game; game++) {
        const pt_game *one = *game;
        bool hides = Hides(one, pt_config_normal(one, one->min_seats));
        spiel::GameRegisterer::RegisterGame(
            TypeOf(one, hides), [one](const spiel::GameParameters &parameters) {
                return std::make_shared<const Game>(one, parameters);
            });
    }
}

/* --- a game --- */

Game::Game(const pt_game *game, const spiel::GameParameters &parameters)
    : spiel::Game(TypeOf(game, false), parameters) {
    rules_ = std::make_shared<const Rules>(RulesOf(game, ConfigOf(game)));
    game_type_ = TypeOf(game, rules_->hides);
    information_state_ = std::make_shared<Observer>(rules_, spiel::kInfoStateObsType);
    observation_ = std::make_shared<Observer>(rules_, spiel::kDefaultObsType);
}

pt_config Game::ConfigOf(const pt_game *game) const {
    PT_TEXT(why, 400);
    int players = std::clamp(ParameterValue<int>("players"), 0, int{UINT8_MAX});
    pt_config config = pt_config_normal(game, players);
    for (int i = 0; i < game->option_count; i++) {
        const pt_option &option = game->options[i];
        std::string text = absl::StrCat(option.name, "=");
        if (option.values)
            text += ParameterValue<std::string>(option.name);
        else
            absl::StrAppend(&text, ParameterValue<int>(option.name));
        if (pt_config_set(game, &config, text.c_str(), &why)) Refuse(why);
    }
    if (pt_config_check(game, &config, &why)) Refuse(why);
    return config;
}

std::unique_ptr<spiel::State> Game::NewInitialState() const {
    return std::make_unique<State>(std::static_pointer_cast<const Game>(shared_from_this()));
}

int Game::MaxChanceOutcomes() const {
    return static_cast<int>(pt_space_size(&rules_->space)) - rules_->player_moves;
}

std::vector<int> Game::InformationStateTensorShape() const {
    return {Total({rules_->config.seats, rules_->plan.columns, RECALL * 3})};
}

std::vector<int> Game::ObservationTensorShape() const {
    return {Total({rules_->config.seats, rules_->plan.columns})};
}

std::string Game::ActionToString(Player player, Action action) const {
    Action index = action + (player == PT_LUCK ? rules_->player_moves : 0);
    SPIEL_CHECK_GE(index, 0);
    SPIEL_CHECK_LT(index, static_cast<Action>(rules_->texts.size()));
    return rules_->texts[index];
}

std::shared_ptr<spiel::Observer>
Game::MakeObserver(absl::optional<spiel::IIGObservationType> type,
                   const spiel::GameParameters &parameters) const {
    if (!parameters.empty()) return MakeRegisteredObserver(type, parameters);
    return std::make_shared<Observer>(rules_, type.value_or(spiel::kDefaultObsType));
}

/* --- a state --- */

State::State(std::shared_ptr<const Game> game) : spiel::State(game) {
    pt_start(rules().game, bytes_.data(), &rules().config);
    mover_ = pt_next_mover(bytes_.data(), PT_LUCK);
}

std::vector<Action> State::LegalActions() const {
    if (IsTerminal()) return {};
    if (mover_ == PT_LUCK) return LegalChanceOutcomes();
    const Rules &r = rules();
    std::unique_ptr<pt_move[]> list(new pt_move[r.game->max_moves]);
    int n = r.game->legal(bytes_.data(), mover_, list.get());
    std::vector<Action> actions(n);
    for (int i = 0; i < n; i++) actions[i] = pt_index_of(&r.space, list[i]);
    return actions;
}

spiel::ActionsAndProbs State::ChanceOutcomes() const {
    SPIEL_CHECK_TRUE(IsChanceNode());
    const Rules &r = rules();
    std::unique_ptr<pt_chance[]> list(new pt_chance[r.game->max_chance]);
    int n = r.game->chance(bytes_.data(), list.get());
    double total = pt_chance_total(list.get(), n);
    spiel::ActionsAndProbs outcomes(n);
    for (int i = 0; i < n; i++)
        outcomes[i] = {Action{pt_index_of(&r.space, list[i].move)} - r.player_moves,
                       list[i].weight / total};
    return outcomes;
}

/* How much of a move that is about to be made each viewer sees. */
uint16_t State::SightsOf(pt_move move) const {
    const pt_game *game = rules().game;
    if (!game->sight) return ALL_SEE;
    unsigned sights = 0;
    for (int viewer = PT_PUBLIC; viewer < num_players_; viewer++)
        sights |= game->sight(bytes_.data(), mover_, move, viewer) << 2 * (viewer + 1);
    return static_cast<uint16_t>(sights);
}

void State::DoApplyAction(Action action) {
    const Rules &r = rules();
    Action index = action + (mover_ == PT_LUCK ? r.player_moves : 0);
    SPIEL_CHECK_GE(index, 0);
    SPIEL_CHECK_LT(index, pt_space_size(&r.space));
    pt_move move = pt_move_at(&r.space, static_cast<uint32_t>(index));
    SPIEL_DCHECK_EQ(pt_check(r.game, bytes_.data(), mover_, move, nullptr), PT_OK);
    steps_.push_back(
        {static_cast<int32_t>(index), static_cast<int8_t>(mover_), SightsOf(move)});
    r.game->apply(bytes_.data(), mover_, move);
    mover_ = pt_head_of(bytes_.data())->node == PT_OVER ? spiel::kTerminalPlayerId
                                                        : pt_next_mover(bytes_.data(), mover_);
}

std::string State::ActionToString(Player player, Action action) const {
    return OurGame().ActionToString(player, action);
}

std::string State::ToString() const {
    return Written([&](pt_text *out) { pt_print_position(rules().game, bytes_.data(), out); });
}

/* A sole winner gets 1, a shared win less, and the others pay for it in equal parts. */
std::vector<double> State::Returns() const {
    std::vector<double> returns(num_players_);
    if (!IsTerminal()) return returns;
    constexpr int whole = 60; /* can be split among 1 to 5 */
    int32_t share[PT_SEATS];
    pt_win_shares(rules().game, bytes_.data(), whole, share);
    for (int seat = 0; seat < num_players_; seat++)
        returns[seat] =
            double(share[seat] * num_players_ - whole) / (whole * (num_players_ - 1));
    return returns;
}

std::string State::InformationStateString(Player player) const {
    return OurGame().InformationState().StringFrom(*this, player);
}

std::string State::ObservationString(Player player) const {
    return OurGame().Observation().StringFrom(*this, player);
}

void State::InformationStateTensor(Player player, absl::Span<float> values) const {
    spiel::ContiguousAllocator out(values);
    OurGame().InformationState().WriteTensor(*this, player, &out);
}

void State::ObservationTensor(Player player, absl::Span<float> values) const {
    spiel::ContiguousAllocator out(values);
    OurGame().Observation().WriteTensor(*this, player, &out);
}

std::unique_ptr<spiel::State> State::Clone() const { return std::make_unique<State>(*this); }

std::unique_ptr<spiel::State>
State::ResampleFromInfostate(int player, std::function<double()> random) const {
    SPIEL_CHECK_GE(player, 0);
    SPIEL_CHECK_LT(player, num_players_);
    pt_rng rng = {static_cast<uint64_t>(random() * 9007199254740992.0 /* 2^53 */)};
    std::array<uint64_t, PT_STATE_MAX / 8> view;
    pt_observe(rules().game, bytes_.data(), player, view.data());
    auto other = std::make_unique<State>(std::static_pointer_cast<const Game>(game_));
    pt_imagine(rules().game, view.data(), player, &rng, other->bytes_.data());
    other->mover_ = mover_;
    other->imagined_ = true;
    /* The player does not know what the others have seen: they remember what the player does.
     */
    for (const Step &step : steps_) {
        pt_sight sight = step.SeenBy(player);
        if (sight == PT_UNSEEN) continue;
        uint16_t sights = sight == PT_SEEN ? ALL_SEE : ALL_SEE >> 1; /* PT_MASKED */
        other->steps_.push_back({sight == PT_SEEN ? step.index : -1, step.seat, sights});
    }
    return other;
}

std::string State::Serialize() const {
    if (imagined_) spiel::SpielFatalError("an imagined state has no history to write down");
    return spiel::State::Serialize();
}

} // namespace petteia
