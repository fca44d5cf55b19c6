"""The import paths of version 0.1, kept for one release.

Each old module can still be imported, and its names are the objects at their new places; using them warns. The browser
wheels leave this module out. Changed names and attributes go into `NAMES` and `ATTRIBUTES`.
"""

import sys
import warnings
from collections.abc import Callable, Mapping, Sequence
from functools import partial, wraps
from importlib import import_module
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from importlib.util import spec_from_loader
from types import ModuleType
from typing import Any, override

ROOT = "rules_py"

MODULES = {
    "browser": "bridge",
    "calculator": "mechanic.calculator",
    "core_mechanics": "mechanic.builtin",
    "dice.asked": "dice.base",
    "dice.fallen": "dice.rollers",
    "dice.own": "dice.manual",
    "games": "registry.games",
    "notation.in_text": "notation.scanner",
    "notation.parsing": "notation.parser",
    "notation.tree": "notation.nodes",
    "odds": "probability",
    "odds.chains": "probability.markov",
    "odds.counting": "probability.cumulative",
    "odds.differences": "probability.convolution",
    "odds.distributions": "probability.distribution",
    "odds.every_face": "probability.enumeration",
    "odds.exact": "probability.odds",
    "odds.of_dice": "probability.dice_distributions",
    "odds.run_down": "probability.attrition",
    "odds.set_ups": "probability.scenarios",
    "odds.totals": "probability.totals",
    "packages": "discovery",
    "phrases": "text.wording",
    "picks": "mechanic.presets",
    "play.acts": "play.fight.commands",
    "play.change": "play.changes",
    "play.fights": "play.fight.reducer",
    "play.forecasts": "play.forecast",
    "play.forecasts.asking": "play.forecast.run",
    "play.forecasts.exact": "play.forecast.exact",
    "play.forecasts.moments": "play.forecast.simulator",
    "play.forecasts.report": "play.forecast.report",
    "play.forecasts.simulated": "play.forecast.monte_carlo",
    "play.forecasts.ways": "play.forecast.tactics",
    "play.kinds": "play.fight.config",
    "play.links": "play.bindings",
    "play.making": "play.generators",
    "play.of_games": "registry.play",
    "play.orders": "play.fight.initiative",
    "play.standing": "play.fight.state",
    "show": "rendering",
    "show.answers": "rendering.answers",
    "show.charts": "rendering.charts",
    "show.fights": "rendering.fights",
    "show.fights.acting": "rendering.fights.actions",
    "show.fights.brief": "rendering.fights.summary",
    "show.fights.buttons": "rendering.fights.buttons",
    "show.fights.changing": "rendering.fights.changes",
    "show.fights.people": "rendering.fights.combatants",
    "show.fills": "rendering.prefill",
    "show.forecasts": "rendering.forecasts",
    "show.heat": "rendering.heatmap",
    "show.laid_over": "rendering.comparison",
    "show.numbers": "rendering.numbers",
    "show.odds": "rendering.odds",
    "show.refusals": "error_messages",
    "show.rolls": "rendering.rolls",
    "show.sheets": "rendering.sheets",
    "show.words": "rendering.labels",
    "signature": "mechanic.signature",
    "tables.files": "tables.loader",
    "tables.of_games": "tables.registry",
    "tables.rolling": "mechanic.table_rolls",
    "tables.rows": "tables.model",
    "turns": "scheduling",
    "values": "text",
    "systems.combat.sheets.fighters": "systems.combat.sheets.combatants",
    "systems.combat.sheets.happenings": "systems.combat.sheets.changes",
    "systems.psiops.sheets.carried": "systems.psiops.sheets.inventory",
    "systems.psiops.sheets.nerves": "systems.psiops.sheets.momentum",
    "systems.psiops.sheets.progress": "systems.psiops.sheets.progress_clocks",
    "systems.sideworld.sheets.entries": "systems.sideworld.sheets.list_items",
    "systems.sideworld.sheets.hits": "systems.sideworld.sheets.damage",
    "systems.sideworld.sheets.hours": "systems.sideworld.sheets.healing",
    "systems.sideworld.sheets.things": "systems.sideworld.sheets.objects",
}
"""Old module -> the module that has its names now, both below `rules_py`."""

GROWN = {"mechanic": ("mechanic.definition",)}
"""A module that became a package -> the modules with the names that the package itself doesn't export."""

MECHANICS_ATTR, CHANGES_ATTR, SHEETS_ATTR = "__mechanics__", "__changes__", "__sheets__"
"""The module attributes of version 0.1 for what a module registers; modules no longer have them."""

