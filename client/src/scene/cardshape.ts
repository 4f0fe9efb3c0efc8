import { BufferGeometry, Color } from "three";
import { CARD } from "./cardlayout";
import { Facets, type Point } from "./facets";
import { screenColour } from "./paint";

const WHITE = screenColour(new Color(0xfefefa));
const EDGE = screenColour(new Color(0x9aa1ab));
const RIDGE = screenColour(new Color(0xd5d8dc));
const INK = new Color(1, 1, 1);
const CORNER = 0.09;
const BEVEL = 0.02;
const BAND = 0.1;

type Outline = [number, number][];

/** A rounded rectangle about the origin, anticlockwise seen from above. */
function rounded(width: number, length: number, corner: number): Outline {
  const points: Outline = [];
  for (let quarter = 0; quarter < 4; quarter++) {
    for (let step = 0; step <= 2; step++) {
      const angle = (quarter + step / 2) * (Math.PI / 2);
      const [signX, signZ] = [quarter === 0 || quarter === 3 ? 1 : -1, quarter < 2 ? -1 : 1];
      points.push([
        signX * (width / 2 - corner) + corner * Math.cos(angle),
        signZ * (length / 2 - corner) - corner * Math.sin(angle),
      ]);
    }
  }
  return points;
}

function band(
  facets: Facets,
  low: Outline,
  lowY: number,
  high: Outline,
  highY: number,
  colour: Color,
) {
  low.forEach((_, i) => {
    const next = (i + 1) % low.length;
    const at = (outline: Outline, k: number, y: number): Point => [
      outline[k]![0],
      y,
      outline[k]![1],
    ];
    facets.quad(
      at(low, i, lowY),
      at(low, next, lowY),
      at(high, next, highY),
      at(high, i, highY),
      colour,
    );
  });
}

/** A card without its symbols: a white slab with a grey edge. */
export function slab(): BufferGeometry {
  const facets = new Facets();
  const { width, length, thickness } = CARD;
  const side = rounded(width, length, CORNER);
  const top = rounded(width - 2 * BEVEL, length - 2 * BEVEL, CORNER - BEVEL / 2);
  band(facets, side, 0, side, thickness - BEVEL, EDGE);
  band(facets, side, thickness - BEVEL, top, thickness, RIDGE);
  facets.polygon(top, thickness, WHITE);
  return facets.geometry();
}

/** A thick frame around a card, coloured by what it is multiplied with. */
export function outline(): BufferGeometry {
  const facets = new Facets();
  const { width, length, thickness } = CARD;
  const inner = rounded(width, length, CORNER);
  const outer = rounded(width + 2 * BAND, length + 2 * BAND, CORNER + BAND);
  const y = thickness + 0.01;
  band(facets, outer, 0, outer, y, INK);
  band(facets, outer, y, inner, y, INK);
  return facets.geometry();
}
