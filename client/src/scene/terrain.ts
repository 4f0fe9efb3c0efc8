import { BufferGeometry, Color } from "three";
import { TILES, UNSEEN } from "../protocol";
import { Facets, type Point } from "./facets";
import { centreOf, cornerOf, grainOf, heightOf, neighbourOf } from "./grid";
import { SUN } from "./paint";
import { GROUND, WATER } from "./palette";
import { cliff, skirt } from "./walls";

type Kind = "grass" | "path" | "water" | "hill" | "mist" | "void";

type Pair = readonly [Point, Point];

const LIPS: Record<Exclude<Kind, "mist">, Color> = {
  grass: GROUND.grassEdge,
  path: GROUND.pathEdge,
  water: WATER.shallow,
  hill: GROUND.rock,
  void: GROUND.soil,
};
const CORNER_FADE = 0.14;
const LOW = /^(flow_|grass|bush$|bush_yw)/;
const INNER: Record<Kind, number> = {
  grass: 0.94,
  path: 0.86,
  water: 0.8,
  hill: 0.72,
  mist: 0.8,
  void: 1,
};

/** What the ground of a tile is made of; beyond the board there is nothing. */
export function kindOf(code: number | undefined): Kind {
  if (code === undefined) return "void";
  if (code === UNSEEN) return "mist";
  const terrain = TILES[code]?.terrain ?? "grass";
  if (terrain.endsWith("hill")) return "hill";
  if (terrain.endsWith("water")) return "water";
  return terrain === "path" ? "path" : "grass";
}

/** The ground of some cells of a board, as one geometry. */
export function terrain(tiles: readonly number[], cells: readonly number[]): BufferGeometry {
  const facets = new Facets();
  for (const cell of cells) new Ground(tiles, cell).add(facets);
  return facets.geometry();
}

/** The ground of one cell. */
class Ground {
  readonly #tiles: readonly number[];
  readonly #cell: number;
  readonly #kind: Kind;
  readonly #level: number;
  readonly #grain: number;

  constructor(tiles: readonly number[], cell: number) {
    this.#tiles = tiles;
    this.#cell = cell;
    this.#kind = kindOf(tiles[cell]);
    this.#level = heightOf(tiles[cell] ?? UNSEEN);
    this.#grain = grainOf(cell, 7);
  }

