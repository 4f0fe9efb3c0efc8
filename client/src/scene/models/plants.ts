/** Plants: bushes, flowers and the tuft of grass beside paths. */

import { moved, scalloped, turned } from "./bending";
import { crown, type Lobe } from "./foliage";
import { darker, lighter, type Ink } from "./inks";
import { graded, plain, type Part } from "./painting";
import { leaf, revolved, type Point, type Solid } from "./shaping";

const STEM: Ink = "#4a9a3f";

/** A low heap of leaves with berries or blossoms, which sits on the ground. */
export function bush(ink: Ink, dots: Ink): Part[] {
  const lobes: Lobe[] = [
    [0, 0.15, 0.02, 0.23],
    [-0.22, 0.09, 0.05, 0.18],
    [0.22, 0.1, 0.03, 0.18],
    [0.02, 0.09, -0.18, 0.17],
  ];
  const places: Point[] = [
    [-0.26, 0.245, 0.03],
    [0.04, 0.245, -0.21],
    [0.27, 0.25, 0.02],
    [0.1, 0.33, 0.1],
    [-0.08, 0.345, -0.04],
  ];
  const berry = revolved(4, [0.048, -0.01], [0, 0.035]);
  return [crown(lobes, ink), ...places.map((place) => plain(moved(berry, ...place), dots, 0))];
}

type Placing = (solid: Solid) => Solid;

/** Where each flower opens: to which side it leans, how far out and how high. */
const BLOOMS = [
  [0, 0.04, 0.46],
  [25, 0.24, 0.33],
  [150, 0.24, 0.37],
  [265, 0.24, 0.31],
] as const;

/** Four flowers on stems with leaves; `bloom` makes one that faces up and then places it. */
function flowers(lean: number, bloom: (place: Placing) => Part[]): Part[] {
  const blade = leaf([0, 0, 0], [0.15, 0.17, 0.08], [0.33, 0.12, 0], [0.15, 0.13, -0.08]);
  const leaves = [75, 205, 320].map((degrees) =>
    graded(turned(blade, "y", degrees), darker(STEM, 0.1), lighter(STEM, 0.25)),
  );
  const blooms = BLOOMS.flatMap(([degrees, out, height]) => {
    const stem = leaf([0, 0, 0.018], [0, 0, -0.018], [out, height, 0]);
    const place: Placing = (solid) =>
      turned(moved(turned(solid, "z", out > 0.1 ? -lean : 0), out, height, 0), "y", degrees);
    return [plain(turned(stem, "y", degrees), STEM), ...bloom(place)];
  });
  return [...leaves, ...blooms];
}

/** Open flowers of five petals around a heart. */
export function daisies(ink: Ink, heart: Ink): Part[] {
  const petal = leaf([0, 0, 0], [0.09, 0.06, 0.078], [0.18, 0.07, 0], [0.09, 0.06, -0.078]);
  const middle = revolved(5, [0.06, 0.01], [0, 0.085]);
  return flowers(40, (place) => [
    ...[0, 72, 144, 216, 288].map((degrees) =>
      plain(place(turned(petal, "y", degrees)), ink, 0.14),
    ),
    plain(place(middle), heart, 0.03),
  ]);
}

/** Cups whose rim has three points. */
export function tulips(ink: Ink): Part[] {
  const cup = revolved(6, [0, -0.1], [0.105, -0.02], [0.105, 0.12], [0, 0.02]);
  const pointed = scalloped(cup, 0.12, 3, 0.045, 0.15);
  return flowers(12, (place) => [
    graded(place(pointed), darker(ink, 0.1), lighter(ink, 0.12), 0.08),
  ]);
}

/** Spikes of small blossoms. */
export function spikes(ink: Ink): Part[] {
  const spike = revolved(4, [0, -0.13], [0.1, -0.1], [0.055, 0], [0.09, 0.03], [0, 0.24]);
  return flowers(8, (place) => [graded(place(spike), darker(ink, 0.1), lighter(ink, 0.22), 0.1)]);
}

/** A sheaf of long blades. */
export function tuft(): Part[] {
  const tones: Ink[] = ["#3f9330", "#5cae3c", "#7cc64a", "#4a9f34"];
  return Array.from({ length: 14 }, (_, i) => {
    const length = 0.34 + 0.06 * ((i * 5) % 4);
    const out = 0.12 + 0.08 * ((i * 3) % 4);
    const [x, y, half] = [0.03 + out * 0.35, length * 0.6, 0.04];
    const blade = leaf([0.02, 0, half], [x, y, half], [out, length, 0], [x, y, -half]);
    const tone = tones[i % 4] as Ink;
    return graded(turned(blade, "y", i * 137.5), darker(tone, 0.3), lighter(tone, 0.08));
  });
}
