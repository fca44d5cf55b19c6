// "What if another …": a button for each parameter shows the same odds over all its values; a second tap takes them away.
import { askInto } from "./answer.js";

export class WhatIf {
  /** `root` holds the buttons; `values` gives what the form says now. */
  constructor(root, id, values) {
    Object.assign(this, { id, values, body: root.querySelector(".fb-what-if-body") });
    root.addEventListener("click", (event) => {
      const button = event.target.closest("[data-over]");
      if (button) this.#press(button);
    });
  }

  /** Ask anew after a change of the form. */
  refresh() {
    if (this.pressed) askInto(this.body, "sweep", this.id, JSON.stringify(this.values()), this.pressed.dataset.over);
  }

  #press(button) {
    this.pressed?.setAttribute("aria-pressed", "false");
    this.pressed = button === this.pressed ? null : button;
    this.pressed?.setAttribute("aria-pressed", "true");
    if (!this.pressed) this.body.hidden = true;
    this.refresh();
  }
}