NAMES: Mapping[str, Mapping[str, str]] = {
    "bridge": {"games_changed": "rescan_games"},
    "dice": {
        "Asking": "DiceRequest",
        "NamedRow": "TableRowRef",
        "PhysicalDice": "RecordingDice",
        "Slot": "DieSlot",
        "Thrown": "DiceResult",
        "asked": "find_requested_dice",
    },
    "dice.base": {"Hit": "HitFunction", "Settle": "SettleFunction"},
    "dice.manual": {
        "Asking": "DiceRequest",
        "CHANCES": "RANDOM_PROBES",
        "EnoughError": "ProbeComplete",
        "MOST_AHEAD": "MAX_LOOKAHEAD",
        "OwnDice": "ManualDice",
        "Slot": "DieSlot",
        "SupposedDice": "ProbeDice",
        "asked": "find_requested_dice",
    },
    "dice.rollers": {
        "NamedRow": "dice.transcript:TableRowRef",
        "NextRoll": "dice.transcript:NextRoll",
        "PhysicalDice": "RecordingDice",
        "Thrown": "dice.transcript:DiceResult",
        "Transcript": "dice.transcript:Transcript",
    },
    "discovery": {
        "GROUP": "ENTRY_POINT_GROUP",
        "OWN": "BUILTIN_GAMES",
        "PLAY": "SHEETS_MODULE",
        "find": "find_package",
        "offered": "find_external_packages",
        "slugs": "find_slugs",
    },
    "error_messages": {"refusal_said": "error_message"},
    "mechanic.calculator": {"Pick": "TablePreset"},
    "mechanic.definition": {
        "REGISTER": "_moved:MECHANICS_ATTR",
        "refuse_second": "reject_duplicate_id",
        "registered_in": "find_registered_mechanics",
    },
    "mechanic.presets": {"Pick": "TablePreset"},
    "mechanic.signature": {"parameters_of": "read_parameters", "place_of": "find_source_location"},
    "mechanic.table_rolls": {"mechanic_of": "build_table_mechanic"},
    "notation": {
        "D66": "DigitDice",
        "Found": "DiceMatch",
        "Join": "BinaryOperation",
        "Keep": "KeepRule",
        "Throw": "DiceTerm",
        "bounds": "compute_bounds",
        "fewer_and_more": "vary_dice_count",
        "find": "find_dice",
        "most_totals": "estimate_total_count",
        "parts": "walk_nodes",
        "plan": "build_plan",
        "reach": "compute_reach",
        "split": "split_text",
        "totals": "find_totals",
    },
    "notation.nodes": {
        "D66": "DigitDice",
        "Join": "BinaryOperation",
        "Keep": "KeepRule",
        "Throw": "DiceTerm",
        "bounds": "compute_bounds",
        "fewer_and_more": "vary_dice_count",
        "most_totals": "estimate_total_count",
        "parts": "walk_nodes",
        "plan": "build_plan",
        "reach": "compute_reach",
        "totals": "find_totals",
    },
    "notation.parser": {"LONGEST": "MAX_LENGTH"},
    "notation.scanner": {"Found": "DiceMatch", "find": "find_dice", "split": "split_text"},
    "parameters.choices": {"choice_control": "choose_control"},
    "parameters.kind": {"Labelled": "LabelledKind"},
    "parameters.numbers": {"steps": "choose_sweep_values"},
    "play": {
        "After": "Trigger",
        "Along": "ChosenWith",
        "AtHand": "QuickAction",
        "ByScore": "IndividualInitiative",
        "BySide": "SideInitiative",
        "Changed": "ChangeResult",
        "Due": "RequiredRoll",
        "FightKind": "play.fight.released_declarations:FightKind",
        "Fills": "RollBinding",
        "MadeBy": "SheetGenerator",
        "Say": "Log",
        "Tell": "LogToAll",
    },
    "play.bindings": {"After": "Trigger", "Along": "ChosenWith", "Fills": "RollBinding", "entry_of": "find_entry"},
    "play.changes": {
        "AtHand": "QuickAction",
        "Changed": "ChangeResult",
        "REGISTER": "_moved:CHANGES_ATTR",
        "Say": "Log",
        "Tell": "LogToAll",
        "changes_in": "list_changes",
    },
    "play.fight.commands": {
        "ACTS": "COMMANDS",
        "Act": "Command",
        "acted": "execute",
        "happening": "play.fight.offers:find_automatic_changes",
    },
    "play.fight.config": {
        "Due": "RequiredRoll",
        "FightKind": "play.fight.released_declarations:FightKind",
        "Known": "FightContext",
    },
    "play.fight.initiative": {"ByScore": "IndividualInitiative", "BySide": "SideInitiative"},
    "play.fight.reducer": {
        "EVENTS": "play.fight.events:EVENTS",
        "KEY": "play.fight.events:KEY",
        "MOST_AT_ONCE": "play.fight.events:MOST_AT_ONCE",
        "REFUSED": "play.fight.events:REFUSED",
        "values_by_name": "play.fight.events:read_values",
    },
    "play.fight.state": {
        "DueRoll": "play.fight.offers:PendingRoll",
        "Entry": "LogEntry",
        "Event": "play.fight.events:Event",
        "Fighter": "Combatant",
        "Offer": "play.fight.offers:PendingChange",
        "Standing": "FightState",
    },
    "play.forecast": {"Asked": "ForecastRun", "Question": "ForecastOptions", "Share": "Estimate", "Ways": "Tactics"},
    "play.forecast.exact": {
        "Chain": "MarkovChain",
        "Followed": "TracedDice",
        "Following": "EnumeratingRoller",
        "OPEN": "NEGLIGIBLE_WEIGHT",
        "Step": "Transition",
    },
    "play.forecast.monte_carlo": {"Falling": "RandomRoller"},
    "play.forecast.report": {
        "End": "FightResult",
        "Ends": "ResultTally",
        "LEAST_SAID": "LEAST_SHOWN",
        "SAVED": "JSON_DECIMALS",
        "Share": "Estimate",
        "counted_share": "estimate_from_sample",
        "exact_share": "make_exact_estimate",
        "percent_said": "format_estimate",
    },
    "play.forecast.run": {"Asked": "ForecastRun", "Question": "ForecastOptions"},
    "play.forecast.simulator": {
        "Hand": "Roller",
        "MOST_KEPT": "MOST_CACHED",
        "MOST_OWED": "MOST_PENDING",
        "Moment": "SimulationState",
        "Playing": "FightSimulator",
    },
    "play.forecast.tactics": {
        "ALWAYS": "USUAL_TACTICS",
        "Ways": "Tactics",
        "choices_of": "find_choices",
        "left_of": "compute_points_left",
    },
    "play.generators": {"MadeBy": "SheetGenerator"},
    "play.schema": {"schema_of": "build_schema"},
    "play.sheet": {"MARK": "WARNING_ATTR", "REGISTER": "_moved:SHEETS_ATTR"},
    "probability.attrition": {"Hits": "HitDistributions"},
    "probability.cumulative": {"Against": "Comparison", "against": "compare_chances", "counted": "cumulate"},
    "probability.distribution": {"Gathered": "WeightAccumulator"},
    "probability.enumeration": {
        "Apart": "IndependentField",
        "EveryFace": "ExhaustiveDice",
        "distribution_of": "compute_distribution",
    },
    "probability.markov": {"End": "Summarizer"},
    "probability.odds": {
        "chances_of": "compute_chances",
        "fraction_text": "format_fraction",
        "in_order": "sort_chances",
        "odds_of": "compute_odds",
        "ordered": "sort_values",
    },
    "probability.scenarios": {
        "MOST_SET_UPS": "MAX_SCENARIOS",
        "SetUp": "Scenario",
        "answers_of_each": "compute_scenario_answers",
        "odds_of_each": "compute_scenario_odds",
        "read_set_ups": "read_scenarios",
    },
    "probability.totals": {
        "highest": "sum_highest",
        "lowest": "sum_lowest",
        "sum_of": "sum_dice",
        "totals_of": "compute_totals",
    },
    "registry.games": {
        "calculator": "find_calculator",
        "find": "find_mechanic",
        "game": "find_game",
        "games": "iter_games",
    },
    "registry.play": {
        "Play": "PlayRegistry",
        "change_ids": "list_change_ids",
        "new_fight": "create_fight",
        "play_of": "find_play",
        "sheet_ids": "list_sheet_ids",
    },
    "rendering": {
        "answers_html": "render_answers",
        "answers_laid_html": "render_answers_comparison",
        "answers_said": "describe_answers",
        "average": "format_mean",
        "change_of": "format_change",
        "chip_attributes": "build_chip_attributes",
        "heat_html": "render_heatmap",
        "in_sentence": "decapitalize",
        "label_of": "humanize",
        "mean_of": "format_mean_suffix",
        "name_of": "label_for_outcome",
        "odds_html": "render_odds",
        "odds_laid_html": "render_odds_comparison",
        "odds_said": "describe_odds",
        "panel_sweep_html": "render_panel_sweep",
        "panel_sweep_said": "describe_panel_sweep",
        "percent": "format_percent",
        "plan_of": "encode_plan",
        "points": "format_points",
        "refusal_said": "error_message",
        "roll_html": "render_roll",
        "roll_said": "describe_roll",
        "signed": "format_signed",
        "summary_html": "render_answers_summary",
        "sweep_html": "render_sweep",
        "sweep_said": "describe_sweep",
        "tone": "compute_tone",
        "tone_of": "render_tone",
        "value_of": "label_for_value",
        "verdict_of": "verdict_for",
        "with_dice": "mark_up_dice",
    },
    "rendering.answers": {
        "answers_html": "render_answers",
        "answers_said": "describe_answers",
        "numbers_of": "compute_key_numbers",
        "summary_html": "render_answers_summary",
    },
    "rendering.charts": {"bars_svg": "render_bars", "key_svg": "render_line_key", "lines_svg": "render_lines"},
    "rendering.comparison": {
        "answers_laid_html": "render_answers_comparison",
        "laid_html": "render_field_comparison",
        "odds_laid_html": "render_odds_comparison",
    },
    "rendering.fights": {
        "Entry": "LogEntry",
        "Offer": "PendingChange",
        "act_button": "render_command_button",
        "actor_html": "render_actor",
        "also_struck": "find_extra_targets",
        "fight_html": "render_fight",
        "fight_said": "describe_events",
        "find": "find_mechanic",
        "for_all_html": "render_group_actions",
        "hand_html": "render_quick_actions",
        "join_html": "render_join_form",
        "keep_button": "render_keep_button",
        "more_html": "render_more_changes",
        "names_of": "join_names",
        "roll_html": "render_roll",
        "roll_row": "render_roll_row",
        "roll_said": "describe_roll",
        "short_html": "render_sheet_summary",
        "sides_html": "render_sides",
        "undone": "describe_undo",
        "warnings_html": "render_warnings",
    },
    "rendering.fights.actions": {
        "AT_HAND": "MAIN_ROLLS",
        "actor_html": "render_actor",
        "also_struck": "find_extra_targets",
        "may_strike_several": "can_hit_several",
        "roll_row": "render_roll_row",
    },
    "rendering.fights.buttons": {
        "act_button": "render_command_button",
        "as_json": "escape_json",
        "form_button": "render_form_button",
        "keep_button": "render_keep_button",
        "names_of": "join_names",
    },
    "rendering.fights.changes": {
        "AT_ONCE": "MOST_INLINE_FIELDS",
        "changes_of": "changes_for",
        "does_something": "has_effect",
        "for_all_html": "render_group_actions",
        "hand_html": "render_quick_actions",
        "more_html": "render_more_changes",
    },
    "rendering.fights.combatants": {"join_html": "render_join_form", "sides_html": "render_sides"},
    "rendering.fights.summary": {"short_html": "render_sheet_summary", "warnings_html": "render_warnings"},
    "rendering.forecasts": {"forecast_html": "render_forecast", "forecast_said": "describe_forecast"},
    "rendering.heatmap": {
        "heat_html": "render_heatmap",
        "or_so": "describe_direction",
        "panel_sweep_html": "render_panel_sweep",
        "panel_sweep_said": "describe_panel_sweep",
        "sweep_html": "render_sweep",
        "sweep_said": "describe_sweep",
    },
    "rendering.labels": {
        "chip_attributes": "build_chip_attributes",
        "name_of": "label_for_outcome",
        "plan_of": "encode_plan",
        "rank_of": "find_rank",
        "tone": "compute_tone",
        "tone_of": "render_tone",
        "value_of": "label_for_value",
        "with_dice": "mark_up_dice",
    },
    "rendering.numbers": {
        "average": "format_mean",
        "percent": "format_percent",
        "points": "format_points",
        "signed": "format_signed",
        "with_minus": "use_minus_sign",
    },
    "rendering.odds": {
        "both": "align_chances",
        "chances_said": "describe_chances",
        "change_of": "format_change",
        "fields_of": "order_fields",
        "mean_of": "format_mean_suffix",
        "odds_html": "render_odds",
        "odds_said": "describe_odds",
        "odds_table": "render_odds_table",
        "refused_html": "render_too_long",
    },
    "rendering.prefill": {"filled": "prefill_params"},
    "rendering.rolls": {"roll_html": "render_roll", "roll_said": "describe_roll", "verdict_of": "verdict_for"},
    "rendering.sheets": {
        "NOW": "NOW_SUFFIX",
        "blank_html": "render_blank_sheet",
        "sheet_html": "render_sheet",
        "sheet_said": "describe_sheet",
    },
    "scheduling": {
        "TurnOver": "TimeSliceExpired",
        "cached": "cache_results",
        "finish": "run_to_completion",
        "remembered": "run_memoized",
        "turn": "time_slice",
    },
    "tables": {"ROLL": "ROLL_PATTERN", "read": "parse_table"},
    "tables.loader": {"read": "parse_table"},
    "tables.model": {"ROLL": "ROLL_PATTERN"},
    "tables.registry": {"tables_of": "load_tables"},
    "text": {
        "ABBREVIATIONS": "text.wording:ABBREVIATIONS",
        "JOINERS": "text.quoting:JOINERS",
        "LONGEST_SHOWN": "text.quoting:LONGEST_SHOWN",
        "NOT_SHOWN": "text.quoting:UNPRINTABLE_TEXT",
        "as_name": "text.quoting:quote_name",
        "can_be_shown": "text.quoting:is_printable",
        "decimal": "text.numbers:format_decimal",
        "exact": "text.numbers:simplify_fraction",
        "in_quotes": "text.quoting:quote_text",
        "is_number": "text.numbers:is_number",
        "is_whole": "text.numbers:is_whole",
        "json_of": "text.serialization:to_json",
        "label_of": "text.wording:humanize",
        "quoted": "text.quoting:quote_value",
        "short": "text.quoting:shorten",
        "sum_of": "text.numbers:sum_fractions",
        "text_of": "text.serialization:to_text",
        "whole_of": "text.numbers:parse_int",
    },
    "text.wording": {
        "counted": "pluralize",
        "in_sentence": "decapitalize",
        "named_terms": "format_terms",
        "or_later": "conclude_count",
    },
}
"""Module, by its new path -> old name in it -> new name."""

