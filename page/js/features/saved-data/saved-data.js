// <fb-data>: everything that this site has stored on the device. It exports all of it or a campaign, imports files with
// a preview, and says if the browser has promised to keep it.
import { ignoreRepeats, make, makeAction, makeButton, say, showError } from "#shared";
import { keep, TROUBLE_WORDS } from "#store";
import { BACKUP_STORES } from "../../lib/backup-format.js";
import { readBackup } from "../../lib/backups.js";
import { exportCampaign, exportEverything, listCampaigns } from "./export.js";
import { openImport } from "./import-file.js";
import { countByStore } from "./import-plan.js";

const MEGABYTE = 1_000_000;

export class SavedData extends HTMLElement {
  #about = make("p", { className: "fb-data-about" });
  #promise = make("p", { className: "fb-data-promise" });
  #campaigns = make("p", { className: "fb-sheets-tools" });
  #note = make("div", { className: "fb-sheets-note" });
  #stop = () => {};

  connectedCallback() {
    const file = make("input", { type: "file", accept: ".json,application/json", className: "fb-sheets-file" });
    const save = makeButton("fb-roll fb-sheets-export", "Export everything");
    const read = make("label", { className: "fb-add fb-sheets-import" }, "Import a file", file);
    save.addEventListener(
      "click",
      ignoreRepeats(() => this.#export(exportEverything)),
    );
    file.addEventListener("change", async () => {
      const [chosen] = file.files ?? [];
      file.value = "";
      if (chosen) await openImport(chosen, this.#note, () => this.#draw());
    });
    const tools = make("div", { className: "fb-sheets-tools" }, save, read);
    this.replaceChildren(this.#about, tools, this.#campaigns, this.#note, this.#promise);
    const stops = BACKUP_STORES.map((store) => keep.watch(store, () => this.#draw()));
    this.#stop = () => {
      for (const stop of stops) stop();
    };
    this.#draw();
    this.#drawPromise();
  }

  disconnectedCallback() {
    this.#stop();
  }

  async #draw() {
    const lists = await Promise.all(BACKUP_STORES.map((store) => keep.list(store)));
    const all = BACKUP_STORES.flatMap((store, at) => lists[at].map(() => ({ store })));
    const { at, changes } = readBackup();
    const backup = !all.length
      ? ""
      : at
        ? ` Last backup: ${new Date(at).toLocaleString()}, ${changes} ${changes === 1 ? "change" : "changes"} ago.`
        : " There is no backup yet.";
    this.#about.textContent = `${TROUBLE_WORDS[keep.trouble] || `On this device: ${countByStore(all)}.`}${backup}`;
    const campaigns = listCampaigns(lists[BACKUP_STORES.indexOf("fights")]);
    this.#campaigns.replaceChildren(...campaigns.map((campaign) => this.#makeExporter(campaign)));
    this.#campaigns.hidden = !campaigns.length;
  }

  /** @param {string} campaign */
  #makeExporter(campaign) {
    const button = makeButton("fb-add", `Export ${campaign}`);
    button.addEventListener(
      "click",
      ignoreRepeats(() => this.#export(() => exportCampaign(campaign).then(() => ""))),
    );
    return button;
  }

  /** @param {() => Promise<string>} run */
  async #export(run) {
    this.#note.replaceChildren();
    try {
      const words = await run();
      if (words) showError(this.#note, words);
    } catch (error) {
      showError(this.#note, error instanceof Error ? error.message : String(error));
    }
    await this.#draw();
  }

  /** Show the browser's answer to the request to keep the data, and how much room it gives. */
  async #drawPromise() {
    const { storage } = navigator;
    const isPromised = (await storage?.persisted?.().catch(() => undefined)) ?? undefined;
    const { usage, quota } = (await storage?.estimate?.().catch(() => null)) ?? {};
    const room =
      usage === undefined || !quota
        ? ""
        : ` It takes ${describeSize(usage)} of the ${describeSize(quota)} that this browser allows.`;
    const words = {
      true: "This browser has promised to keep the data until you delete it.",
      false: "This browser may delete the data if the device runs out of room, so export it now and then.",
      undefined: "This browser doesn't say if it keeps the data, so export it now and then.",
    };
    const answer = /** @type {"true" | "false" | "undefined"} */ (String(isPromised));
    this.#promise.replaceChildren(`${words[answer]}${room}`);
    if (isPromised === false) this.#promise.append(" ", this.#makeAsker());
  }

  #makeAsker() {
    const ask = makeAction(
      "fb-add",
      "Ask it to keep the data",
      ignoreRepeats(async () => {
        const isPromised = await navigator.storage.persist().catch(() => false);
        await this.#drawPromise();
        if (!isPromised)
          this.#promise.append(" It said no. Browsers often agree once you have used a site for a while.");
        say(this.#promise.textContent ?? "");
      }),
    );
    return ask;
  }
}

/** @param {number} bytes */
const describeSize = (bytes) =>
  bytes >= 1000 * MEGABYTE
    ? `${(bytes / MEGABYTE / 1000).toFixed(1)} GB`
    : `${(bytes / MEGABYTE).toFixed(bytes < 10 * MEGABYTE ? 1 : 0)} MB`;