  add(facets: Facets): void {
    const { x, z } = centreOf(this.#cell);
    const top = this.#topColour();
    const crown = this.#kind === "hill" ? GROUND.snow : top;
    for (let side = 0; side < 6; side++) {
      const corners = [side, (side + 1) % 6] as const;
      const inner = corners.map((corner) => this.#innerPoint(corner, x, z)) as [Point, Point];
      const outer = corners.map((corner) => this.#outerPoint(corner, x, z)) as [Point, Point];
      this.#addTop(facets, [x, this.#middle(), z], inner, crown, top);
      this.#addRim(facets, side, inner, outer, top);
      this.#addWall(facets, side, outer);
    }
  }

  #addTop(facets: Facets, middle: Point, [left, right]: Pair, crown: Color, top: Color): void {
    const shade = this.#shade();
    if (shade === null) {
      facets.triangle(middle, right, left, crown, top, top);
      return;
    }
    const dark = top.clone().multiplyScalar(shade);
    const [x, y, z] = [middle[0] - SUN.x * 0.12, middle[1], middle[2] - SUN.z * 0.12];
    const half = ([toX, toY, toZ]: Point): Point => [(x + toX) / 2, (y + toY) / 2, (z + toZ) / 2];
    facets.triangle([x, y, z], half(right), half(left), dark);
    facets.quad(half(left), half(right), right, left, dark, top);
  }

  #addRim(facets: Facets, side: number, inner: Pair, outer: Pair, top: Color): void {
    const edge = this.#edgeColour(side, top);
    if (this.#kind !== "path" || edge !== top) {
      const near = this.#kind === "grass" ? edge : top;
      facets.quad(inner[0], inner[1], outer[1], outer[0], near, edge);
      return;
    }
    // Paths run into each other, but where the edge of a path ends at a corner it fades away.
    const ends = [side + 5, side + 1].map((beside) =>
      kindOf(this.#neighbour(beside % 6)) === "path" ? top : GROUND.pathEdge,
    );
    const between = (t: number): Point => [
      outer[0][0] + (outer[1][0] - outer[0][0]) * t,
      outer[0][1],
      outer[0][2] + (outer[1][2] - outer[0][2]) * t,
    ];
    const [left, right] = [between(CORNER_FADE), between(1 - CORNER_FADE)];
    facets.triangle(inner[0], left, outer[0], top, top, ends[0]);
    facets.triangle(inner[1], outer[1], right, top, ends[1], top);
    facets.quad(inner[0], inner[1], right, left, top);
  }

  /** How dark the shadow of what stands here makes the ground. */
  #shade(): number | null {
    const prop = TILES[this.#tiles[this.#cell] ?? UNSEEN]?.prop;
    if (!prop) return null;
    return LOW.test(prop) ? 0.86 : 0.77;
  }

  #neighbour(side: number): number | undefined {
    return this.#tiles[neighbourOf(this.#cell, side)];
  }

  /** Whether the same kind of ground lies on all sides. */
  #isInner(): boolean {
    return [0, 1, 2, 3, 4, 5].every((side) => kindOf(this.#neighbour(side)) === this.#kind);
  }

  #middle(): number {
    if (this.#kind !== "hill") return this.#level;
    return this.#level + (this.#isInner() ? 0.3 : 0.08) + 0.12 * this.#grain;
  }

  #innerPoint(corner: number, x: number, z: number): Point {
    const scale = INNER[this.#kind];
    const spot = cornerOf(corner);
    const lift = this.#kind === "hill" ? 0.08 * grainOf(this.#cell, corner) : 0;
    return [x + spot.x * scale, this.#level + lift, z + spot.z * scale];
  }

  #outerPoint(corner: number, x: number, z: number): Point {
    const spot = cornerOf(corner);
    return [x + spot.x, this.#level, z + spot.z];
  }

  #topColour(): Color {
    const { x, z } = centreOf(this.#cell);
    const drift = Math.sin(x * 0.42 + 1.3) * Math.cos(z * 0.37) + Math.sin((x + z) * 0.23);
    const shift = (this.#grain - 0.5) * 0.032 + 0.016 * drift;
    switch (this.#kind) {
      case "grass":
        return GROUND.grass.clone().multiplyScalar(1 + shift);
      case "path":
        return GROUND.path.clone().multiplyScalar(1 + shift / 2);
      case "water":
        return GROUND.bed;
      case "hill":
        return GROUND.rock
          .clone()
          .lerp(GROUND.snow, (this.#isInner() ? 0.7 : 0.45) + 0.3 * this.#grain);
      default:
        return GROUND.mist;
    }
  }

  #edgeColour(side: number, top: Color): Color {
    const beyond = kindOf(this.#neighbour(side));
    switch (this.#kind) {
      case "grass":
        return beyond === "water" ? GROUND.shore : top.clone().multiplyScalar(0.968);
      case "path":
        return beyond === "path" ? top : GROUND.pathEdge;
      case "hill":
        return beyond === "hill" ? top : GROUND.rock.clone().lerp(GROUND.snow, 0.55);
      case "mist":
        return GROUND.mistEdge;
      default:
        return top;
    }
  }

  #addWall(facets: Facets, side: number, [left, right]: Pair): void {
    const code = this.#neighbour(side);
    if (code === undefined) {
      if (this.#kind !== "mist") skirt(facets, left, right, LIPS[this.#kind]);
      return;
    }
    const drop = this.#level - heightOf(code);
    if (drop <= 0) return;
    if (this.#kind === "hill") cliff(facets, left, right, drop);
    else {
      const bottom = (point: Point): Point => [point[0], point[1] - drop, point[2]];
      const colour = this.#kind === "mist" ? GROUND.mistEdge : GROUND.shore;
      facets.quad(left, right, bottom(right), bottom(left), colour, GROUND.bed);
    }
  }
}
