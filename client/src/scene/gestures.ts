import type { Region } from "./regions";

/** What fingers, mouse and wheel ask of a view; places are pixels from the frame's middle. */
export interface Wishes {
  pan(x: number, y: number): void;
  zoom(factor: number, x: number, y: number): void;
}

const WHEEL_STEP = 0.0016;

/** Listens to dragging, the wheel and pinching in a part of a canvas; gives what ends it. */
export function listen(canvas: HTMLCanvasElement, frame: () => Region, wishes: Wishes): () => void {
  const fingers = new Map<number, PointerEvent>();
  const end = new AbortController();
  const options = { signal: end.signal };
  const middle = (event: { clientX: number; clientY: number }) => {
    const box = canvas.getBoundingClientRect();
    const { x, y, width, height } = frame();
    return [
      event.clientX - box.left - x - width / 2,
      event.clientY - box.top - y - height / 2,
    ] as const;
  };
  const isInside = (event: MouseEvent) => {
    const [x, y] = middle(event);
    const { width, height } = frame();
    return Math.abs(x) <= width / 2 && Math.abs(y) <= height / 2;
  };
  const lift = (event: PointerEvent) => fingers.delete(event.pointerId);
  const move = (event: PointerEvent) => {
    const before = fingers.get(event.pointerId);
    if (!before) return;
    const other = [...fingers.values()].find(({ pointerId }) => pointerId !== event.pointerId);
    const share = other ? 0.5 : 1;
    wishes.pan((before.clientX - event.clientX) * share, (before.clientY - event.clientY) * share);
    if (other)
      wishes.zoom(apart(event, other) / apart(before, other), ...middle(between(event, other)));
    fingers.set(event.pointerId, event);
  };
  canvas.style.touchAction = "none";
  canvas.addEventListener("pointermove", move, options);
  canvas.addEventListener("pointerup", lift, options);
  canvas.addEventListener("pointercancel", lift, options);
  canvas.addEventListener(
    "pointerdown",
    (event) => {
      if (!isInside(event)) return;
      fingers.set(event.pointerId, event);
      canvas.setPointerCapture(event.pointerId);
    },
    options,
  );
  canvas.addEventListener(
    "wheel",
    (event) => {
      if (!isInside(event)) return;
      event.preventDefault();
      const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
      wishes.zoom(Math.exp(-event.deltaY * lines * WHEEL_STEP), ...middle(event));
    },
    { ...options, passive: false },
  );
  return () => end.abort();
}

function apart(one: PointerEvent, other: PointerEvent): number {
  return Math.max(Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY), 1);
}

function between(one: PointerEvent, other: PointerEvent) {
  return {
    clientX: (one.clientX + other.clientX) / 2,
    clientY: (one.clientY + other.clientY) / 2,
  };
}
