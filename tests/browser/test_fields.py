"""Form fields: rarely needed ones are collapsed with a summary, presets fill in numbers, and help opens on touch."""

from playwright.sync_api import expect

from rules_py.registry.games import find_calculator, find_mechanic

ATTACK = "sideworld.attack"


def test_collapsed_group_shows_its_values_and_a_preset_fills_them(warm_phone, fb):
    fb.go_to(warm_phone, "/sideworld/attacks/")
    attack = fb.Roller(warm_phone, ATTACK)
    title, names = next((title, names) for title, names in find_mechanic(ATTACK).groups.items() if "parry" in names)
    group = attack.root.locator("details.fb-group", has=warm_phone.get_by_text(title, exact=True))
    fb.press(group.locator("summary"))
    attack.toggle("parry")
    attack.increase("reactions")
    attack.increase("reactions")
    labels = {name: find_mechanic(ATTACK).parameters[name].label for name in names}
    expect(group.locator(".fb-group-set")).to_have_text(f"{labels['reactions']} 12, {labels['parry']}")
    attack.decrease("reactions", 2)
    attack.toggle("parry")
    expect(group.locator(".fb-group-set")).to_have_text("")
    pick = find_mechanic(ATTACK).presets[0]
    entry, cells = next((entry, cells) for entry, cells in pick.entries() if entry == "1500m")
    attack.root.get_by_label(pick.title, exact=True).select_option(label=entry)
    values = attack.values()
    assert {name: values[name].lower() for name in pick.columns} == {
        name: cells[column].lower() for name, column in pick.columns.items()
    }
    for name in pick.columns:
        attack.param(name).fill(str(find_mechanic(ATTACK).parameters[name].default))


def test_help_button_shows_field_descriptions(warm_phone, fb):
    fb.go_to(warm_phone, "/sideworld/attacks/")
    attack = fb.Roller(warm_phone, ATTACK)
    helps = attack.root.locator(".fb-help")
    fb.press(attack.root.get_by_role("button", name="What these mean"))
    expect(helps.first).to_be_visible()
    bonus = attack.root.locator(".fb-field", has=warm_phone.locator("[name=bonus]"))
    assert bonus.locator(".fb-help").inner_text() == find_mechanic(ATTACK).parameters["bonus"].kind.help
    fb.press(attack.root.get_by_role("button", name="What these mean"))
    expect(helps.first).to_be_hidden()


def test_calculator_help_button_explains_only_its_side(warm_phone, fb):
    fb.go_to(warm_phone, "/psiops/calc/")
    about = find_calculator("psiops.calc")
    first, second, *_ = about.sides
    root = warm_phone.locator("fb-calc")
    fb.press(root.get_by_role("button", name=f"What these mean: {first}"))
    of = [
        root.locator(".fb-side", has=warm_phone.locator("legend", has_text=title)).locator(".fb-help")
        for title in (first, second)
    ]
    expect(of[0].first).to_be_visible()
    expect(of[1].first).to_be_hidden()
    fb.press(root.get_by_role("button", name=f"What these mean: {first}"))