FIGHT_STATE_FIELDS = {"done": "acted_keys", "fighters": "combatants", "kind": "rules", "known": "context"}
"""The renamed fields of the state of a fight, which `Fight` inherits."""

UNUSED = ""
"""In place of a new name: the old one is still accepted, but does nothing any more."""

PENDING_CHANGE_FIELDS = {
    "also": "extra_recipients",
    "if_wanted": "is_optional",
    "instead": "replaced_change",
    "quietly": UNUSED,
    "who": "recipient",
}
"""The renamed fields of a pending change."""

ATTRIBUTES: Mapping[str, Mapping[str, str]] = {
    "dice.base:Dice": {
        "apart": "roll_independently",
        "then": "add_consequence",
        "then_read": "offer_row",
        "then_roll": "offer_roll",
        "until": "roll_until",
    },
    "dice.manual:DiceRequest": {"missing": "missing_slots", "spare": "spare_slots"},
    "dice.manual:DieSlot": {"of": "throw_label", "read": "die_label", "throw": "throw_index"},
    "dice.manual:ManualDice": {"instead": "supply_face"},
    "dice.manual:ProbeDice": {"expected": "expected_throws", "instead": "supply_face", "most": "max_throws"},
    "dice.rollers:GivenDice": {"face": "next_face"},
    "dice.transcript:NextRoll": {"known": "preset_params"},
    "dice.rollers:RandomDice": {"face": "next_face"},
    "dice.rollers:RecordingDice": {
        "apart": "roll_independently",
        "face": "next_face",
        "then": "add_consequence",
        "then_read": "offer_row",
        "then_roll": "offer_roll",
        "until": "roll_until",
    },
    "dice.transcript:TableRowRef": {"table": "table_title", "text": "row_name"},
    "dice.transcript:Transcript": {
        "follows": "consequences",
        "judge": "set_verdict",
        "thrown": "dice_results",
        "verdict_at": "verdict_index",
    },
    "discovery:Package": {"data": "data_files", "place_of": "data_path_for", "text_of": "read_data_file"},
    "mechanic.calculator:Calculator": {"asking": "find_panels", "picks": "presets"},
    "mechanic.calculator:Chance": {"of": "compute_probability"},
    "mechanic.calculator:Panel": {
        "fixed": "fixed_params",
        "own_name": "local_name_for",
        "params": "build_params",
        "renamed": "renames",
    },
    "mechanic.definition:Mechanic": {
        "asks": "find_requested_dice",
        "label_of": "label_for",
        "listed": "listed_fields",
        "picks": "presets",
        "place": "source_location",
    },
    "mechanic.definition:Roll": {"follows": "consequences"},
    "mechanic.presets:TablePreset": {"across": "is_transposed", "entry_of": "list_parameter", "sets": "columns"},
    "notation.nodes:BinaryOperation": {"of": "apply"},
    "parameters.choices:Choice": {"takes": "describe_accepted"},
    "parameters.choices:Flag": {"takes": "describe_accepted"},
    "parameters.choices:RowOf": {"or_none": "allow_none", "takes": "describe_accepted"},
    "parameters.kind:Kind": {
        "in_odds": "describe_odds_limit",
        "parts_of_entries": "entry_parts",
        "span": "parse_span",
        "takes": "describe_accepted",
    },
    "parameters.numbers:EntryOf": {"of": "list_field"},
    "parameters.numbers:Number": {"takes": "describe_accepted"},
    "parameters.numbers:Numbers": {"takes": "describe_accepted"},
    "parameters.numbers:Whole": {"raised": "list_higher_values", "span": "parse_span", "takes": "describe_accepted"},
    "parameters.parameter:Parameter": {
        "own_label": "label_override",
        "refuse_long_odds": "reject_long_odds",
        "span": "parse_span",
    },
    "parameters.records:Record": {"of": "item_type", "parts_of_entries": "entry_parts", "takes": "describe_accepted"},
    "parameters.texts:ListOf": {
        "in_odds": "describe_odds_limit",
        "parts_of_entries": "entry_parts",
        "takes": "describe_accepted",
    },
    "parameters.texts:Notation": {"in_odds": "describe_odds_limit", "takes": "describe_accepted"},
    "parameters.texts:Text": {"takes": "describe_accepted"},
    "play.bindings:RollBinding": {"params": "fill_params"},
    "play.bindings:Trigger": {
        "again": "detail_rule",
        "each": "is_per_target",
        "given": "fixed_params",
        "if_wanted": "is_optional",
        "instead": "replaced_change",
        "outcome_of": "compute_outcome",
        "params": "build_params",
        "when": "conditions",
    },
    "play.changes:Change": {
        "after": "triggers",
        "at_hand": "quick_actions",
        "of": "sheet_types",
        "offered": "match_triggers",
        "place": "source_location",
    },
    "play.changes:ChangeResult": {"before": "sheet_before"},
    "play.changes:LogToAll": {"aside": "log_detail"},
    "play.changes:QuickAction": {
        "between": "downtime_after",
        "by": "mechanic",
        "for_all": "is_for_all",
        "given": "fixed_params",
        "gives": "ally_change",
        "keeps": "unchanged_fields",
        "params": "build_params",
    },
    "play.fight.config:FightContext": {"led_to": "changes_by_mechanic"},
    "play.fight.config:FightRules": {
        "beside": "bystander_sides",
        "for_groups": "group_rolls",
        "joins": "sides_by_sheet",
        "leading": "find_leading_side",
        "owed": "required_rolls",
        "sides_of": "sides_for",
    },
    "play.fight.config:GroupRoll": {"due": "find_required", "group": "group_field"},
    "play.fight.config:RequiredRoll": {"why": "reason"},
    "play.fight.initiative:IndividualInitiative": {
        "groups": "build_groups",
        "ranked": "rank_scores",
        "score": "compute_score",
        "together": "has_simultaneous_ties",
    },
    "play.fight.initiative:Order": {
        "each_round": "is_rerolled_each_round",
        "groups": "build_groups",
        "opening": "opening_rounds",
        "ranked": "rank_scores",
        "rolls": "needs_roll",
        "score": "compute_score",
    },
    "play.fight.initiative:SideInitiative": {
        "groups": "build_groups",
        "opening": "opening_rounds",
        "rolling": "rolling_side",
        "rolls": "needs_roll",
        "score": "compute_score",
    },
    "play.fight.offers:PendingChange": PENDING_CHANGE_FIELDS,
    "play.fight.offers:PendingRoll": {"due": "requirement", "who": "recipients"},
    "play.fight.reducer:Fight": {
        "after": "apply",
        "name_of": "name_for",
        "placed": "with_initiative",
        "rolled": "apply_resolved_roll",
    },
    "play.fight.state:FightState": {
        **FIGHT_STATE_FIELDS,
        "acting": "current_group",
        "actor_and_target": "find_actor_and_target",
        "beside": "bystanders",
        "chosen_before": "find_last_choices",
        "deed": "play.fight.targeting:find_default_action",
        "due": "available_actors",
        "due_rolls": "play.fight.offers:find_pending_rolls()",
        "ends": "endable_periods",
        "facing": "play.fight.targeting:find_default_target",
        "fighting": "participants",
        "filled": "play.fight.targeting:fill_params",
        "is_between": "is_downtime_after",
        "last_roll_of": "find_last_roll_index",
        "now": "current_actor",
        "of": "combatant",
        "offers": "play.fight.offers:find_pending_changes()",
        "open_to": "play.fight.offers:find_affected",
        "others_of": "find_allies",
        "picks": "play.fight.offers:find_candidates",
        "possible": "play.fight.targeting:find_possible_rolls",
        "sheet_of": "sheet_for",
        "still_to_roll": "awaiting_initiative",
        "strikes_several": "play.fight.targeting:is_multi_target",
        "takers": "eligible_for",
        "up": "active",
    },
    "play.fight.state:LogEntry": {"changed": "change_results", "for_order": "initiative_rolls", "said": "messages"},
    "play.forecast.exact:EnumeratingRoller": {"scores": "roll_scores"},
    "play.forecast.exact:MarkovChain": {"ends": "compute_results"},
    "play.forecast.exact:TracedDice": {"then_roll": "offer_roll"},
    "play.forecast.exact:Transition": {"end": "result"},
    "play.forecast.monte_carlo:RandomRoller": {"scores": "roll_scores"},
    "play.forecast.monte_carlo:Simulation": {"batch": "run_batch", "ends": "results", "report": "build_forecast"},
    "play.forecast.report:Estimate": {"within": "margin"},
    "play.forecast.report:FightResult": {"down": "defeated_keys", "fled": "fled_sides", "of": "from_state"},
    "play.forecast.report:Forecast": {
        "basis_said": "basis_description",
        "exact": "is_exact",
        "flees": "flee_chances",
        "length_said": "length_description",
        "nobody": "nobody_chance",
        "of": "summarize",
        "people": "defeat_chances",
        "rounds": "round_chances",
        "sides": "win_chances",
        "sure": "is_sure",
        "undecided": "undecided_chance",
        "undecided_said": "undecided_description",
        "ways": "tactics",
    },
    "play.forecast.report:ResultTally": {"of_side": "sum_weights"},
    "play.forecast.run:ForecastRun": {"go_on": "advance", "report": "build_forecast"},
    "play.forecast.simulator:FightSimulator": {"looks_at_faces": "needs_faces", "ways": "tactics"},
    "play.forecast.simulator:Roller": {"scores": "roll_scores"},
    "play.forecast.simulator:SimulationState": {
        "acts_together": "simultaneous_sheets",
        "attacked": "attack_counts",
        "down": "defeated_keys",
        "fled": "fled_sides",
        "sides_up": "active_sides",
        "state": "state_key",
        "to_act": "turn_queue",
    },
    "play.forecast.tactics:Tactics": {"have_lost": "is_routed", "said": "descriptions", "targets": "rank_targets"},
    "play.generators:SheetGenerator": {"fields": "build_fields"},
    "play.sheet:Derived": {"work_out": "compute"},
    "play.sheet:Sheet": {
        "but": "replace",
        "knows": "has_value",
        "label_of": "label_for",
        "of": "from_fields",
        "place": "source_location",
        "ready_made": "build_presets",
        "short": "list_non_default_fields",
    },
    "probability.convolution:Differences": {"weights": "compute_weights"},
    "probability.enumeration:ExhaustiveDice": {
        "apart": "roll_independently",
        "runs": "enumerate_runs",
        "until": "roll_until",
    },
    "probability.odds:Odds": {"cumulative": "compute_cumulative", "of": "compute"},
    "registry.games:Game": {"find": "find_mechanic"},
    "registry.play:PlayRegistry": {"changes_of": "changes_for", "fight": "fight_rules"},
    "rendering.charts:Bar": {"beside": "compared_chance"},
    "tables.model:Table": {"anchor_of": "anchor_for", "at": "row_for_roll", "place_of": "page_anchor_for"},
}
"""Class, as `module:Class` by its new path -> old attribute -> new attribute.

A method that became a function is `module:function`, a property that became one `module:function()`.
"""

