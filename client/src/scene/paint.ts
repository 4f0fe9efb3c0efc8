import {
  BufferAttribute,
  Color,
  DirectionalLight,
  DoubleSide,
  Float32BufferAttribute,
  HemisphereLight,
  MeshBasicMaterial,
  MeshLambertMaterial,
  Vector3,
  type BufferGeometry,
} from "three";
import { LIGHT } from "./palette";

/** Where the light comes from. */
export const SUN = new Vector3(-0.46, 0.78, 0.42).normalize();

/** The light of the sun, and that of the sky and the ground. */
export function lights(): [DirectionalLight, HemisphereLight] {
  const sun = new DirectionalLight(LIGHT.sun, Math.PI);
  sun.position.copy(SUN);
  return [sun, new HemisphereLight(LIGHT.sky, LIGHT.earth, Math.PI)];
}

/** A matt paint for geometry with colours that moves in the light. */
export const matt = (): MeshLambertMaterial => new MeshLambertMaterial({ vertexColors: true });

/** A paint for geometry that has its light in its colours. */
export const flat = (): MeshBasicMaterial => new MeshBasicMaterial({ vertexColors: true });

/** Puts the light into the colours of what never moves, so that no pixel has to reckon with it. */
export function lit(geometry: BufferGeometry): BufferGeometry {
  const [normals, colours] = [geometry.getAttribute("normal"), geometry.getAttribute("color")];
  const { sky, earth, sun } = LIGHT;
  const [facing, light] = [new Vector3(), new Color()];
  for (let i = 0; i < colours.count; i++) {
    const fall = Math.max(facing.fromBufferAttribute(normals, i).dot(SUN), 0);
    light.lerpColors(earth, sky, 0.5 + 0.5 * facing.y);
    const [red, green, blue] = [colours.getX(i), colours.getY(i), colours.getZ(i)];
    light.setRGB(light.r + sun.r * fall, light.g + sun.g * fall, light.b + sun.b * fall);
    colours.setXYZ(i, red * light.r, green * light.g, blue * light.b);
  }
  return geometry;
}

/** A see-through paint for faded geometry. */
export function veil(color: Color, opacity: number): MeshBasicMaterial {
  const looks = { transparent: true, depthWrite: false, vertexColors: true, side: DoubleSide };
  return new MeshBasicMaterial({ color, opacity, ...looks });
}

/** Geometry for a veil, whose strength is from 0 (clear) to 1 at each of its corners. */
export function faded(
  geometry: BufferGeometry,
  strengthAt: (corner: Vector3) => number,
): BufferGeometry {
  const places = geometry.getAttribute("position") as BufferAttribute;
  const colours = new Float32BufferAttribute(4 * places.count, 4);
  for (let i = 0; i < places.count; i++) {
    colours.setXYZW(i, 1, 1, 1, strengthAt(new Vector3().fromBufferAttribute(places, i)));
  }
  return geometry.setAttribute("color", colours);
}
