"""The test of each sentence of the rules.

The sentences are in our words, in the order of the description of the rules.
"""

from __future__ import annotations

import pytest

from tests.cooper_island import (
    test_clean_up_sentences,
    test_game_sentences,
    test_score,
    test_sea_sentences,
    test_tile_sentences,
    test_worker_sentences,
)

GAME, CLEAN_UP, WORKERS = test_game_sentences, test_clean_up_sentences, test_worker_sentences
SEA, TILES, RECORDS = test_sea_sentences, test_tile_sentences, test_score

SENTENCES = {
    "set-up 2: crates on the cargo cards": (GAME, "everybody_has_a_crate_on_each_cargo_card"),
    "set-up 3: what everybody has":
        (GAME, "everybody_has_workers_boats_islets_ships_and_ruins"),
    "set-up 3: a meadow where the picture shows it, a food cube on it":
        (GAME, "a_meadow_with_food_lies_on_the_start_space"),
    "set-up 3: where the meadow lies": (TILES, "a_meadow_with_food_lies_on_the_start_space"),
    "set-up 3: ruins where the picture shows them": (TILES, "five_ruins_lie_on_the_peninsula"),
    "set-up 4: royal orders of the game, number 8 not for two":
        (WORKERS, "two_players_do_not_use_royal_order_8"),
    "set-up 6: everybody draws two double tiles": (GAME, "everybody_draws_two_double_tiles"),
    "set-up 8: everybody takes a coin": (GAME, "everybody_has_a_coin_in_the_storage"),
    "set-up 9: cartographers on 3 and 4":
        (GAME, "the_cartographer_of_the_first_two_starts_at_3_of_the_others_at_4"),
    "a round has three phases": (GAME, "a_round_has_three_phases"),
    "what is done in which phase": (GAME, "actions_belong_to_their_phase"),
    "after five rounds the game ends": (GAME, "after_five_rounds_the_game_is_over"),
    "income: each for himself": (GAME, "in_the_income_phase_everybody_acts_for_himself"),
    "income: an islet and a double tile":
        (GAME, "one_islet_and_one_double_tile_in_the_income_phase"),
    "income A: an islet gives what it shows and a cube":
        (GAME, "an_islet_gives_what_it_shows_and_a_cube"),
    "income A: of one's own supply": (TILES, "an_islet_tile_comes_from_the_own_supply"),
    "income A: half on land, half in the sea":
        (TILES, "an_islet_tile_lies_half_on_land_half_in_the_sea"),
    "income A: a cube where its terrain is":
        (TILES, "the_land_half_of_an_islet_tile_brings_its_cube"),
    "income B: either side": (TILES, "either_side_of_a_double_tile_may_be_laid"),
    "income B: on a tile of its kind": (TILES, "a_tile_lies_on_its_own_terrain"),
    "income B: settlements on any kind": (TILES, "a_settlement_lies_on_any_terrain"),
    "income B: cubes on the tile": (TILES, "every_half_brings_the_cube_of_its_terrain"),
    "laying: connected with other tiles": (TILES, "a_tile_touches_or_covers_another"),
    "laying: no whole beach": (TILES, "no_beach_is_covered_whole"),
    "laying: not on ruins": (TILES, "no_tile_lies_on_a_ruin"),
    "resources: one for each terrain": (TILES, "what_each_terrain_gives"),
    "resources: gold from three tiles on": (TILES, "a_mountain_of_three_gives_gold_or_stone"),
    "resources: worth one more for each tile": (TILES, "a_cube_is_worth_the_height_of_its_stack"),
    "income: boats that are built": (GAME, "boats_that_are_built_give_income"),
    "payment 1: from the island or the storage":
        (GAME, "costs_are_paid_from_the_peninsula_and_the_storage"),
    "payment 1: whether the market pays": (GAME, "whether_the_market_pays_is_a_ruling"),
    "payment 1: nothing is given back": (GAME, "no_change_is_given"),
    "payment 1: a cube is spent whole": (TILES, "no_change_is_given"),
    "helm 2: one of the ships, so many steps":
        (SEA, "a_helm_point_moves_one_of_the_ships_a_beach_on"),
    "helm 2: one ship": (SEA, "one_ship_takes_all_points_of_a_gain"),
    "helm 2: from beach to beach": (SEA, "the_cutter_sails_clockwise_the_two_master_the_other_way"),
    "helm 2: an islet of anybody": (SEA, "a_ship_that_passes_an_islet_of_anybody_has_its_effect"),
    "helm 2: it can be left": (SEA, "an_effect_that_is_not_wanted_may_be_left"),
    "helm 2: a logbook": (SEA, "a_ship_that_comes_to_a_logbook_takes_one_and_what_its_back_shows"),
    "helm 2: the harbour of another":
        (SEA, "who_passes_the_harbour_of_another_pays_or_takes_an_anchor"),
    "helm 2: not one's own": (SEA, "ones_own_harbour_costs_nothing"),
    "anchors 3: evenly": (SEA, "anchors_lie_evenly_under_both_ships"),
    "anchors 3: instead of a step":
        (SEA, "a_gain_removes_one_anchor_instead_of_moving_the_ship"),
    "anchors 3: which ship": (SEA, "an_anchor_brakes_the_ship_it_lies_under_or_any"),
    "anchors 3: a point less": (SEA, "each_anchor_is_a_point_less"),
    "store 4a: from island and market":
        (GAME, "stored_goods_come_from_the_peninsula_or_the_market_coins_too"),
    "store 4a: only where there is room": (GAME, "nothing_is_stored_where_no_space_is_free"),
    "store 4a: from the peninsula": (TILES, "a_stored_cube_leaves_its_space"),
    "store 4a: worth one": (GAME, "what_is_stored_is_worth_one"),
    "store 4a: not thrown away": (GAME, "stored_goods_are_used_up_and_not_thrown_away"),
    "store 4a: most have no limit": (GAME, "as_much_is_stored_as_there_is_room_for"),
    "exchange 4b: from everywhere to the market":
        (GAME, "an_exchange_is_paid_from_everywhere_and_goes_to_the_market"),
    "exchange 4b: the three rates": (GAME, "rates_of_exchange"),
    "exchange 4b: two gold": (GAME, "two_gold_may_mean_two_coins"),
    "crate 4c: covers an effect": (GAME, "a_crate_covers_one_of_five_effects"),
    "crate 4c 1": (GAME, "covering_draws_a_double_tile"),
    "crate 4c 2": (GAME, "covering_lays_a_double_tile"),
    "crate 4c 3": (GAME, "covering_moves_the_cartographer_two"),
    "crate 4c 4": (GAME, "covering_puts_two_coins_in_the_market"),
    "crate 4c 5": (GAME, "covering_puts_two_resources_in_the_market"),
    "cartographer 4d: once in each phase": (GAME, "the_cartographer_is_used_once_in_each_phase"),
    "cartographer 4d 1": (GAME, "levelling_costs_one_step"),
    "cartographer 4d 1: different levels": (TILES, "a_single_tile_levels_a_double_tile"),
    "cartographer 4d 1: one level": (TILES, "it_raises_by_one_tile_only"),
    "cartographer 4d 1: one step":
        (TILES, "levelling_costs_one_step_of_the_cartographer_and_a_single_tile"),
    "cartographer 4d 2: its cube at once": (TILES, "a_single_tile_brings_its_cube"),
    "cartographer 4d 2": (GAME, "a_single_tile_costs_steps_by_its_height_and_brings_a_cube"),
    "large building 4e": (GAME, "a_large_building_is_used_once_until_it_is_turned_back"),
    "workers: the start player, then each":
        (WORKERS, "the_start_player_begins_and_each_in_turn_places_one"),
    "workers: round and square":
        (WORKERS, "normal_workers_stand_on_round_places_special_ones_on_square_places"),
    "workers: pay the last one":
        (WORKERS, "who_comes_later_pays_the_last_player_a_resource_or_a_coin"),
    "workers: or an anchor": (WORKERS, "who_will_not_or_cannot_pay_takes_an_anchor"),
    "workers: not where one stands": (WORKERS, "nobody_comes_where_a_worker_of_his_own_stands"),
    "workers: six kinds": (WORKERS, "six_kinds_of_areas_are_eight"),
    "A": (WORKERS, "a_draws_or_lays_a_double_tile_and_moves_the_cartographer"),
    "A: the start player": (WORKERS, "the_first_normal_worker_in_a_takes_the_start_player_s_token"),
    "A special": (WORKERS, "a_with_a_special_worker_does_both"),
    "B": (WORKERS, "b_builds_an_income_boat_and_pays_for_the_berth"),
    "B special": (WORKERS, "b_with_a_special_worker_costs_two_less_of_any_kind"),
    "C": (WORKERS, "c_draws_and_lays_a_double_tile"),
    "C special": (WORKERS, "c_with_a_special_worker_has_the_effect_of_any_islet_on_the_board"),
    "D": (WORKERS, "d_builds_one_building_and_pays"),
    "D: kinds of buildings": (WORKERS, "there_are_two_small_two_large_buildings_and_a_fortress"),
    "D: small 1, large 2":
        (WORKERS, "a_small_building_is_worth_one_helm_point_and_a_large_one_two"),
    "D: four cards, one kept": (WORKERS, "of_four_cards_one_is_kept"),
    "D: a settlement": (WORKERS, "on_a_settlement_it_is_one_more"),
    "D: the fortress": (CLEAN_UP, "with_the_fortress_it_is_free"),
    "D special": (WORKERS, "d_with_a_special_worker_costs_two_less"),
    "E": (WORKERS, "e_moves_the_cartographer_three_and_gives_a_coin_or_a_resource"),
    "E special": (WORKERS, "e_with_a_special_worker_has_the_effect_of_any_boat_that_is_built"),
    "F: a ruin": (WORKERS, "f_takes_a_ruin_into_the_workshop"),
    "F: no room": (WORKERS, "no_ruin_is_taken_when_the_workshop_is_full"),
    "F: slots 2 and 3": (WORKERS, "slots_2_and_3_of_the_workshop_give_a_point"),
    "F: a statue": (WORKERS, "f_puts_up_a_statue_from_the_workshop_and_pays"),
    "F special": (WORKERS, "f_with_a_special_worker_does_both"),
    "G": (WORKERS, "g_draws_two_or_lays_two_double_tiles"),
    "G special": (WORKERS, "g_with_a_special_worker_moves_the_cartographer"),
    "H": (WORKERS, "h_takes_a_crate_from_any_cargo_card_and_pays"),
    "H: turned": (WORKERS, "the_card_of_this_round_may_be_turned_for_one_less"),
    "H special": (WORKERS, "h_with_a_special_worker_draws_or_lays_a_double_tile"),
    "hiring: a milestone": (WORKERS, "a_milestone_that_is_reached_is_flipped_and_brings_a_worker"),
    "hiring: four of them": (WORKERS, "each_of_the_four_milestones_counts_once"),
    "areas D and F: on the highest tile without a cube":
        (TILES, "buildings_and_statues_go_on_the_highest_free_tile"),
    "area D: one more on a settlement": (TILES, "a_building_on_a_settlement_earns_one_more"),
    "area F: a ruin is taken from the peninsula": (TILES, "a_taken_ruin_leaves_bare_ground"),
    "hiring: a normal worker": (WORKERS, "a_normal_worker_becomes_idle"),
    "hiring: a special worker": (WORKERS, "a_special_worker_sends_an_idle_worker_to_a_royal_order"),
    "hiring: one on each order": (WORKERS, "one_worker_on_a_royal_order"),
    "hiring: the third and fourth":
        (CLEAN_UP, "who_feeds_all_with_three_or_four_hired_has_a_helm_point_more"),
    "clean-up: in this order": (CLEAN_UP, "the_order_of_the_clean_up"),
    "clean-up a": (CLEAN_UP, "workers_are_fed_with_what_the_board_shows"),
    "hiring: more food": (CLEAN_UP, "more_workers_need_more_food"),
    "clean-up a: missing food": (CLEAN_UP, "each_missing_food_is_an_anchor"),
    "clean-up b": (CLEAN_UP, "turning_back_a_card_costs_two_coins_freeing_a_crate_one"),
    "clean-up b: a card or a crate":
        (CLEAN_UP, "as_much_is_reactivated_as_is_paid_for"),
    "clean-up c": (CLEAN_UP, "each_statue_on_the_peninsula_is_a_helm_point"),
    "clean-up d": (CLEAN_UP, "the_road_is_a_helm_point_if_all_three_top_spaces_carry_a_tile"),
    "clean-up d: the three top spaces":
        (TILES, "the_road_counts_when_all_three_top_spaces_are_covered"),
    "clean-up e": (CLEAN_UP, "workers_go_home"),
    "clean-up f": (CLEAN_UP, "the_market_is_emptied"),
    "clean-up g": (GAME, "after_five_rounds_the_game_is_over"),
    "score 1A, 1B": (SEA, "five_for_each_logbook_and_one_for_each_beach_since"),
    "score 1: a point for each step": (SEA, "which_is_a_point_for_each_step"),
    "score 2, 3: royal orders and buildings": (RECORDS, "a_final_sheet_line_by_line"),
    "score 4": (SEA, "every_five_leftovers_of_all_kinds_are_a_point"),
    "score 5": (SEA, "each_anchor_is_a_point_less"),
    "a tie: fewer spaces left": (SEA, "among_equals_fewer_uncovered_spaces_win"),
    "a tie: which spaces are left": (TILES, "spaces_left_are_those_without_a_tile"),
    "a tie: shared": (SEA, "if_those_are_equal_too_or_unknown_they_share"),
}  # fmt: skip