KEYWORDS: Mapping[str, Mapping[str, str]] = {
    "bridge:asks": {"fallen": "rolled_dice"},
    "bridge:calculate": {"beside": "compare_to", "called": "name"},
    "bridge:fill": {"chosen": "choices_json"},
    "bridge:forecast": {"wanted": "fight_count", "ways": "tactics"},
    "bridge:leads": {"chosen": "choices_json"},
    "bridge:make": {"chosen": "choices_json"},
    "bridge:odds": {"beside": "compare_to", "called": "name"},
    "bridge:sweep": {"part": "panel_index"},
    "dice.base:Dice.row": {"but_not": "exclude"},
    "dice.manual:DiceRequest": {"spare": "spare_slots"},
    "dice.manual:DieSlot": {"of": "throw_label", "read": "die_label", "throw": "throw_index"},
    "dice.manual:ManualDice": {"fallen": "rolled_slots"},
    "dice.manual:ManualDice.throw": {"reads": "die_labels"},
    "dice.manual:ProbeDice": {
        "expected": "expected_throws",
        "face": "choose_face",
        "fallen": "rolled_slots",
        "most": "max_throws",
    },
    "dice.manual:ProbeDice.throw": {"reads": "die_labels"},
    "dice.manual:find_requested_dice": {"fallen": "rolled_slots"},
    "dice.transcript:NextRoll": {"known": "preset_params"},
    "dice.rollers:RecordingDice.row": {"but_not": "exclude"},
    "dice.rollers:RecordingDice.throw": {"reads": "die_labels"},
    "dice.transcript:TableRowRef": {"table": "table_title", "text": "row_name"},
    "dice.transcript:Transcript": {"follows": "consequences", "thrown": "dice_results", "verdict_at": "verdict_index"},
    "mechanic.calculator:Calculator": {"picks": "presets"},
    "mechanic.calculator:Calculator.check": {"given": "params"},
    "mechanic.calculator:Panel": {"fixed": "fixed_params", "renamed": "renames"},
    "mechanic.calculator:Panel.build_params": {"given": "form_params"},
    "mechanic.definition:Mechanic": {"listed": "listed_fields", "picks": "presets"},
    "mechanic.definition:Mechanic.check": {"given": "params"},
    "mechanic.definition:Mechanic.find_requested_dice": {"fallen": "rolled_slots", "given": "params"},
    "mechanic.definition:Mechanic.resolve": {"given": "params"},
    "mechanic.definition:Mechanic.roll": {"given": "params"},
    "mechanic.definition:Roll": {"follows": "consequences"},
    "mechanic.definition:mechanic": {"listed": "listed_fields", "picks": "presets", "without": "omit"},
    "mechanic.definition:reject_duplicate_id": {"known": "existing", "made": "new_mechanic"},
    "mechanic.presets:TablePreset": {"across": "is_transposed", "entry_of": "list_parameter", "sets": "columns"},
    "mechanic.signature:read_parameters": {"forwarded": "forwarded_parameters", "taken": "skip", "without": "omit"},
    "parameters.choices:RowOf": {"or_none": "allow_none"},
    "parameters.numbers:EntryOf": {"of": "list_field"},
    "parameters.numbers:Whole.list_higher_values": {"most": "limit"},
    "parameters.parameter:Parameter": {"own_label": "label_override"},
    "parameters.parameter:check_all": {"given": "values"},
    "parameters.records:Record": {"of": "item_type"},
    "play.bindings:Trigger": {
        "again": "detail_rule",
        "each": "is_per_target",
        "given": "fixed_params",
        "if_wanted": "is_optional",
        "instead": "replaced_change",
        "quietly": UNUSED,
        "when": "conditions",
    },
    "play.bindings:Trigger.build_params": {"number": "target_index"},
    "play.changes:Change": {"after": "triggers", "at_hand": "quick_actions", "of": "sheet_types"},
    "play.changes:Change.apply": {"given": "values"},
    "play.changes:Change.match_triggers": {"number": "target_index"},
    "play.changes:ChangeResult": {"before": "sheet_before"},
    "play.changes:LogToAll.log_detail": {"said": "message"},
    "play.changes:QuickAction": {
        "between": "downtime_after",
        "by": "mechanic",
        "for_all": "is_for_all",
        "given": "fixed_params",
        "gives": "ally_change",
        "keeps": "unchanged_fields",
    },
    "play.changes:change": {"after": "triggers", "at_hand": "quick_actions", "of": "sheet_types"},
    "play.fight.commands:execute": {"act": "command"},
    "play.fight.config:GroupRoll": {"due": "find_required", "group": "group_field"},
    "play.fight.config:RequiredRoll": {"why": "reason"},
    "play.fight.initiative:IndividualInitiative": {
        "each_round": "is_rerolled_each_round",
        "together": "has_simultaneous_ties",
    },
    "play.fight.initiative:IndividualInitiative.build_groups": {"fighters": "combatants"},
    "play.fight.initiative:Order": {"each_round": "is_rerolled_each_round"},
    "play.fight.initiative:Order.build_groups": {"fighters": "combatants"},
    "play.fight.initiative:Order.needs_roll": {"fighter": "combatant"},
    "play.fight.initiative:SideInitiative": {"each_round": "is_rerolled_each_round", "rolling": "rolling_side"},
    "play.fight.initiative:SideInitiative.build_groups": {"fighters": "combatants"},
    "play.fight.initiative:SideInitiative.needs_roll": {"fighter": "combatant"},
    "play.fight.offers:PendingChange": PENDING_CHANGE_FIELDS,
    "play.fight.offers:PendingRoll": {"due": "requirement", "who": "recipients"},
    "play.fight.offers:find_affected": {"given": "params"},
    "play.fight.offers:find_candidates": {"offer": "change"},
    "play.fight.reducer:Fight": FIGHT_STATE_FIELDS,
    "play.fight.state:FightState": FIGHT_STATE_FIELDS,
    "play.fight.state:FightState.find_allies": {"among": "candidates"},
    "play.fight.state:FightState.is_downtime_after": {"ends": "period"},
    "play.fight.state:LogEntry": {"changed": "change_results", "for_order": "initiative_rolls", "said": "messages"},
    "play.fight.targeting:fill_params": {"also": "extra_targets"},
    "play.fight.targeting:is_multi_target": {"fills": "binding"},
    "play.forecast.exact:EnumeratingRoller": {"playing": "simulator"},
    "play.forecast.exact:EnumeratingRoller.roll": {"given": "values"},
    "play.forecast.exact:EnumeratingRoller.roll_scores": {"given": "values"},
    "play.forecast.exact:MarkovChain": {"playing": "simulator"},
    "play.forecast.exact:Transition": {"end": "result"},
    "play.forecast.monte_carlo:RandomRoller.roll": {"given": "values"},
    "play.forecast.monte_carlo:RandomRoller.roll_scores": {"given": "values"},
    "play.forecast.monte_carlo:Simulation": {"playing": "simulator"},
    "play.forecast.monte_carlo:Simulation.run_batch": {"wanted": "limit"},
    "play.forecast.report:FightResult": {"down": "defeated_keys", "fled": "fled_sides"},
    "play.forecast.report:FightResult.from_state": {"moment": "state"},
    "play.forecast.report:Forecast": {
        "flees": "flee_chances",
        "nobody": "nobody_chance",
        "people": "defeat_chances",
        "rounds": "round_chances",
        "sides": "win_chances",
        "sure": "is_sure",
        "undecided": "undecided_chance",
        "ways": "tactics",
    },
    "play.forecast.report:Forecast.summarize": {"ends": "results", "ways": "tactics"},
    "play.forecast.report:ResultTally.add": {"end": "result"},
    "play.forecast.report:estimate_from_sample": {"of": "total"},
    "play.forecast.report:format_estimate": {"share": "estimate"},
    "play.forecast.run:ForecastRun": {"question": "options"},
    "play.forecast.run:ForecastRun.advance": {"wanted": "limit"},
    "play.forecast.simulator:FightSimulator": {"ways": "tactics"},
    "play.forecast.simulator:FightSimulator.step": {"hand": "roller", "moment": "state"},
    "play.forecast.simulator:Roller.roll": {"given": "values"},
    "play.forecast.simulator:Roller.roll_scores": {"given": "values"},
    "play.forecast.simulator:SimulationState": {
        "acts_together": "simultaneous_sheets",
        "attacked": "attack_counts",
        "down": "defeated_keys",
        "fled": "fled_sides",
        "to_act": "turn_queue",
    },
    "play.forecast.tactics:Tactics.is_routed": {"out": "defeated_count", "there": "size"},
    "play.forecast.tactics:Tactics.rank_targets": {"attacked": "attack_counts"},
    "play.forecast.tactics:find_choices": {"before": "last_choices", "fills": "binding", "is_answer": "is_reaction"},
    "play.generators:SheetGenerator": {"fields": "compute_fields"},
    "play.sheet:Derived": {"work_out": "compute"},
    "play.sheet:Sheet.from_fields": {"given": "fields"},
    "play.sheet:read_sheet": {"find": "find_sheet"},
    "play.sheet:warning": {"notice": "function"},
    "probability.attrition:run_down": {"told": "summarize"},
    "probability.convolution:Differences": {"ones": "minuends", "others": "subtrahends"},
    "probability.dice_distributions:row": {"but_not": "exclude"},
    "probability.enumeration:ExhaustiveDice.row": {"but_not": "exclude"},
    "probability.markov:count": {"told": "summarize"},
    "probability.scenarios:compute_scenario_answers": {"set_ups": "scenarios"},
    "probability.scenarios:compute_scenario_odds": {"set_ups": "scenarios"},
    "probability.scenarios:read_scenarios": {"said": "payload"},
    "rendering.answers:render_answers": {"beside": "compare_to"},
    "rendering.answers:render_answers_summary": {"beside": "compare_to"},
    "rendering.charts:Bar": {"beside": "compared_chance"},
    "rendering.charts:render_lines": {"named": "has_names"},
    "rendering.comparison:render_answers_comparison": {"set_ups": "scenarios"},
    "rendering.comparison:render_field_comparison": {"laid": "scenarios"},
    "rendering.comparison:render_odds_comparison": {"set_ups": "scenarios"},
    "rendering.fights.buttons:render_command_button": {"act": "command"},
    "rendering.fights.buttons:render_form_button": {"act": "command"},
    "rendering.fights.buttons:render_keep_button": {"fighter": "combatant"},
    "rendering.forecasts:describe_forecast": {"made": "forecast"},
    "rendering.forecasts:render_forecast": {"made": "forecast"},
    "rendering.heatmap:render_heatmap": {"among": "extra_distributions"},
    "rendering.odds:describe_odds": {"called": "title"},
    "rendering.odds:render_too_long": {"refusal": "error"},
    "rendering.prefill:prefill_params": {"fills": "binding"},
    "scheduling:cache_results": {"most": "max_size"},
}
"""Function, class or method, as `module:name` by its new path -> old keyword argument -> new keyword argument."""

