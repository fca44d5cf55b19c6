// "What if another …": a button for each parameter shows the same odds over all its values; a second tap takes them away.
import { askInto } from "./answer.js";

export class WhatIf {
  #turn = 0;

  /** `root` holds the buttons; `values` gives what the form says now. */
  constructor(root, id, values) {
    Object.assign(this, { id, values, body: root.querySelector(".fb-what-if-body") });
    root.addEventListener("click", (event) => {
      const button = event.target.closest("[data-over]");
      if (button) this.#press(button);
    });
  }

  /** Ask anew after a change of the form. A calculator answers in parts, so that the next change need not wait for all. */
  async refresh() {
    const turn = (this.#turn += 1);
    this.body.hidden = !this.pressed;
    let parts = this.pressed ? 1 : 0;
    for (let part = 0; part < parts; part += 1) {
      const place = this.body.children[part] ?? this.body.appendChild(document.createElement("div"));
      const answer = await askInto(place, "sweep", this.id, JSON.stringify(this.values()), this.pressed.dataset.over, part);
      if (turn !== this.#turn) return;
      parts = answer?.parts ?? parts;
    }
    while (this.body.children.length > parts) this.body.lastElementChild.remove();
  }

  #press(button) {
    this.pressed?.setAttribute("aria-pressed", "false");
    this.pressed = button === this.pressed ? null : button;
    this.pressed?.setAttribute("aria-pressed", "true");
    this.refresh();
  }
}