@pytest.mark.parametrize("sentence", SENTENCES)
def test_a_sentence_has_a_test(sentence: str) -> None:
    module, name = SENTENCES[sentence]
    assert callable(getattr(module, f"test_{name}"))


def test_every_test_stands_for_a_sentence_or_for_what_follows_from_one() -> None:
    named = {(module.__name__, f"test_{name}") for module, name in SENTENCES.values()}
    rest = {
        (module.__name__, name)
        for module in (GAME, CLEAN_UP, WORKERS, SEA, TILES)
        for name in vars(module)
        if name.startswith("test_")
    } - named
    # What other sources say or all leave open, or what a fault in a log looks like.
    assert {name for _, name in rest} == {
        "test_all_workers_are_placed_before_the_clean_up",
        "test_who_has_no_idle_worker_is_left_out",
        "test_actions_of_areas_need_a_worker",
        "test_every_area_may_be_left_without_doing_anything",
        "test_an_anchor_that_is_not_owed_is_not_taken",
        "test_when_all_sixteen_lie_under_ships",
        "test_a_double_tile_shows_two_terrains",
        "test_its_halves_lie_side_by_side",
        "test_nothing_but_a_settlement_lies_on_a_settlement",
        "test_the_sea_half_of_an_islet_tile_is_a_tile_too",
        "test_gold_is_worth_its_height_too",
        "test_the_single_tile_is_of_the_right_terrain",
        "test_bare_ground_is_levelled_too",
        "test_the_levelling_tile_brings_no_cube",
        "test_a_space_with_a_cube_is_not_covered",
        "test_what_is_built_on_grows_no_more",
        "test_both_halves_lie_at_one_level",
        "test_a_double_tile_on_exactly_one_double_tile",
        "test_of_several_equally_high_the_owner_chooses",
        "test_where_nothing_is_free_nothing_is_built",
        "test_legal_placements_of_the_set_up",
    }
