import { Box3, Group, InstancedMesh, Matrix4, Vector3, type Object3D } from "three";
import { TILES } from "../protocol";
import { propModel, type MovingModel } from "./models";
import { paint } from "./paint";
import { propPlace } from "./solids";

interface Turning extends MovingModel {
  mesh: InstancedMesh;
  places: Matrix4[];
}

/** What turns on props: the sails of windmills. */
export class Sails {
  readonly object: Object3D = new Group();
  readonly #paint = paint();
  #turning: Turning[] = [];

  /** The boxes that hold all that turns. */
  readonly boxes: Box3[] = [];

  /** Puts up the sails of a board. */
  setTiles(tiles: readonly number[]): void {
    this.#clear();
    for (const [prop, places] of placesOf(tiles)) {
      const { moving } = propModel(prop);
      if (!moving) continue;
      const mesh = new InstancedMesh(moving.geometry, this.#paint, places.length);
      mesh.frustumCulled = false;
      this.object.add(mesh);
      this.#turning.push({ ...moving, mesh, places });
      for (const place of places) this.boxes.push(reach(moving, place));
    }
    this.setTime(0);
  }

  /** Turns the sails to where they are at a time in seconds. */
  setTime(seconds: number): void {
    for (const { mesh, places, pivot, axis, turnsPerSecond } of this.#turning) {
      const angle = (2 * Math.PI * seconds * turnsPerSecond) % (2 * Math.PI);
      const turn = new Matrix4()
        .makeTranslation(pivot)
        .multiply(new Matrix4().makeRotationAxis(axis, angle))
        .multiply(new Matrix4().makeTranslation(pivot.clone().negate()));
      places.forEach((place, i) => mesh.setMatrixAt(i, place.clone().multiply(turn)));
      mesh.instanceMatrix.needsUpdate = true;
    }
  }

  /** Frees what the graphics hardware holds. */
  dispose(): void {
    this.#clear();
    this.#paint.dispose();
  }

  #clear(): void {
    for (const { mesh } of this.#turning) mesh.dispose();
    this.object.clear();
    this.#turning = [];
    this.boxes.length = 0;
  }
}

function placesOf(tiles: readonly number[]): Map<string, Matrix4[]> {
  const places = new Map<string, Matrix4[]>();
  tiles.forEach((code, cell) => {
    const prop = TILES[code]?.prop;
    if (prop) places.set(prop, [...(places.get(prop) ?? []), propPlace(code, cell)]);
  });
  return places;
}

/** The box that a turning part never leaves. */
function reach({ geometry, pivot }: MovingModel, place: Matrix4): Box3 {
  geometry.computeBoundingBox();
  const { min, max } = geometry.boundingBox!;
  const radius = Math.max(max.x - min.x, max.y - min.y, max.z - min.z) * 0.75;
  const centre = pivot.clone().applyMatrix4(place);
  return new Box3().setFromCenterAndSize(centre, new Vector3(2 * radius, 2 * radius, 2 * radius));
}
