// The list of a game's fights on this device: found by words, by state and by campaign.
import { make, makeAction, makeButton } from "#shared";
import { describeEncounter, readState, STATES } from "../../components/fight-words.js";
import { LongList } from "../../components/long-list.js";

/** @typedef {import("#store").StoredRecord} StoredRecord */

/**
 * @typedef {object} Handlers
 * @property {(fight: StoredRecord) => unknown} open
 * @property {(fight: StoredRecord) => unknown} copy
 * @property {(fight: StoredRecord) => unknown} remove
 * @property {(campaign: string) => unknown} exportCampaign
 */

export class EncounterList {
  element = make("div", { className: "fb-encounter-list" });
  #finder = new LongList("Find a fight");
  #list = make("ul", { className: "fb-encounters" });
  #none = make("p", {}, "No fight is like this.");
  #state = make("select", { "aria-label": "State" });
  #campaign = make("select", { "aria-label": "Campaign" });
  #save = makeButton("fb-encounter-export", "Export this campaign");
  /** @type {StoredRecord[]} */
  #fights = [];
  #current = "";

  /** @param {Handlers} handlers */
  constructor(handlers) {
    this.handlers = handlers;
    this.#state.append(
      new Option("All states", ""),
      ...Object.entries(STATES).map(([state, words]) => new Option(words, state)),
    );
    for (const select of [this.#state, this.#campaign]) select.addEventListener("change", () => this.#drawItems());
    this.#save.addEventListener("click", () => handlers.exportCampaign(this.#campaign.value));
    const filters = make("p", { className: "fb-encounter-filters" }, this.#state, this.#campaign, this.#save);
    this.element.append(filters, this.#finder.element, this.#list, this.#none);
  }

  /**
   * Draw the list.
   * @param {StoredRecord[]} fights the latest first
   * @param {string} current the id of the fight on show
   * @param {string[]} campaigns
   */
  draw(fights, current, campaigns) {
    this.#fights = fights;
    this.#current = current;
    const chosen = this.#campaign.value;
    this.#campaign.replaceChildren(new Option("All campaigns", ""), ...campaigns.map((each) => new Option(each, each)));
    this.#campaign.value = campaigns.includes(chosen) ? chosen : "";
    this.#campaign.hidden = !campaigns.length;
    this.#drawItems();
  }

  #drawItems() {
    const [state, campaign] = [this.#state.value, this.#campaign.value];
    const shown = this.#fights.filter(
      (fight) => (!state || readState(fight) === state) && (!campaign || fight.campaign === campaign),
    );
    this.#save.hidden = !campaign;
    this.#none.hidden = shown.length > 0 || !this.#fights.length;
    this.#list.replaceChildren(...shown.map((fight) => this.#makeItem(fight)));
    this.#finder.shorten(this.#list);
  }

  /** @param {StoredRecord} fight */
  #makeItem(fight) {
    const { id, name, note = "", summary } = fight;
    const isOnShow = id === this.#current;
    const opener = makeAction("fb-fight-older", "", () => this.handlers.open(fight));
    opener.dataset.fight = id;
    if (isOnShow) opener.setAttribute("aria-current", "true");
    const found = make("span", { hidden: true }, ` ${(summary?.names ?? []).join(" ")} ${note}`); // by which it is found
    opener.append(make("strong", {}, name || "A fight"), " ", make("small", {}, describeEncounter(fight)), found);
    const copy = makeButton("fb-fight-copy", "Copy", `Copy ${name}: same combatants, fresh`);
    copy.addEventListener("click", () => this.handlers.copy(fight));
    const remove = makeAction("fb-fight-delete", "Delete", () => this.handlers.remove(fight), `Delete ${name}`);
    return make("li", {}, opener, copy, remove);
  }
}
