// Export of rolls: as text, as Markdown for chats, as a link, and all of them as a file.
import { linkToRoll, resolveAddress } from "#shared";

/**
 * @typedef {import("./history.js").Past} Past
 * @typedef {import("../../rules-client/client.js").Rolled} Rolled
 * @typedef {Record<string, { name: string }>} Names games' names by slug
 */

/**
 * Return a link to the roller with its state and faces, or "" if only a sentence of the roll is stored.
 * @param {Rolled} rolled
 */
export function buildLink({ id, faces, about }) {
  if (!about.home) return "";
  return linkToRoll(about.home, id, { ...about.given, ...(faces.length && { faces: faces.join(",") }) });
}

/** Return a link to the roller with its state, or to the text with the dice. @param {Rolled} rolled */
export const buildRuleLink = ({ id, about }) =>
  about.place ? resolveAddress(about.place) : about.home ? linkToRoll(about.home, id, about.given) : "";

/** Return the roller and the game, such as for a heading. @param {Past} past @param {Names} games */
const describeOwner = ({ who, game }, games) => [who, games[game]?.name].filter(Boolean).join(", ");

/** @param {Past} past @param {Names} games */
export function toText(past, games) {
  const by = describeOwner(past, games);
  return `${by ? `${by}: ` : ""}${past.rolled.sentence}\n${buildLink(past.rolled)}`.trim();
}

/**
 * Format a roll for chats with Markdown: the verdict bold, dropped dice struck through.
 * @param {Past} past
 * @param {Names} games
 */
export function toMarkdown(past, games) {
  const { about, dice } = past.rolled;
  const by = describeOwner(past, games);
  const link = buildLink(past.rolled);
  const title = link
    ? `[${escapeMarkdown(about.title)}](${link.replace(/[()]/g, encodeURIComponent)})`
    : escapeMarkdown(about.title);
  const faces = dice.flatMap(formatFaces);
  return (
    `${title ? `${title}: ` : ""}**${escapeMarkdown(about.verdict)}**${by ? ` (${escapeMarkdown(by)})` : ""}`
    + `${faces.length ? `, dice ${faces.join(", ")}` : ""}${about.sum ? ` (${escapeMarkdown(about.sum)})` : ""}`
  );
}

/** Format faces, with dropped ones struck through. @param {import("../../rules-client/client.js").Thrown} thrown */
function formatFaces({ faces, kept }) {
  const left = [...kept];
  return faces.map((face) => {
    const at = left.indexOf(face);
    if (at === -1) return `~~${face}~~`;
    left.splice(at, 1);
    return String(face);
  });
}

/** @param {string} text */
const escapeMarkdown = (text) => text.replace(/[\\`*_~[\]<>|]/g, "\\$&");

/**
 * Format all rolls as JSON (docs/dice.md describes it), the latest first.
 * @param {Past[]} all
 */
export const toJson = (all) =>
  JSON.stringify(
    {
      format: "fieldbook-rolls",
      version: 1,
      rolls: all.map((past) => ({
        at: new Date(past.at).toISOString(),
        game: past.game,
        who: past.who,
        ...flattenAbout(past.rolled),
        link: buildLink(past.rolled),
      })),
    },
    null,
    1,
  );

/** @param {Rolled} rolled */
const flattenAbout = ({ about: { title, verdict }, ...rolled }) => ({ title, verdict, ...rolled });
