import { BufferGeometry, Float32BufferAttribute, Mesh, ShaderMaterial } from "three";
import { screenColour } from "./paint";
import { SKY } from "./palette";

/** What is seen where nothing is: a mesh that fills the picture behind everything. */
export type Background = Mesh<BufferGeometry, ShaderMaterial>;

// `span` is the part of the whole picture's height, from 0 to 1, that is drawn.
const SKY_VERTEX = `
uniform vec2 span;
uniform float pitch;
uniform float slope;
uniform vec3 zenith;
uniform vec3 horizon;
uniform vec3 below;
varying vec3 tint;
void main() {
  float height = 2.0 * mix(span.x, span.y, 0.5 + 0.5 * position.y) - 1.0;
  float rise = sin(atan(height * slope) - pitch);
  tint = mix(horizon, zenith, smoothstep(0.0, 0.75, rise));
  tint = mix(tint, below, smoothstep(0.0, 0.5, -rise));
  gl_Position = vec4(position.xy, 1.0, 1.0);
}`;

const TABLE_VERTEX = `
uniform vec2 span;
uniform vec3 far;
uniform vec3 near;
varying vec3 tint;
void main() {
  tint = mix(near, far, mix(span.x, span.y, 0.5 + 0.5 * position.y));
  gl_Position = vec4(position.xy, 1.0, 1.0);
}`;

const FRAGMENT = `
varying vec3 tint;
void main() { gl_FragColor = vec4(tint, 1.0); }`;

const ROWS = 16;
// Drawn after all that is solid, at the very back: pixels that are covered cost nothing then.
const BEHIND = 0.5;

/** The sky as seen by eyes that look down by `pitch`; `slope` is half the picture's height at 1. */
export function sky(): Background {
  const colours = {
    zenith: { value: screenColour(SKY.zenith) },
    horizon: { value: screenColour(SKY.horizon) },
    below: { value: screenColour(SKY.below) },
  };
  return background(SKY_VERTEX, { pitch: { value: 0 }, slope: { value: 1 }, ...colours }, ROWS);
}

/** What the whole board lies before: two soft colours, one above the other. */
export function table(): Background {
  const far = { value: screenColour(SKY.tableFar) };
  return background(TABLE_VERTEX, { far, near: { value: screenColour(SKY.tableNear) } }, 1);
}

function background(
  vertexShader: string,
  uniforms: ShaderMaterial["uniforms"],
  rows: number,
): Background {
  const material = new ShaderMaterial({
    vertexShader,
    fragmentShader: FRAGMENT,
    uniforms: { span: { value: [0, 1] }, ...uniforms },
    depthWrite: false,
  });
  const mesh = new Mesh(strip(rows), material);
  mesh.frustumCulled = false;
  mesh.renderOrder = BEHIND;
  return mesh;
}

/** The whole picture in rows. */
function strip(rows: number): BufferGeometry {
  const corners: number[] = [];
  for (let row = 0; row < rows; row++) {
    const [low, high] = [(2 * row) / rows - 1, (2 * (row + 1)) / rows - 1];
    corners.push(-1, low, 0, 1, low, 0, 1, high, 0, -1, low, 0, 1, high, 0, -1, high, 0);
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new Float32BufferAttribute(corners, 3));
  return geometry;
}
