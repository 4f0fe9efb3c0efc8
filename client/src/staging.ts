import type { Region, Stage, StageOptions } from "./scene/stage";

export type { CameraMode } from "./scene/stage";

/** The 3D scene, as the pages use it. */
export type StageShown = Stage;
/** A place on the canvas, in CSS pixels from its top left. */
export type Place = Region;

/** A new scene on a canvas; its code is loaded on first use, so that the lobby need not wait. */
export async function openStage(canvas: HTMLCanvasElement, options: StageOptions): Promise<Stage> {
  const { Stage } = await loadScene();
  return new Stage(canvas, options);
}

/** Fetches the code of the scene before it is needed. */
export function loadScene(): Promise<typeof import("./scene/stage")> {
  return import("./scene/stage");
}
