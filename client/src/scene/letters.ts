import { BufferGeometry, Color } from "three";
import { Facets } from "./facets";

type Stroke = readonly (readonly [number, number])[];

const INK = new Color(1, 1, 1);
const HALF = 0.085;

// Strokes in a box from -0.32 to 0.32 across and -0.5 to 0.5 up.
const STROKES: Readonly<Record<string, readonly Stroke[]>> = {
  B: [
    [[-0.26, -0.45], [-0.26, 0.45], [0.1, 0.45], [0.22, 0.34], [0.22, 0.14], [0.1, 0.03], [-0.26, 0.03]],
    [[0.1, 0.03], [0.27, -0.1], [0.27, -0.33], [0.12, -0.45], [-0.26, -0.45]],
  ],
  G: [
    [[0.28, 0.3], [0.14, 0.45], [-0.12, 0.45], [-0.28, 0.28], [-0.28, -0.28], [-0.12, -0.45], [0.14, -0.45], [0.28, -0.3], [0.28, -0.02], [0.03, -0.02]],
  ],
  K: [
    [[-0.26, -0.45], [-0.26, 0.45]],
    [[0.26, 0.45], [-0.2, -0.02]],
    [[-0.08, 0.1], [0.28, -0.45]],
  ],
  O: [
    [[-0.12, 0.45], [0.12, 0.45], [0.29, 0.27], [0.29, -0.27], [0.12, -0.45], [-0.12, -0.45], [-0.29, -0.27], [-0.29, 0.27], [-0.12, 0.45]],
  ],
  P: [
    [[-0.26, -0.45], [-0.26, 0.45], [0.12, 0.45], [0.27, 0.32], [0.27, 0.1], [0.12, -0.04], [-0.26, -0.04]],
  ],
  R: [
    [[-0.26, -0.45], [-0.26, 0.45], [0.12, 0.45], [0.26, 0.33], [0.26, 0.13], [0.12, 0.01], [-0.26, 0.01]],
    [[0.04, 0.01], [0.28, -0.45]],
  ],
  Y: [
    [[-0.28, 0.45], [0, 0.02], [0.28, 0.45]],
    [[0, 0.02], [0, -0.45]],
  ],
}; // prettier-ignore

/** A flat letter, seen from above, with its head to the north. */
export function letter(sign: string): BufferGeometry {
  const facets = new Facets();
  for (const stroke of STROKES[sign] ?? []) {
    for (let i = 0; i + 1 < stroke.length; i++) bar(facets, stroke[i]!, stroke[i + 1]!);
  }
  return facets.geometry();
}

/** A bar between two points, a little longer so that bars join. */
function bar(
  facets: Facets,
  [x, y]: readonly [number, number],
  [toX, toY]: readonly [number, number],
) {
  const length = Math.hypot(toX - x, toY - y);
  const [alongX, alongY] = [((toX - x) / length) * HALF, ((toY - y) / length) * HALF];
  const [fromX, fromY] = [x - alongX * 0.5, y - alongY * 0.5];
  const [endX, endY] = [toX + alongX * 0.5, toY + alongY * 0.5];
  facets.quad(
    [fromX + alongY, 0, -(fromY - alongX)],
    [endX + alongY, 0, -(endY - alongX)],
    [endX - alongY, 0, -(endY + alongX)],
    [fromX - alongY, 0, -(fromY + alongX)],
    INK,
  );
}