CHANGED = {*GROWN, *NAMES, *(place.partition(":")[0] for place in (*ATTRIBUTES, *KEYWORDS))}
"""The modules, by their new path, that accept old names."""

OVERRIDABLE = ("dice.rollers:RecordingDice", "parameters.kind:Kind", "play.fight.initiative:Order")
"""Classes whose methods a game may override; a subclass's method with an old name is used under the new one."""


def warn(old: str, new: str) -> None:
    """Warn about an old name, at the line of the caller that uses it."""
    level, frame = 1, sys._getframe()
    while frame.f_back and frame.f_code.co_filename in (__file__, "<frozen importlib._bootstrap>"):
        level += frame.f_code.co_filename == __file__  # Python doesn't count the frames of its import system
        frame = frame.f_back
    text = f"{ROOT}.{old} has moved to {ROOT}.{new}; the old name goes with the next release"
    warnings.warn(text, DeprecationWarning, stacklevel=level)


def warn_unused(old: str) -> None:
    """Warn about an old name that does nothing any more."""
    text = f"{ROOT}.{old} does nothing any more, and goes with the next release"
    warnings.warn(text, DeprecationWarning, stacklevel=3)


def find_name(name: str, module: str, *others: str) -> tuple[str, Any]:
    """Return the new place of a name, as `module.name` below `rules_py`, and the object.

    Args:
        name: the old name.
        module: the first module to look in, by its new path.
        *others: modules to look in afterwards.

    Raises:
        AttributeError: no module has the name.
    """
    for each in (module, *others):
        renamed = NAMES.get(each, {}).get(name, name)
        home, _, new = renamed.rpartition(":")
        found = import_module(f"{ROOT}.{home or each}")
        if new in vars(found):
            return f"{home or each}.{new}", vars(found)[new]
    raise AttributeError(f"module {f'{ROOT}.{module}'!r} has no attribute {name!r}", name=name, obj=None)


