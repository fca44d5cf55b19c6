"""The import paths that version 0.1 offered, kept for one release.

Each old module still imports, and each of its names is the object at its new place; using it warns. The wheels for
browsers leave this module out. Names and attributes that changed go into `NAMES` and `ATTRIBUTES`.
"""

import sys
import warnings
from collections.abc import Callable, Mapping, Sequence
from functools import partial
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
    "show.refusals": "rendering.error_messages",
    "show.rolls": "rendering.rolls",
    "show.sheets": "rendering.sheets",
    "show.words": "rendering.labels",
    "signature": "mechanic.signature",
    "tables.files": "tables.loader",
    "tables.of_games": "tables.registry",
    "tables.rolling": "mechanic.table_rolls",
    "tables.rows": "tables.model",
    "turns": "scheduling",
    "values": "text.formatting",
}
"""Old module -> the module that has its names now, both below `rules_py`."""

GROWN = {"mechanic": ("mechanic.definition",)}
"""A module that became a package -> the modules that have the names the package itself doesn't export."""

NAMES: Mapping[str, Mapping[str, str]] = {}
"""Module, by its new path -> old name in it -> new name: `"Name"` in the same module, or `"module:Name"`."""

ATTRIBUTES: Mapping[str, Mapping[str, str]] = {}
"""Class, as `"module:Class"` by its new path -> old attribute -> new attribute."""


def warn(old: str, new: str) -> None:
    """Tell the caller, by the line that uses an old name, where it is now."""
    level, frame = 1, sys._getframe()
    while frame.f_back and frame.f_code.co_filename in (__file__, "<frozen importlib._bootstrap>"):
        level += frame.f_code.co_filename == __file__  # Python counts none of its importer's frames
        frame = frame.f_back
    text = f"{ROOT}.{old} has moved to {ROOT}.{new}; the old name goes with the next release"
    warnings.warn(text, DeprecationWarning, stacklevel=level)


def find_name(name: str, module: str, *others: str) -> tuple[str, Any]:
    """Return the new place of a name, as `module.name` below `rules_py`, and the object.

    Args:
        name: the old name.
        module: the first module to look in, by its new path.
        *others: modules to look in afterwards.

    Raises:
        AttributeError: no module has it.
    """
    for each in (module, *others):
        renamed = NAMES.get(each, {}).get(name, name)
        home, _, new = renamed.rpartition(":")
        found = import_module(f"{ROOT}.{home or each}")
        if new in vars(found):
            return f"{home or each}.{new}", vars(found)[new]
    raise AttributeError(f"module {f'{ROOT}.{module}'!r} has no attribute {name!r}", name=name, obj=None)


class MovedModule(ModuleType):
    """A module at its old path: it has the names of the new one and warns when the caller uses one."""

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
    """Creates the module of an old path."""

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
    """Finds the modules of old paths, and has modules of new paths answer to the names they had."""

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
        if name in GROWN or name in NAMES or any(each.startswith(f"{name}:") for each in ATTRIBUTES):
            spec = PathFinder.find_spec(fullname, path)
            if spec and spec.loader:
                spec.loader.exec_module = partial(  # type: ignore[method-assign]
                    run_and_add_old_names, spec.loader.exec_module, name
                )
            return spec
        return None


def run_and_add_old_names(run: Callable[[ModuleType], None], name: str, module: ModuleType) -> None:
    """Run a module's code, then have it and its classes answer to the names they had."""
    run(module)
    if name in GROWN or name in NAMES:
        vars(module)["__getattr__"] = partial(old_name, name)
    for place, attributes in ATTRIBUTES.items():
        home, _, class_name = place.partition(":")
        if home == name:
            for old, new in attributes.items():
                setattr(vars(module)[class_name], old, RenamedAttribute(f"{home}.{class_name}", old, new))


def old_name(module: str, name: str) -> Any:
    """Return what a module had under an old name (PEP 562), with a warning.

    Raises:
        AttributeError: it never had the name.
    """
    renamed = NAMES.get(module, {}).get(name)
    if name.startswith("__") or (renamed is None and module not in GROWN):
        raise AttributeError(f"module {f'{ROOT}.{module}'!r} has no attribute {name!r}")
    place, found = find_name(name, *((module,) if renamed else ()), *GROWN.get(module, ()))
    warn(f"{module}.{name}", place)
    return found


class RenamedAttribute:
    """An attribute's old name: it gives the new attribute and warns."""

    def __init__(self, owner: str, old: str, new: str) -> None:
        self.owner, self.old, self.new = owner, old, new

    def __get__(self, instance: object, owner: type) -> Any:
        warn(f"{self.owner}.{self.old}", f"{self.owner}.{self.new}")
        return getattr(owner if instance is None else instance, self.new)


class Root(ModuleType):
    """The package itself: a function keeps its name when the module that had the same name is imported."""

    @override
    def __setattr__(self, name: str, value: object) -> None:
        if not (isinstance(value, MovedModule) and callable(vars(self).get(name))):
            super().__setattr__(name, value)

    def __getattr__(self, name: str) -> Any:
        if name in MODULES:
            return import_module(f"{ROOT}.{name}")
        raise AttributeError(f"module {ROOT!r} has no attribute {name!r}")


def install() -> None:
    """Have Python find the old paths from now on."""
    if not any(isinstance(each, MovedFinder) for each in sys.meta_path):
        sys.meta_path.insert(0, MovedFinder())
    sys.modules[ROOT].__class__ = Root
