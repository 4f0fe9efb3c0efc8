import { BufferGeometry, Float32BufferAttribute, Mesh, ShaderMaterial } from "three";
import { TILES } from "../protocol";
import { CELLS, centreOf, cornerOf, neighbourOf } from "./grid";
import { WATER } from "./palette";
import { kindOf } from "./terrain";

/** How high the surface of all water lies. */
const SURFACE = -0.14;

const VERTEX = `
attribute float shore;
attribute float depth;
varying float nearShore;
varying float deepness;
varying vec2 spot;
void main() {
  vec4 world = modelMatrix * vec4(position, 1.0);
  nearShore = shore;
  deepness = depth;
  spot = world.xz;
  gl_Position = projectionMatrix * viewMatrix * world;
}`;

const FRAGMENT = `
uniform float time;
uniform vec3 shallow;
uniform vec3 deep;
uniform vec3 foam;
varying float nearShore;
varying float deepness;
varying vec2 spot;
void main() {
  float swell = sin(spot.x * 5.1 + time * 0.9 + 1.7 * sin(spot.y * 2.3 + time * 0.4));
  float cross = sin(spot.y * 6.7 - time * 0.7 + 1.3 * sin(spot.x * 3.1 - time * 0.5));
  vec3 shade = mix(shallow, deep, clamp(deepness * 0.75 + (1.0 - nearShore) * 0.22, 0.0, 1.0));
  shade = mix(shade, foam, 0.22 * smoothstep(1.25, 1.55, swell + cross));
  shade = mix(shade, foam, 0.75 * smoothstep(0.80, 0.86, nearShore + 0.05 * swell));
  gl_FragColor = vec4(shade, 1.0);
}`;

/** The moving surface of the ponds. */
export class Water {
  readonly mesh: Mesh<BufferGeometry, ShaderMaterial>;
  readonly #time = { value: 0 };

  constructor() {
    const material = new ShaderMaterial({
      vertexShader: VERTEX,
      fragmentShader: FRAGMENT,
      uniforms: {
        time: this.#time,
        shallow: { value: WATER.shallow },
        deep: { value: WATER.deep },
        foam: { value: WATER.foam },
      },
    });
    this.mesh = new Mesh(new BufferGeometry(), material);
    this.mesh.frustumCulled = false;
    this.mesh.visible = false;
  }

  /** Fills all ponds of a board. */
  setTiles(tiles: readonly number[]): void {
    this.mesh.geometry.dispose();
    this.mesh.geometry = surface(tiles);
    this.mesh.visible = this.mesh.geometry.getAttribute("position").count > 0;
  }

  /** Moves the waves to where they are at a time in seconds. */
  setTime(seconds: number): void {
    this.#time.value = seconds % 1000;
  }
}

/** The water's surface: a hexagon a cell, with how near the shore and how deep it is. */
function surface(tiles: readonly number[]): BufferGeometry {
  const positions: number[] = [];
  const shores: number[] = [];
  const depths: number[] = [];
  for (let cell = 0; cell < CELLS; cell++) {
    if (kindOf(tiles[cell]) !== "water") continue;
    const depth = TILES[tiles[cell]!]!.height < -1 ? 1 : 0;
    const { x, z } = centreOf(cell);
    const isLand = (side: number) => {
      const kind = kindOf(tiles[neighbourOf(cell, side)]);
      return kind !== "water" && kind !== "void" ? 1 : 0;
    };
    const add = (points: readonly (readonly [number, number, number])[]) => {
      for (const [pointX, pointZ, shore] of points) {
        positions.push(x + pointX, SURFACE, z + pointZ);
        shores.push(shore);
        depths.push(depth);
      }
    };
    for (let side = 0; side < 6; side++) {
      const [a, b] = [cornerOf(side), cornerOf((side + 1) % 6)];
      const ends = [
        Math.max(isLand(side), isLand((side + 5) % 6)),
        Math.max(isLand(side), isLand((side + 1) % 6)),
      ];
      const left = [a.x, a.z, ends[0]!] as const;
      const right = [b.x, b.z, ends[1]!] as const;
      const middle = [(a.x + b.x) / 2, (a.z + b.z) / 2, isLand(side)] as const;
      const innerLeft = [a.x * 0.6, a.z * 0.6, 0] as const;
      const innerRight = [b.x * 0.6, b.z * 0.6, 0] as const;
      add([[0, 0, 0], innerRight, innerLeft]);
      add([innerLeft, middle, left, innerLeft, innerRight, middle, innerRight, right, middle]);
    }
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new Float32BufferAttribute(positions, 3));
  geometry.setAttribute("shore", new Float32BufferAttribute(shores, 1));
  geometry.setAttribute("depth", new Float32BufferAttribute(depths, 1));
  return geometry;
}