class MovedModule(ModuleType):
    """A module at its old path, with the names of the new module and a warning for each use."""

    new: str
    """The new module, below `rules_py`."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}")
        place, found = find_name(name, self.new)
        warn(f"{self.__name__.removeprefix(f'{ROOT}.')}.{name}", place)
        return found

    @override
    def __dir__(self) -> list[str]:
        return dir(import_module(f"{ROOT}.{self.new}"))


class MovedLoader(Loader):
    """Loader that creates the module at an old path."""

    def __init__(self, old: str) -> None:
        self.old, self.new = old, MODULES[old]

    @override
    def create_module(self, spec: ModuleSpec) -> ModuleType:
        module = MovedModule(spec.name)
        module.new = self.new
        return module

    @override
    def exec_module(self, module: ModuleType) -> None:
        import_module(f"{ROOT}.{self.new}")
        warn(self.old, self.new)


class MovedFinder(MetaPathFinder):
    """Finder that resolves old paths and gives modules at new paths their old names."""

    @override
    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        root, _, name = fullname.partition(".")
        if root != ROOT:
            return None
        if name in MODULES:
            is_package = any(each.startswith(f"{name}.") for each in MODULES)
            return spec_from_loader(fullname, MovedLoader(name), is_package=is_package)
        if name in CHANGED:
            spec = PathFinder.find_spec(fullname, path)
            if spec and spec.loader:
                spec.loader.exec_module = partial(  # type: ignore[method-assign]
                    run_and_add_old_names, spec.loader.exec_module, name
                )
            return spec
        return None


def run_and_add_old_names(run: Callable[[ModuleType], None], name: str, module: ModuleType) -> None:
    """Run a module's code, then let the module, its classes and its functions accept old names."""
    run(module)
    for place, keywords in KEYWORDS.items():
        home, _, path = place.partition(":")
        if home == name:
            accept_old_keywords(module, path, place.replace(":", "."), keywords)
    for place, attributes in ATTRIBUTES.items():
        home, _, class_name = place.partition(":")
        if home == name:
            accept_old_attributes(vars(module)[class_name], place, attributes)
    if name in GROWN or name in NAMES:
        vars(module)["__getattr__"] = partial(old_name, name)
    if any(old.startswith(f"{name}.") for old in MODULES):
        module.__class__ = Package


