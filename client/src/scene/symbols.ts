import { BufferGeometry, Color } from "three";
import type { ShapeWord } from "../protocol";
import { Facets } from "./facets";

type Outline = readonly (readonly [number, number])[];

const INK = new Color(1, 1, 1);
const RIM = new Color(0.2, 0.2, 0.2);
const RIM_WIDTH = 0.06;

/** The outline of a symbol within a square of side 1, anticlockwise as x to the east, y to the north. */
export function outlineOf(shape: ShapeWord): Outline {
  switch (shape) {
    case "cube":
      return ring(4, 0.6, Math.PI / 4);
    // Long and thin, as players see it: they call it a stripe or a line as often as a diamond.
    case "diamond":
      return [
        [0.54, 0],
        [0, 0.135],
        [-0.54, 0],
        [0, -0.135],
      ];
    case "heart":
      return heart();
    case "plus":
      return plus(0.5, 0.17);
    case "star":
      return star();
    case "triangle":
      return [
        [0.5, -0.42],
        [0, 0.48],
        [-0.5, -0.42],
      ];
    case "torus":
      return ring(20, 0.5, 0);
  }
}

function ring(corners: number, radius: number, turn: number): Outline {
  return Array.from({ length: corners }, (_, i) => {
    const angle = turn + (2 * Math.PI * i) / corners;
    return [radius * Math.cos(angle), radius * Math.sin(angle)] as const;
  });
}

function plus(arm: number, half: number): Outline {
  return [
    [arm, -half],
    [arm, half],
    [half, half],
    [half, arm],
    [-half, arm],
    [-half, half],
    [-arm, half],
    [-arm, -half],
    [-half, -half],
    [-half, -arm],
    [half, -arm],
    [half, -half],
  ];
}

function star(): Outline {
  return Array.from({ length: 10 }, (_, i) => {
    const radius = i % 2 ? 0.23 : 0.52;
    const angle = Math.PI / 2 + (Math.PI * i) / 5;
    return [radius * Math.cos(angle), radius * Math.sin(angle) - 0.03] as const;
  });
}

function heart(): Outline {
  // The curve crowds its points at the notch and the tip; one each is enough there.
  const steps = Array.from({ length: 24 }, (_, i) => i).filter((i) => ![1, 11, 13, 23].includes(i));
  return steps.map((i) => {
    const t = (2 * Math.PI * i) / 24;
    const x = 16 * Math.sin(t) ** 3;
    const y = 13 * Math.cos(t) - 5 * Math.cos(2 * t) - 2 * Math.cos(3 * t) - Math.cos(4 * t);
    return [-x / 33, (y + 2.4) / 31] as const;
  });
}

/** An outline moved outwards by a width, with pointed corners; inwards if the width is negative. */
export function widened(outline: Outline, width: number): Outline {
  return outline.map(([x, y], i) => {
    const [beforeX, beforeY] = outline[(i + outline.length - 1) % outline.length]!;
    const [afterX, afterY] = outline[(i + 1) % outline.length]!;
    const first = normal(x - beforeX, y - beforeY);
    const second = normal(afterX - x, afterY - y);
    const along = Math.max(1 + first[0] * second[0] + first[1] * second[1], 0.6);
    return [
      x + ((first[0] + second[0]) / along) * width,
      y + ((first[1] + second[1]) / along) * width,
    ] as const;
  });
}

function normal(x: number, y: number): readonly [number, number] {
  const length = Math.hypot(x, y) || 1;
  return [y / length, -x / length];
}

/** A flat symbol with a thin dark rim, seen from above; coloured by what it is multiplied with. */
export function symbol(shape: ShapeWord): BufferGeometry {
  const facets = new Facets();
  const outline = outlineOf(shape);
  if (shape === "torus") {
    const hole = widened(outline, -0.26);
    strip(facets, hole, outline, INK);
    strip(facets, widened(hole, -RIM_WIDTH), hole, RIM);
  } else {
    facets.polygon(outline.map(southwards), 0, INK);
  }
  strip(facets, outline, widened(outline, RIM_WIDTH), RIM);
  return facets.geometry();
}

function southwards([x, y]: readonly [number, number]): [number, number] {
  return [x, -y];
}

function strip(facets: Facets, inner: Outline, outer: Outline, colour: Color): void {
  const point = ([x, y]: readonly [number, number]) => [x, 0, -y] as const;
  inner.forEach((_, i) => {
    const next = (i + 1) % inner.length;
    facets.quad(
      point(inner[i]!),
      point(outer[i]!),
      point(outer[next]!),
      point(inner[next]!),
      colour,
    );
  });
}
