"""What can be measured of how a page looks: names, contrast, and what lies over what."""

NAMELESS = """() => [...document.querySelectorAll("button, a[href], input, select, textarea")]
  .filter((element) => element.checkVisibility())
  .filter((element) => {
    const label = element.getAttribute("aria-label") ?? element.textContent;
    const labels = [...(element.labels ?? [])].map((it) => it.textContent);
    return ![label, ...labels].some((words) => words.trim() !== "");
  })
  .map((element) => element.outerHTML.slice(0, 120))"""
"""The controls without a name that a screen reader could say."""

CROWDED = """() => {
  const edge = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  const boxes = [...document.querySelectorAll("button, summary, input, select, textarea")]
    .filter((element) => element.checkVisibility({ visibilityProperty: true }))
    .map((element) => ({ box: element.getBoundingClientRect(), words: element.outerHTML }));
  const found = [];
  for (const [index, { box: a, words }] of boxes.entries()) {
    const isOut = a.left < edge.left - 1 || a.top < edge.top - 1
      || a.right > edge.right + 1 || a.bottom > edge.bottom + 1;
    if (isOut) found.push(`outside: ${words.slice(0, 100)}`);
    for (const { box: b, words: others } of boxes.slice(index + 1)) {
      const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (width > 1 && height > 1) {
        found.push(`${words.slice(0, 100)} over ${others.slice(0, 100)}`);
      }
    }
  }
  const root = document.documentElement;
  if (root.scrollWidth > innerWidth) found.push(`as wide as ${root.scrollWidth}`);
  if (root.scrollHeight > innerHeight) found.push(`as high as ${root.scrollHeight}`);
  return found;
}"""
"""The controls that overlap or leave the window, and whether the window scrolls."""

IN_REACH = """(name) => {
  const element = [...document.querySelectorAll(`[data-testid="${name}"]`)]
    .find((it) => it.checkVisibility({ visibilityProperty: true }));
  const { left, top, right, bottom } = element.getBoundingClientRect();
  const isInside = left >= -1 && top >= -1 && right <= innerWidth + 1 && bottom <= innerHeight + 1;
  const there = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  return isInside && element.contains(there);
}"""
"""Whether the shown part with a test id lies in the window, with nothing over it."""

CONTRAST = """() => {
  const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  const rgba = (colour) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
    return [r, g, b, a / 255];
  };
  const over = ([r, g, b, a], under) => [r, g, b].map((c, i) => a * c + (1 - a) * under[i]);
  const light = (colour) => {
    const [r, g, b] = colour.map((c) => c / 255)
      .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ground = (element) => {
    const layers = [];
    for (let at = element; at; at = at.parentElement) {
      const style = getComputedStyle(at);
      if (style.backgroundImage !== "none") return null;
      layers.push(rgba(style.backgroundColor));
      if (layers.at(-1)[3] === 1) break;
    }
    return layers.reverse().reduce((under, layer) => over(layer, under), [255, 255, 255]);
  };
  const hasText = (element) => [...element.childNodes]
    .some((node) => node.nodeType === 3 && node.textContent.trim() !== "");
  return [...document.querySelectorAll("body *")]
    .filter((element) => hasText(element) && !element.closest(":disabled, [aria-disabled=true]"))
    .filter((element) => !element.closest("option, svg, script, style, noscript, .unseen"))
    .filter((element) => element.checkVisibility({ opacityProperty: true }))
    .flatMap((element) => {
      const under = ground(element);
      if (under === null) return [];
      const ink = over(rgba(getComputedStyle(element).color), under);
      const [low, high] = [light(ink), light(under)].sort((a, b) => a - b);
      const words = element.textContent.trim().slice(0, 40);
      return [[words, (high + 0.05) / (low + 0.05)]];
    });
}"""
"""The contrast of each text that is shown with what is under it, were the board white."""

IS_AT_REST = """() => document.getAnimations().every(
  (animation) =>
    animation.playState !== "running" ||
    animation.effect?.getComputedTiming().endTime === Infinity,
)"""
"""Whether every transition has come to its end; what moves for ever does not count."""
