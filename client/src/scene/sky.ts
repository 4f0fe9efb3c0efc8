import {
  BackSide,
  BufferGeometry,
  Float32BufferAttribute,
  Mesh,
  ShaderMaterial,
  SphereGeometry,
} from "three";
import { SKY } from "./palette";

const VERTEX = `
varying vec3 tint;
uniform vec3 zenith;
uniform vec3 horizon;
uniform vec3 below;
void main() {
  float rise = normalize(position).y;
  vec3 shade = mix(horizon, zenith, smoothstep(0.0, 0.75, rise));
  shade = mix(shade, below, smoothstep(0.0, 0.5, -rise));
  tint = pow(shade, vec3(1.0 / 2.2));
  gl_Position = (projectionMatrix * viewMatrix * vec4(position + cameraPosition, 1.0)).xyww;
}`;

const BACKDROP_VERTEX = `
varying vec3 tint;
uniform vec3 far;
uniform vec3 near;
uniform vec2 span;
void main() {
  vec3 shade = mix(near, far, mix(span.x, span.y, 0.5 + 0.5 * position.y));
  tint = pow(shade, vec3(1.0 / 2.2));
  gl_Position = vec4(position.xy, 1.0, 1.0);
}`;

const FRAGMENT = `
varying vec3 tint;
void main() { gl_FragColor = vec4(tint, 1.0); }`;

// Drawn after all that is solid, at the very back: pixels that are covered cost nothing then.
const BEHIND = 0.5;

/** The sky around whoever stands on the board; drawn behind everything. */
export function sky(): Mesh<SphereGeometry, ShaderMaterial> {
  const material = new ShaderMaterial({
    vertexShader: VERTEX,
    fragmentShader: FRAGMENT,
    uniforms: {
      zenith: { value: SKY.zenith },
      horizon: { value: SKY.horizon },
      below: { value: SKY.below },
    },
    side: BackSide,
    depthWrite: false,
  });
  const mesh = new Mesh(new SphereGeometry(10, 16, 24), material);
  mesh.frustumCulled = false;
  mesh.renderOrder = BEHIND;
  return mesh;
}

/** What the whole board lies before: two soft colours, one above the other. */
export function backdrop(): Mesh<BufferGeometry, ShaderMaterial> {
  const material = new ShaderMaterial({
    vertexShader: BACKDROP_VERTEX,
    fragmentShader: FRAGMENT,
    uniforms: {
      far: { value: SKY.tableFar },
      near: { value: SKY.tableNear },
      span: { value: [0, 1] },
    },
    depthWrite: false,
  });
  const geometry = new BufferGeometry();
  const corners = [-1, -1, 0, 3, -1, 0, -1, 3, 0];
  geometry.setAttribute("position", new Float32BufferAttribute(corners, 3));
  const mesh = new Mesh(geometry, material);
  mesh.frustumCulled = false;
  mesh.renderOrder = BEHIND;
  return mesh;
}
