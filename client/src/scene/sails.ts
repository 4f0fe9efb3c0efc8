import { Group, Mesh } from "three";
import { TILES } from "../protocol";
import { propModel, type MovingModel } from "./models";
import { matt } from "./paint";
import { propPlace } from "./solids";

/** What turns on props: the sails of windmills. */
export class Sails {
  readonly object = new Group();
  readonly #paint = matt();
  #turning: (MovingModel & { mesh: Mesh })[] = [];

  /** Puts up the sails of a board. */
  setTiles(tiles: readonly number[]): void {
    this.object.clear();
    this.#turning = tiles.flatMap((code, cell) => {
      const prop = TILES[code]?.prop;
      const moving = prop && propModel(prop).moving;
      if (!moving) return [];
      const mesh = new Mesh(moving.geometry, this.#paint);
      mesh.position.copy(moving.pivot);
      const place = new Group().add(mesh);
      place.applyMatrix4(propPlace(code, cell));
      this.object.add(place);
      return [{ ...moving, mesh }];
    });
  }

  /** Turns the sails to where they are at a time in seconds. */
  setTime(seconds: number): void {
    for (const { mesh, axis, turnsPerSecond } of this.#turning) {
      mesh.setRotationFromAxisAngle(axis, 2 * Math.PI * ((seconds * turnsPerSecond) % 1));
    }
  }
}
