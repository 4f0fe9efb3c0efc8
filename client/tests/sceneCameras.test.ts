import { PerspectiveCamera, Vector3 } from "three";
import { describe, expect, it } from "vitest";
import {
  LENS_DEGREES,
  boardCorners,
  fit,
  look,
  lookThrough,
  uprightDegrees,
  type CameraMode,
} from "../src/scene/cameras";
import { bearingOf, centreOf, directionOf } from "../src/scene/grid";
import { View } from "../src/scene/view";

const ASPECTS = [0.6, 1, 4 / 3, 1.6, 16 / 9, 2.4];
const MODES: CameraMode[] = ["tilted", "overhead"];

function aimed(mode: CameraMode, aspect: number, view = new View()): PerspectiveCamera {
  const camera = new PerspectiveCamera(LENS_DEGREES, aspect);
  look(camera, fit(mode, aspect), view.pan, view.zoom);
  camera.updateProjectionMatrix();
  camera.updateMatrixWorld();
  return camera;
}

describe("the look at the whole board", () => {
  for (const mode of MODES) {
    for (const aspect of ASPECTS) {
      it(`holds the board and touches the frame: ${mode}, aspect ${aspect.toFixed(2)}`, () => {
        const camera = aimed(mode, aspect);
        const seen = boardCorners().map((corner) => corner.project(camera));
        const reach = seen.map(({ x, y }) => Math.max(Math.abs(x), Math.abs(y)));
        expect(Math.max(...reach)).toBeLessThanOrEqual(1);
        expect(Math.max(...reach)).toBeGreaterThan(0.94);
        for (const { z } of seen) expect(Math.abs(z)).toBeLessThan(1);
      });
    }
  }

  it("has the north at the top and the east on the right", () => {
    for (const mode of MODES) {
      const camera = aimed(mode, 1.6);
      const [south, north] = [new Vector3(12, 0, 0), new Vector3(12, 0, -20)];
      expect(north.project(camera).y).toBeGreaterThan(south.project(camera).y);
      expect(new Vector3(20, 0, -9).project(camera).x).toBeGreaterThan(0);
    }
  });

  it("is steeper where the canvas is higher", () => {
    expect(fit("tilted", 1.2).pitch).toBeGreaterThan(fit("tilted", 2.2).pitch);
  });
});

describe("a view", () => {
  it("stays on the board however far it is moved", () => {
    const view = new View();
    const from = fit("tilted", 1.6);
    view.panBy(500, 500, from, 800);
    expect(view.pan.length()).toBe(0);
    view.zoomBy(1000, from, 800);
    expect(view.zoom).toBeLessThanOrEqual(6);
    view.panBy(1e6, 1e6, from, 800);
    const target = from.target.clone().add(view.pan);
    expect(target.x).toBeLessThan(26);
    expect(target.z).toBeLessThan(3);
    view.reset();
    expect([view.zoom, view.pan.length()]).toEqual([1, 0]);
  });

  it("keeps what is under the pointer there when it zooms", () => {
    const from = fit("overhead", 1.6);
    const spot = new Vector3(16, 0, -12);
    const before = spot.clone().project(aimed("overhead", 1.6));
    const view = new View();
    view.zoomBy(2, from, 800, before.x * 640, -before.y * 400);
    const after = spot.clone().project(aimed("overhead", 1.6, view));
    expect(after.x).toBeCloseTo(before.x, 2);
    expect(after.y).toBeCloseTo(before.y, 2);
  });
});

describe("the follower's eyes", () => {
  it("see as many degrees across as the sight says, whatever the shape of the picture", () => {
    for (const aspect of [1.4, 1.6, 16 / 9, 2.2]) {
      const upright = (uprightDegrees(111, aspect) * Math.PI) / 180;
      const across = (2 * Math.atan(Math.tan(upright / 2) * aspect) * 180) / Math.PI;
      expect(across).toBeCloseTo(111, 5);
    }
    expect(uprightDegrees(111, 0.5)).toBeLessThanOrEqual(95);
  });

  it("look along the heading, with the ground in front of the feet in the middle", () => {
    for (const heading of [0, 1, 2, 3, 4, 5]) {
      const stance = { ...centreOf(312), bearing: bearingOf(heading) };
      const camera = new PerspectiveCamera(uprightDegrees(111, 1.6), 1.6);
      lookThrough(camera, stance);
      camera.updateProjectionMatrix();
      camera.updateMatrixWorld();
      const { x, z } = directionOf(stance.bearing);
      const ahead = new Vector3(stance.x + x * 1.6, 0, stance.z + z * 1.6).project(camera);
      expect(Math.abs(ahead.x)).toBeLessThan(1e-6);
      expect(Math.abs(ahead.y)).toBeLessThan(0.1);
    }
  });
});

describe("margins", () => {
  const margins = { top: 0.06, right: 0.04, bottom: 0.1, left: 0 };
  for (const mode of MODES) {
    it(`keep the board off the edges, and it touches one of them: ${mode}`, () => {
      const camera = new PerspectiveCamera(LENS_DEGREES, 1.3);
      look(camera, fit(mode, 1.3, margins), new Vector3(), 1);
      camera.updateProjectionMatrix();
      camera.updateMatrixWorld();
      const seen = boardCorners().map((corner) => corner.project(camera));
      const room = [
        1 - 2 * margins.top - Math.max(...seen.map(({ y }) => y)),
        1 - 2 * margins.right - Math.max(...seen.map(({ x }) => x)),
        Math.min(...seen.map(({ y }) => y)) + 1 - 2 * margins.bottom,
        Math.min(...seen.map(({ x }) => x)) + 1 - 2 * margins.left,
      ];
      expect(Math.min(...room)).toBeGreaterThanOrEqual(0);
      expect(Math.min(...room)).toBeLessThan(0.03);
    });
  }
});
