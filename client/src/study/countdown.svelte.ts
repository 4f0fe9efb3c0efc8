const TICK_MS = 250;

/** Whole seconds that are left until a time in milliseconds since 1970; for use in components. */
export function secondsUntil(time: () => number): { readonly seconds: number } {
  const end = time();
  let seconds = $state(secondsBefore(end, Date.now()));
  $effect(() => {
    const ticking = setInterval(() => {
      seconds = secondsBefore(end, Date.now());
      if (seconds === 0) clearInterval(ticking);
    }, TICK_MS);
    return () => clearInterval(ticking);
  });
  return {
    get seconds() {
      return seconds;
    },
  };
}

/** Whole seconds since a time in milliseconds since 1970; for use in components. */
export function secondsSince(time: () => number): { readonly seconds: number } {
  let now = $state(Date.now());
  $effect(() => {
    const ticking = setInterval(() => (now = Date.now()), TICK_MS);
    return () => clearInterval(ticking);
  });
  return {
    get seconds() {
      return Math.max(0, Math.floor((now - time()) / 1000));
    },
  };
}

/** Whole seconds from now to an end, rounded up, so that zero means over. */
export function secondsBefore(end: number, now: number): number {
  return Math.max(0, Math.ceil((end - now) / 1000));
}
