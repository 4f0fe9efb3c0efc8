import type { Region } from "./painter";

/** What fingers, mouse and wheel can change; places are pixels from the frame's middle. */
export interface Movable {
  panBy(x: number, y: number): void;
  zoomBy(factor: number, x: number, y: number): void;
}

type Place = Pick<MouseEvent, "clientX" | "clientY">;

const WHEEL_STEP = 0.0016;

/** Listens to dragging, the wheel and pinching in a part of a canvas, until a signal ends it. */
export function listen(
  canvas: HTMLCanvasElement,
  frame: () => Region,
  view: Movable,
  signal: AbortSignal,
): void {
  const fingers = new Map<number, PointerEvent>();
  const middle = (event: Place) => {
    const box = canvas.getBoundingClientRect();
    const { x, y, width, height } = frame();
    return [
      event.clientX - box.left - x - width / 2,
      event.clientY - box.top - y - height / 2,
    ] as const;
  };
  const isInside = (event: Place) => {
    const [x, y] = middle(event);
    const { width, height } = frame();
    return Math.abs(x) <= width / 2 && Math.abs(y) <= height / 2;
  };
  const lift = (event: PointerEvent) => fingers.delete(event.pointerId);
  const press = (event: PointerEvent) => {
    if (!isInside(event)) return;
    fingers.set(event.pointerId, event);
    canvas.setPointerCapture(event.pointerId);
  };
  const move = (event: PointerEvent) => {
    const before = fingers.get(event.pointerId);
    if (!before) return;
    const other = [...fingers.values()].find(({ pointerId }) => pointerId !== event.pointerId);
    const share = other ? 0.5 : 1;
    view.panBy((before.clientX - event.clientX) * share, (before.clientY - event.clientY) * share);
    if (other) {
      view.zoomBy(apart(event, other) / apart(before, other), ...middle(between(event, other)));
    }
    fingers.set(event.pointerId, event);
  };
  const turn = (event: WheelEvent) => {
    if (!isInside(event)) return;
    event.preventDefault();
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
    view.zoomBy(Math.exp(-event.deltaY * lines * WHEEL_STEP), ...middle(event));
  };
  canvas.addEventListener("pointerdown", press, { signal });
  canvas.addEventListener("pointermove", move, { signal });
  canvas.addEventListener("pointerup", lift, { signal });
  canvas.addEventListener("pointercancel", lift, { signal });
  canvas.addEventListener("wheel", turn, { signal, passive: false });
}

function apart(one: Place, other: Place): number {
  return Math.max(Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY), 1);
}

function between(one: Place, other: Place): Place {
  return {
    clientX: (one.clientX + other.clientX) / 2,
    clientY: (one.clientY + other.clientY) / 2,
  };
}
