import { BufferGeometry, Color, Float32BufferAttribute } from "three";

/** A point in space. */
export type Point = readonly [number, number, number];

/** Flat triangles in colours, gathered into one geometry; seen from where they run anticlockwise. */
export class Facets {
  readonly #positions: number[] = [];
  readonly #colours: number[] = [];

  /** Adds a triangle; each corner has a colour, or all have the first one. */
  triangle(a: Point, b: Point, c: Point, first: Color, second = first, third = first): void {
    this.#positions.push(...a, ...b, ...c);
    for (const colour of [first, second, third]) {
      this.#colours.push(colour.r, colour.g, colour.b);
    }
  }

  /** Adds a quadrilateral whose first two corners have one colour and whose last two another. */
  quad(a: Point, b: Point, c: Point, d: Point, near: Color, far = near): void {
    this.triangle(a, b, c, near, near, far);
    this.triangle(a, c, d, near, far, far);
  }

  /** The geometry, with `position`, `normal` and `color`. */
  geometry(): BufferGeometry {
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", new Float32BufferAttribute(this.#positions, 3));
    geometry.setAttribute("color", new Float32BufferAttribute(this.#colours, 3));
    geometry.computeVertexNormals();
    return geometry;
  }
}
