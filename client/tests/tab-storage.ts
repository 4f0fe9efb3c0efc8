/** The two stores of a window, as far as the client uses them. */
export function tabStorage(): Pick<Window, "localStorage" | "sessionStorage"> {
  return { localStorage: store(), sessionStorage: store() };
}

function store(): Storage {
  const kept = new Map<string, string>();
  return {
    getItem: (place: string) => kept.get(place) ?? null,
    setItem: (place: string, text: string) => void kept.set(place, text),
    removeItem: (place: string) => void kept.delete(place),
  } as Storage;
}