def accept_old_keywords(module: ModuleType, path: str, place: str, keywords: Mapping[str, str]) -> None:
    """Let a function, a class or a method accept its old keyword arguments."""
    *owners, name = path.split(".")
    owner: Any = vars(module)[owners[0]] if owners else module
    called = vars(owner)[name]
    if isinstance(called, type):
        owner, name = called, "__new__" if issubclass(called, tuple) else "__init__"
        called = getattr(called, name)
    kind = type(called) if isinstance(called, (classmethod, staticmethod)) else None
    function = called.__func__ if kind else called

    @wraps(function)
    def accept(*args: Any, **kwargs: Any) -> Any:
        if not kwargs:  # the usual case in a forecast, which makes very many calls
            return function(*args)
        if keywords.keys().isdisjoint(kwargs):
            return function(*args, **kwargs)
        for old in keywords.keys() & kwargs.keys():
            value, new = kwargs.pop(old), keywords[old]
            if new == UNUSED:
                warn_unused(f"{place}({old}=…)")
            else:
                warn(f"{place}({old}=…)", f"{place}({new}=…)")
                kwargs[new] = value
        return function(*args, **kwargs)

    accept.old_keywords = keywords  # type: ignore[attr-defined]
    setattr(owner, name, kind(accept) if kind else accept)


