// <fb-list>: a list parameter as entries that a thumb can add, change and remove. Its text field stays the value.

class List extends HTMLElement {
  connectedCallback() {
    if (this.field) return;
    this.field = this.querySelector("input");
    this.parts = JSON.parse(this.getAttribute("parts") ?? '[""]'); // the names of an entry's numbers
    this.names = JSON.parse(this.getAttribute("choices") ?? "null"); // what each choice is called, by its value
    this.choices = this.names && Object.keys(this.names);
    this.field.hidden = true;
    this.entries = document.createElement("div");
    this.entries.className = "fb-entries";
    this.addButton = button("fb-add", `Add to ${this.title.toLowerCase()}`, "Add");
    this.addButton.addEventListener("click", () => this.#add());
    this.append(this.entries, this.addButton);
    this.addEventListener("input", (event) => { if (event.target !== this.field) this.#write(); });
    this.addEventListener("click", (event) => {
      const remove = event.target.closest(".fb-remove");
      if (remove) this.#remove(remove.parentElement);
    });
    this.show();
  }

  get title() {
    return this.querySelector("label").textContent;
  }

  /** What an entry takes, for a refusal. */
  get takes() {
    return this.choices ? this.choices.join(", ") : `entries such as ${this.parts.map(() => "5").join("/")}, comma-separated`;
  }

  /** Whether every entry of a text is one this list can show. */
  accepts(text) {
    return text === "" || text.split(",").every((entry) => (this.choices
      ? this.choices.includes(entry)
      : entry.split("/").length === this.parts.length && entry.split("/").every((part) => /^-?\d+$/.test(part))));
  }

  /** Show the entries of the text field. */
  show() {
    const texts = this.field.value ? this.field.value.split(",") : [];
    this.entries.replaceChildren(...texts.map((text) => this.#entry(text)));
    this.#limit();
  }

  #entry(text) {
    const entry = document.createElement("div");
    entry.className = "fb-entry";
    const number = this.entries.childElementCount + 1;
    if (this.choices) {
      const select = document.createElement("select");
      select.append(...this.choices.map((choice) => new Option(this.names[choice], choice, false, choice === text)));
      select.setAttribute("aria-label", `${this.title} ${number}`);
      entry.append(select);
    } else {
      const values = text.split("/");
      entry.append(...this.parts.map((part, index) => this.#stepper(part, values[index] ?? "0")));
    }
    entry.append(button("fb-remove", `Remove entry ${number}`, "×"));
    return entry;
  }

  #stepper(part, value) {
    const name = element("span", "fb-part", part);
    const field = Object.assign(element("input"), {
      type: "number", inputMode: "numeric", value, min: this.getAttribute("low") ?? "", max: this.getAttribute("high") ?? "",
    });
    const steps = [["−", -1], ["+", 1]].map(([text, by]) => {
      const step = Object.assign(button("", "", text), { tabIndex: -1 });
      step.dataset.step = by;
      return step;
    });
    const stepper = element("span", "fb-stepper");
    stepper.append(steps[0], field, steps[1]);
    const place = element("div", "fb-field");
    place.append(name, stepper);
    return place;
  }

  #add() {
    const last = this.entries.lastElementChild;
    const like = last ? textOf(last) : this.choices?.[0] ?? this.parts.map(() => this.getAttribute("start") ?? "1").join("/");
    this.entries.append(this.#entry(like));
    this.#write();
    this.entries.lastElementChild.querySelector("input, select").focus();
  }

  #remove(entry) {
    const next = entry.nextElementSibling ?? entry.previousElementSibling;
    entry.remove();
    this.#write();
    (next?.querySelector("input, select") ?? this.addButton).focus();
  }

  #write() {
    this.field.value = [...this.entries.children].map(textOf).join(",");
    this.#limit();
    this.field.dispatchEvent(new Event("input", { bubbles: true }));
  }

  #limit() {
    [...this.entries.children].forEach((entry, at) => {
      entry.querySelector("select")?.setAttribute("aria-label", `${this.title} ${at + 1}`);
      entry.querySelectorAll(".fb-stepper").forEach((stepper, part) => {
        const name = [this.title, at + 1, this.parts[part]].join(" ").trim();
        const [less, field, more] = stepper.children;
        less.setAttribute("aria-label", `${name}: one less`);
        field.setAttribute("aria-label", name);
        more.setAttribute("aria-label", `${name}: one more`);
      });
      entry.querySelector(".fb-remove").setAttribute("aria-label", `Remove entry ${at + 1}`);
    });
    this.addButton.hidden = this.entries.childElementCount >= Number(this.getAttribute("most"));
  }
}

const textOf = (entry) => [...entry.querySelectorAll("input, select")].map((field) => field.value).join("/");

const element = (tag, className = "", textContent = "") => Object.assign(document.createElement(tag), { className, textContent });

function button(className, label, text) {
  const made = Object.assign(element("button", className, text), { type: "button" });
  made.setAttribute("aria-label", label);
  return made;
}

customElements.define("fb-list", List);
