import { PerspectiveCamera, Vector3 } from "three";
import { BOARD, directionOf } from "./grid";
import type { Stance } from "./journey";

/** From where the board is looked at: straight down, at a tilt, or through the follower's eyes. */
export type CameraMode = "tilted" | "overhead" | "follower";

/** A look at the whole board: which way, what the camera is over, and from how far. */
export interface Fit {
  pitch: number;
  target: Vector3;
  distance: number;
}

/** How much of a picture is kept free of the board along its edges, as parts of its sides. */
export interface Margins {
  top: number;
  right: number;
  bottom: number;
  left: number;
}

/** Nothing is kept free. */
export const NO_MARGINS: Margins = { top: 0, right: 0, bottom: 0, left: 0 };

/** The vertical field of view of the cameras that see the whole board: a long lens. */
export const LENS_DEGREES = 13;
const MARGIN = 0.985;
const LOW_PITCH = rad(40);
const HIGH_PITCH = rad(58);
/** Where the follower's eyes are: over the ground, before its middle, and how far they look down. */
export const EYE = { height: 1.09, forward: 0.05, pitch: rad(35) };
const MAX_UPRIGHT_DEGREES = 95;

function rad(degrees: number): number {
  return (degrees * Math.PI) / 180;
}

/** The corners of the box around the board. */
export function boardCorners(): Vector3[] {
  const { west, east, north, south, bottom, top } = BOARD;
  return [west, east].flatMap((x) =>
    [north, south].flatMap((z) => [bottom, top].map((y) => new Vector3(x, y, z))),
  );
}

/** The axes of a camera that looks north and down by a pitch. */
function axes(pitch: number) {
  return {
    right: new Vector3(1, 0, 0),
    up: new Vector3(0, Math.cos(pitch), -Math.sin(pitch)),
    forward: new Vector3(0, -Math.sin(pitch), -Math.cos(pitch)),
  };
}

/** How far away a camera must be to see points between two slopes, and where it then is. */
function span(
  points: readonly Vector3[],
  across: Vector3,
  forward: Vector3,
  from: number,
  to: number,
) {
  const low = Math.min(...points.map((point) => point.dot(across) - point.dot(forward) * from));
  const high = Math.max(...points.map((point) => point.dot(across) - point.dot(forward) * to));
  return {
    distance: (high - low) / (to - from),
    placeAt: (distance: number) => (high + low - (from + to) * distance) / 2,
  };
}

/** The nearest look at the whole board with a pitch, for a picture of an aspect (width / height). */
function fitAt(pitch: number, aspect: number, margins: Margins): Fit & { isWide: boolean } {
  const { right, up, forward } = axes(pitch);
  const slope = Math.tan(rad(LENS_DEGREES / 2)) * MARGIN;
  const corners = boardCorners();
  const reach = (margin: number) => slope * (1 - 2 * margin);
  const [west, east] = [-reach(margins.left) * aspect, reach(margins.right) * aspect];
  const across = span(corners, right, forward, west, east);
  const along = span(corners, up, forward, -reach(margins.bottom), reach(margins.top));
  const distance = Math.max(across.distance, along.distance);
  // The middle of the picture is a point of the ground, so that pitching and zooming keep it.
  const eye = right
    .clone()
    .multiplyScalar(across.placeAt(distance))
    .addScaledVector(up, along.placeAt(distance))
    .addScaledVector(forward, -distance);
  const height = eye.y / Math.sin(pitch);
  const target = eye.clone().addScaledVector(forward, height);
  return { pitch, target, distance: height, isWide: across.distance >= along.distance };
}

/** The best look at the whole board: as steep as the picture can hold without growing smaller. */
export function fit(mode: CameraMode, aspect: number, margins = NO_MARGINS): Fit {
  if (mode === "overhead") return fitAt(Math.PI / 2 - 1e-4, aspect, margins);
  let [low, high] = [LOW_PITCH, HIGH_PITCH];
  if (fitAt(high, aspect, margins).isWide) return fitAt(high, aspect, margins);
  for (let i = 0; i < 12; i++) {
    const middle = (low + high) / 2;
    if (fitAt(middle, aspect, margins).isWide) low = middle;
    else high = middle;
  }
  return fitAt(low, aspect, margins);
}

/** Points a camera along a fit, moved over the ground and nearer by a zoom. */
export function look(camera: PerspectiveCamera, from: Fit, pan: Vector3, zoom: number): void {
  const { up, forward } = axes(from.pitch);
  const distance = from.distance / zoom;
  camera.up.copy(up);
  camera.position.copy(from.target).add(pan).addScaledVector(forward, -distance);
  camera.lookAt(from.target.x + pan.x, from.target.y + pan.y, from.target.z + pan.z);
  camera.near = Math.max(distance - 20, 1);
  camera.far = distance + 40;
}

/** The vertical field of view that shows so many degrees across, unless that were too much. */
export function uprightDegrees(acrossDegrees: number, aspect: number): number {
  const across = rad(Math.min(Math.max(acrossDegrees, 50), 120));
  const upright = (2 * Math.atan(Math.tan(across / 2) / aspect) * 180) / Math.PI;
  return Math.min(upright, MAX_UPRIGHT_DEGREES);
}

/** Puts a camera where a player's eyes are. */
export function lookThrough(camera: PerspectiveCamera, stance: Stance): void {
  const { x, z } = directionOf(stance.bearing);
  const [eyeX, eyeZ] = [stance.x + x * EYE.forward, stance.z + z * EYE.forward];
  const fall = Math.tan(EYE.pitch);
  camera.up.set(0, 1, 0);
  camera.position.set(eyeX, EYE.height, eyeZ);
  camera.lookAt(eyeX + x, EYE.height - fall, eyeZ + z);
  camera.near = 0.06;
  camera.far = 60;
}
