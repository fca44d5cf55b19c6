// A roller's form as text values by name: reading it, setting it, and its steppers.

/** Every field's value as text. */
export function valuesOf(form) {
  const values = {};
  for (const field of form.elements) {
    if (!field.name || (field.type === "radio" && !field.checked)) continue;
    values[field.name] = field.type === "checkbox" ? String(field.checked) : field.value;
  }
  return values;
}

/** Only the values that differ from what the page presets. */
export function changedValuesOf(form) {
  const values = valuesOf(form);
  for (const field of form.elements) {
    if (field.name && values[field.name] === field.dataset.default) delete values[field.name];
  }
  return values;
}

/** Set a field; gives a sentence when it does not take the value, and leaves it as it was. */
export function setValue(form, name, value) {
  const fields = [...form.elements].filter((field) => field.name === name);
  if (!fields.length) {
    const names = [...new Set([...form.elements].map((field) => field.name).filter(Boolean))];
    return `${name}: not a parameter here, it takes ${names.join(", ") || "none"}; it is left out.`;
  }
  const [field] = fields;
  const refuse = (takes) => `${name}: got “${value}”, takes ${takes}; it stays as it was.`;
  if (field.type === "radio") {
    const match = fields.find((each) => each.value === value);
    if (!match) return refuse(fields.map((each) => each.value).join(", "));
    match.checked = true;
  } else if (field.type === "checkbox") {
    if (!["true", "false"].includes(value)) return refuse("true or false");
    field.checked = value === "true";
  } else if (field.type === "number") {
    if (!/^[+-]?\d+$/.test(value) || outside(field, Number(value))) return refuse(range(field));
    field.value = String(Number(value));
  } else if (field.tagName === "SELECT") {
    const choices = [...field.options].map((option) => option.value);
    if (!choices.includes(value)) return refuse(choices.join(", "));
    field.value = value;
  } else {
    const list = field.closest("fb-list");
    if (list && !list.accepts(value)) return refuse(list.takes);
    field.value = value;
    list?.show();
  }
  return null;
}

const outside = (field, number) =>
  (field.min !== "" && number < Number(field.min)) || (field.max !== "" && number > Number(field.max));

const range = (field) =>
  `a whole number from ${field.min}${field.max === "" ? " up" : ` to ${field.max}`}`;

const SIDES = [4, 6, 8, 10, 12, 20]; // of the dice that are sold; any other is typed

/** One step on a stepper: its number, how many dice there are of the first kind, or that kind; stops at its ends. */
export function step(button) {
  const field = button.parentElement.querySelector("input");
  const by = button.dataset.step;
  const next = by === "die" ? withOtherDie(field.value)
    : field.type === "number" ? stepped(field, Number(by)) : withMoreDice(field.value, Number(by));
  if (next === null) return;
  field.value = next;
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

function stepped(field, by) {
  const next = (Number(field.value) || 0) + by;
  return outside(field, next) ? null : String(next);
}

function withMoreDice(notation, by) {
  const { count, sides, rest = "" } = firstDice(notation);
  const next = Number(count || 1) + by;
  if (next < 1 || !(count || sides)) return null;
  return `${next}${sides ? `d${sides}` : ""}${rest}`;
}

function withOtherDie(notation) {
  const { count, sides = 0, rest = "" } = firstDice(notation);
  return count === undefined ? null : `${count || 1}d${SIDES.find((each) => each > Number(sides)) ?? SIDES[0]}${rest}`;
}

/** What notation begins with; nothing where that is no dice or number, so that what was typed stays. */
const firstDice = (notation) =>
  /^\s*(?<count>\d{0,4})(?:d(?<sides>\d+))?(?<rest>\s*[-+*k].*)?$/i.exec(notation)?.groups ?? {};
