import { Color, DoubleSide, FrontSide, ShaderMaterial, Vector3 } from "three";
import { SKY } from "./palette";

/** A colour as the screen wants it, for paints that reckon with no light. */
export function screenColour(colour: Color): Color {
  return colour.clone().convertLinearToSRGB();
}

/** What all paints share: how strongly far things fade into the horizon in the present view. */
export const air = { haze: { value: 0 }, horizon: { value: screenColour(SKY.horizon) } };

/** Where the light comes from. */
export const SUN = new Vector3(-0.46, 0.78, 0.42).normalize();

// Light is worked out per vertex: a software renderer spends most of its time on pixels, so these
// only carry a colour over. Unlit colours are the screen's own, as its curve is slow to reckon.
const PAINT_VERTEX = `
uniform vec3 sun;
uniform float haze;
uniform vec3 horizon;
varying vec3 tint;
void main() {
  mat4 place = modelMatrix;
  tint = color;
  #ifdef USE_INSTANCING
    place = modelMatrix * instanceMatrix;
  #endif
  #ifdef USE_INSTANCING_COLOR
    tint *= instanceColor;
  #endif
  #ifndef UNLIT
    vec3 up = normalize(mat3(place) * normal);
    vec3 sky = mix(vec3(0.33, 0.32, 0.36), vec3(0.47, 0.52, 0.60), 0.5 + 0.5 * up.y);
    tint *= sky + vec3(0.68, 0.60, 0.48) * max(dot(up, sun), 0.0);
    tint = pow(min(tint, vec3(1.0)), vec3(1.0 / 2.2));
  #endif
  vec4 seen = viewMatrix * place * vec4(position, 1.0);
  if (haze > 0.0) tint = mix(tint, horizon, haze * smoothstep(3.0, 26.0, -seen.z));
  gl_Position = projectionMatrix * seen;
}`;

const SOLID_FRAGMENT = `
varying vec3 tint;
void main() { gl_FragColor = vec4(tint, 1.0); }`;

/** How a paint differs from the usual one. */
export interface PaintOptions {
  isUnlit?: boolean;
  isTwoSided?: boolean;
  isOnTop?: boolean;
}

/** A matt paint for geometry with colours: lit by the sun and the sky, unless they are the screen's. */
export function paint(options: PaintOptions = {}): ShaderMaterial {
  const { isUnlit = false, isTwoSided = false, isOnTop = false } = options;
  return new ShaderMaterial({
    vertexShader: PAINT_VERTEX,
    fragmentShader: SOLID_FRAGMENT,
    uniforms: { sun: { value: SUN }, ...air },
    defines: isUnlit ? { UNLIT: "" } : {},
    vertexColors: true,
    side: isTwoSided ? DoubleSide : FrontSide,
    depthTest: !isOnTop,
    depthWrite: !isOnTop,
  });
}

const BAKED_VERTEX = `
uniform float haze;
uniform vec3 horizon;
varying vec3 tint;
void main() {
  vec4 seen = modelViewMatrix * vec4(position, 1.0);
  tint = color.rgb;
  if (haze > 0.0) tint = mix(tint, horizon, haze * smoothstep(3.0, 26.0, -seen.z));
  gl_Position = projectionMatrix * seen;
}`;

/** A paint for geometry whose colours are those of the screen already. */
export function bakedPaint(): ShaderMaterial {
  return new ShaderMaterial({
    vertexShader: BAKED_VERTEX,
    fragmentShader: SOLID_FRAGMENT,
    uniforms: { ...air },
    vertexColors: true,
  });
}

const VEIL_VERTEX = `
attribute float strength;
varying vec4 tint;
void main() {
  mat4 place = modelMatrix;
  #ifdef USE_INSTANCING
    place = modelMatrix * instanceMatrix;
  #endif
  tint = vec4(hue, density * strength);
  gl_Position = projectionMatrix * viewMatrix * place * vec4(position, 1.0);
}`;

const VEIL_FRAGMENT = `
varying vec4 tint;
void main() { gl_FragColor = tint; }`;

/** A see-through paint; geometry has `strength` per vertex, from 0 (clear) to 1. */
export function veil(hue: Color, density = 1): ShaderMaterial {
  return new ShaderMaterial({
    vertexShader: `uniform vec3 hue;\nuniform float density;\n${VEIL_VERTEX}`,
    fragmentShader: VEIL_FRAGMENT,
    uniforms: { hue: { value: screenColour(hue) }, density: { value: density } },
    transparent: true,
    depthWrite: false,
  });
}

const HEAT_VERTEX = `
attribute float strength;
attribute float weight;
uniform vec3 hue;
varying vec4 tint;
void main() {
  vec4 world = modelMatrix * instanceMatrix * vec4(position * vec3(1.0, weight, 1.0), 1.0);
  tint = vec4(hue, strength * weight * 0.85);
  gl_Position = projectionMatrix * viewMatrix * world;
}`;

/** A see-through paint for heat: each instance's `weight` makes it stronger and taller. */
export function heatPaint(hue: Color): ShaderMaterial {
  return new ShaderMaterial({
    vertexShader: HEAT_VERTEX,
    fragmentShader: VEIL_FRAGMENT,
    uniforms: { hue: { value: screenColour(hue) } },
    transparent: true,
    depthWrite: false,
    side: DoubleSide,
  });
}
