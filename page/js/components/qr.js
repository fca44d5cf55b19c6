// QR codes of links (uqr is the encoder alone, without dependencies).
import { encode } from "uqr";

const QUIET = 4; // modules of white margin, as the standard requires
const MOST = 2_900; // bytes in the largest code

/**
 * Draw a link's code as SVG, black on white for cameras in any theme. Return null if the link is too long.
 * @param {string} link
 */
export function drawQrCode(link) {
  if (new TextEncoder().encode(link).length > MOST) return null;
  const { data, size } = encode(link, { ecc: "L", border: 0 });
  const rows = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x + QUIET} ${y + QUIET}h1v1h-1z` : "")));
  const side = size + 2 * QUIET;
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const attributes = {
    viewBox: `0 0 ${side} ${side}`,
    role: "img",
    "aria-label": "The link as a QR code",
    class: "fb-qr",
  };
  for (const [name, value] of Object.entries(attributes)) svg.setAttribute(name, value);
  const drawPath = (/** @type {string} */ path, /** @type {string} */ fill) => {
    const made = document.createElementNS("http://www.w3.org/2000/svg", "path");
    made.setAttribute("d", path);
    made.setAttribute("fill", fill);
    made.setAttribute("shape-rendering", "crispEdges");
    return made;
  };
  svg.append(drawPath(`M0 0h${side}v${side}H0z`, "#fff"), drawPath(rows.join(""), "#000"));
  return svg;
}
