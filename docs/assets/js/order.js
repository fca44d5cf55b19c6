// <fb-order>: who acts when. Rolls are kept, on this device, until the fight ends; latecomers are put in their place.
// Sorted by the rule's total, then by its tie_break where it gives one; what is still tied can be moved by hand.
import { askInto, say } from "./answer.js";
import { step, valuesOf } from "./form.js";

class Order extends HTMLElement {
  connectedCallback() {
    if (this.form) return;
    this.form = this.querySelector("form");
    this.result = this.querySelector(".fb-result");
    this.list = this.querySelector(".fb-order-list");
    this.key = `fieldbook:${this.id}`;
    this.fight = read(this.key) ?? { entries: [], turn: 0, round: 1 };
    this.form.addEventListener("submit", (event) => { event.preventDefault(); this.join(); });
    this.form.addEventListener("click", (event) => {
      const button = event.target.closest("[data-step]");
      if (button) step(button);
    });
    this.querySelector(".fb-order-next").addEventListener("click", () => this.next());
    this.querySelector(".fb-order-again")?.addEventListener("click", () => this.rollAgain());
    this.querySelector(".fb-order-end").addEventListener("click", () => this.end());
    this.list.addEventListener("click", (event) => this.#listClicked(event.target.closest("button")));
    this.#show();
  }

  /** Roll for whoever the form names, and put them into the order. */
  async join() {
    const nameField = this.querySelector(".fb-order-name");
    const facesField = this.querySelector(".fb-order-faces");
    const name = nameField.value.trim() || `Nr. ${this.fight.entries.length + 1}`;
    const params = JSON.stringify(valuesOf(this.form));
    const mechanic = this.getAttribute("mechanic");
    const answer = facesField.value.trim()
      ? await askInto(this.result, "resolve", mechanic, facesField.value, params)
      : await askInto(this.result, "roll", mechanic, params);
    if (!answer) return;
    const acting = this.fight.entries[this.fight.turn];
    const entry = { name, params, ...placeOf(answer) };
    this.fight.entries.push(entry);
    this.fight.entries.sort(inOrder);
    // Before anyone has acted the first of the order is up; later whoever acts stays up.
    if (this.fight.begun) this.fight.turn = this.fight.entries.indexOf(acting);
    nameField.value = "";
    facesField.value = "";
    this.#show();
    say(`${name} acts at ${entry.total}.`);
  }

  /** The next one's turn; after the last a new round begins. */
  next() {
    this.fight.begun = true;
    this.fight.turn += 1;
    if (this.fight.turn >= this.fight.entries.length) {
      this.fight.turn = 0;
      this.fight.round += 1;
    }
    this.#show();
    say(`Round ${this.fight.round}: ${this.fight.entries[this.fight.turn].name}.`);
  }

  /** A new turn in games that roll each turn: everyone rolls with what they joined with. */
  async rollAgain() {
    for (const entry of this.fight.entries) {
      const answer = await askInto(this.result, "roll", this.getAttribute("mechanic"), entry.params);
      if (!answer) return;
      Object.assign(entry, placeOf(answer));
    }
    this.result.replaceChildren();
    this.fight = { entries: this.fight.entries.sort(inOrder), turn: 0, round: this.fight.round + 1 };
    this.#show();
    say(`Turn ${this.fight.round}: ${this.fight.entries[0].name} acts first.`);
  }

  /** Clear the order; one tap brings it back. */
  end() {
    const before = this.fight;
    this.fight = { entries: [], turn: 0, round: 1 };
    this.#show();
    const undo = Object.assign(document.createElement("button"), { type: "button", className: "fb-again", textContent: "Bring the fight back" });
    undo.addEventListener("click", () => {
      this.fight = before;
      this.result.replaceChildren();
      this.#show();
    });
    this.result.replaceChildren(undo);
    say("The fight has ended.");
  }

  #listClicked(button) {
    if (!button) return;
    const at = Number(button.closest("li").dataset.at);
    const { entries } = this.fight;
    const acting = entries[this.fight.turn];
    if (button.dataset.move === "up") [entries[at - 1], entries[at]] = [entries[at], entries[at - 1]];
    else entries.splice(at, 1);
    this.fight.turn = Math.max(0, entries.indexOf(acting) === -1 ? Math.min(this.fight.turn, entries.length - 1) : entries.indexOf(acting));
    this.#show();
  }

  #show() {
    const { entries, turn, round } = this.fight;
    this.list.replaceChildren(...entries.map((entry, at) => this.#line(entry, at, at === turn)));
    this.querySelector(".fb-order-empty").hidden = entries.length > 0;
    this.querySelector(".fb-order-tools").hidden = entries.length === 0;
    this.querySelector(".fb-order-round").textContent = `Round ${round}`;
    write(this.key, this.fight);
  }

  #line(entry, at, acting) {
    const line = document.createElement("li");
    line.dataset.at = at;
    if (acting) line.setAttribute("aria-current", "true");
    const before = this.fight.entries[at - 1];
    const tied = before && before.total === entry.total && before.tie === entry.tie;
    const name = Object.assign(document.createElement("strong"), { textContent: entry.name });
    const total = Object.assign(document.createElement("span"), { className: "fb-order-total", textContent: entry.total });
    line.append(total, name);
    if (tied) {
      line.append(Object.assign(document.createElement("em"), { textContent: "tied" }));
      line.append(tool("up", `Move ${entry.name} before ${before.name}`, "↑"));
    }
    line.append(tool("out", `Take ${entry.name} out`, "×"));
    return line;
  }
}

const placeOf = ({ roll: { outcome } }) => ({ total: outcome.total, tie: outcome.tie_break ?? null });

const inOrder = (a, b) => b.total - a.total || (b.tie ?? 0) - (a.tie ?? 0);

function tool(move, label, text) {
  const button = Object.assign(document.createElement("button"), { type: "button", className: "fb-remove", textContent: text });
  button.dataset.move = move;
  button.setAttribute("aria-label", label);
  return button;
}

// A browser that keeps nothing (private mode, storage full) still runs the fight; it only forgets it at the end.
function read(key) {
  try {
    return JSON.parse(localStorage.getItem(key));
  } catch {
    return null;
  }
}

function write(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch { /* nothing to keep it in */ }
}

customElements.define("fb-order", Order);