def accept_old_attributes(owner: type, place: str, attributes: Mapping[str, str]) -> None:
    """Let a class accept its old attributes, also as overrides that a subclass defines."""
    for old, new in attributes.items():
        name = place.replace(":", ".")
        setattr(owner, old, UnusedAttribute(name, old) if new == UNUSED else RenamedAttribute(name, old, new))
    if place in OVERRIDABLE:
        inherited: Callable[..., None] = owner.__init_subclass__

        def use_old_overrides(subclass: Any, /, **kwargs: Any) -> None:
            inherited(**kwargs)
            for old in attributes.keys() & vars(subclass).keys():
                warn(f"{place.replace(':', '.')}.{old}", f"{place.replace(':', '.')}.{attributes[old]}")
                setattr(subclass, attributes[old], vars(subclass)[old])

        owner.__init_subclass__ = classmethod(use_old_overrides)  # type: ignore[assignment]


def old_name(module: str, name: str) -> Any:
    """Return the object that had an old name in a module (PEP 562), with a warning.

    Raises:
        AttributeError: the module never had the name.
    """
    renamed = NAMES.get(module, {}).get(name)
    if name.startswith("__") or (renamed is None and module not in GROWN):
        raise AttributeError(f"module {f'{ROOT}.{module}'!r} has no attribute {name!r}")
    place, found = find_name(name, *((module,) if renamed else ()), *GROWN.get(module, ()))
    warn(f"{module}.{name}", place)
    return found


class RenamedAttribute:
    """Descriptor for the old name of an attribute; returns the new attribute and warns.

    If a method became a function, it returns the function with the instance as its first argument.
    """

    def __init__(self, owner: str, old: str, new: str) -> None:
        self.owner, self.old = owner, old
        self.home, _, self.new = new.removesuffix("()").rpartition(":")
        self.was_property = new.endswith("()")

    def __get__(self, instance: object, owner: type) -> Any:
        warn(f"{self.owner}.{self.old}", f"{self.home or self.owner}.{self.new}")
        function = self.find_function()
        if function is None:
            return getattr(owner if instance is None else instance, self.new)
        if instance is None:
            return function
        return function(instance) if self.was_property else partial(function, instance)

    def find_function(self) -> Callable[..., Any] | None:
        """Return the function that the attribute became, or None if it is still an attribute."""
        return vars(import_module(f"{ROOT}.{self.home}"))[self.new] if self.home else None


class UnusedAttribute:
    """Descriptor for the old name of a flag that does nothing any more; it is False."""

    def __init__(self, owner: str, old: str) -> None:
        self.owner, self.old = owner, old

    def __get__(self, instance: object, owner: type) -> bool:
        warn_unused(f"{self.owner}.{self.old}")
        return False


class Package(ModuleType):
    """A package whose functions aren't replaced by an imported old module of the same name."""

    @override
    def __setattr__(self, name: str, value: object) -> None:
        inner = self.__name__.removeprefix(ROOT).removeprefix(".")
        is_taken = callable(vars(self).get(name)) or name in NAMES.get(inner, {})
        if not (isinstance(value, MovedModule) and is_taken):
            super().__setattr__(name, value)


class Root(Package):
    """The `rules_py` package, which also resolves the old modules directly below it."""

    def __getattr__(self, name: str) -> Any:
        if name in MODULES:
            return import_module(f"{ROOT}.{name}")
        raise AttributeError(f"module {ROOT!r} has no attribute {name!r}")


def install() -> None:
    """Make Python find the old paths from now on."""
    if not any(isinstance(each, MovedFinder) for each in sys.meta_path):
        sys.meta_path.insert(0, MovedFinder())
    sys.modules[ROOT].__class__ = Root
