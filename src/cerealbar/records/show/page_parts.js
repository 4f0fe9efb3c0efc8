// What a frame looks like: board, status, lists and time line. All of it was computed before: no
// script here knows the rules.

const FIGURE = 1.2; // how much larger than in still pictures the players are
const SOUTH_WEST = 3; // a heading in which faces are seen
const NEWS_FRAMES = 4; // for how many frames a set and its new cards stand out

const find = (id) => document.getElementById(id);
const film = JSON.parse(find("film").textContent);
const { cards, instructions, turns, sets } = film;

/** Each frame in full; the film holds what differs from the frame before. */
const frames = [];
for (const told of film.frames) {
  const frame = { statuses: [], ...frames.at(-1), ...told };
  if (frame.changes.length) frame.statuses = [...frame.statuses];
  for (const [number, status] of frame.changes) frame.statuses[number] = status;
  frames.push(frame);
}
const last = frames.length - 1;

// ------------------------------------------------------------------------------------------ making

const SVG = document.querySelector("svg").namespaceURI;

function make(tag, properties = {}, ...children) {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}

function drawing(name, viewBox, className = "") {
  const svg = document.createElementNS(SVG, "svg");
  const use = document.createElementNS(SVG, "use");
  if (viewBox) svg.setAttribute("viewBox", viewBox);
  if (className) svg.setAttribute("class", className);
  svg.setAttribute("aria-hidden", "true");
  use.setAttribute("href", `#${name}`);
  svg.append(use);
  return svg;
}

const icon = (name) => drawing(`icon-${name}`);

function face(card) {
  const svg = drawing(film.cardSprites[card], "-16.5 -19 33 38", "face");
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", cards[card].name);
  svg.removeAttribute("aria-hidden");
  return svg;
}

const capital = (word) => word[0].toUpperCase() + word.slice(1);

function clockText(seconds) {
  const whole = Math.floor(seconds);
  const [minutes, rest] = [Math.floor(whole / 60), String(whole % 60).padStart(2, "0")];
  return `${minutes}:${rest}`;
}

/** Scroll a list, and nothing else, until an element in it can be read. */
function reveal(list, element) {
  const [top, height] = [element.offsetTop, element.offsetHeight];
  const isIn = top >= list.scrollTop && top + height <= list.scrollTop + list.clientHeight;
  if (!isIn) list.scrollTop = top - (list.clientHeight - height) / 2;
}

// ------------------------------------------------------------------------------------------- board

const board = find("board");
const cardElements = cards.map((_, i) => find(`card${i}`));
const angles = { leader: 0, follower: 0 };

const lies = (card, i) => card.first <= i && (card.gone === null || i < card.gone);

function showCards(frame, i) {
  const stoodOn = new Set([frame.leader[0], frame.follower[0]]);
  cards.forEach((card, number) => {
    const { classList } = cardElements[number];
    classList.toggle("away", !lies(card, i));
    classList.toggle("selected", frame.selected.includes(number));
    classList.toggle("under", stoodOn.has(card.cell));
    classList.toggle("new", card.first > 0 && lies(card, i) && i < card.first + NEWS_FRAMES);
  });
  document.body.classList.toggle("clashing", frame.is_invalid);
}

function showPlayer(name, frame, i) {
  const [cell, heading] = frame[name];
  const [x, y] = film.places[cell];
  const isOnCard = cards.some((card) => card.cell === cell && lies(card, i));
  const together = frame.leader[0] === frame.follower[0];
  const aside = together ? (name === "leader" ? -9 : 9) : 0;
  const element = find(name);
  element.style.transform = isOnCard
    ? `translate(${x + aside}px, ${y + 12.8}px) scale(${0.74 * FIGURE})`
    : `translate(${x + aside}px, ${y}px) scale(${FIGURE})`;
  element.querySelector("use").setAttribute("href", `#${film.playerSprites[name][heading]}`);
  element.classList.toggle("active", frame.turn === name && !frame.is_over);
  const turn = 30 + 60 * heading - angles[name];
  angles[name] += ((((turn + 180) % 360) + 360) % 360) - 180;
  if (name === "follower") {
    find("veil").style.transform = `translate(${x}px, ${y}px) rotate(${angles[name]}deg)`;
  }
}

/** Where the player whose turn it was last went in that turn. */
function showWay(i) {
  const turn = turnAt(i);
  const points = [];
  if (find("trail").ariaPressed === "true" && turn) {
    for (let f = turn.first; f <= Math.min(i, turn.last); f++) {
      const point = film.places[frames[f][turn.by][0]].join();
      if (points.at(-1) !== point) points.push(point);
    }
  }
  find("way").setAttribute("points", points.length > 1 ? points.join(" ") : "");
  document.body.dataset.mover = turn?.by ?? "";
}

/** What a banner over the board says: how the game ended, or which set was just made. */
function newsAt(i) {
  if (frames[i].deed === "end") return [icon("star"), frames[i].headline];
  const set = sets.findLast((made) => made.frame <= i && i < made.frame + NEWS_FRAMES);
  if (!set) return [];
  const added = make("small", { textContent: `+${set.half_turns_added} half-turns` });
  return [icon("star"), `Set ${set.score}`, ...set.cards.map(face), added];
}

function showBanner(i) {
  const news = newsAt(i);
  find("banner").replaceChildren(...news);
  find("banner").hidden = news.length === 0;
}

// ------------------------------------------------------------------------------------------ status

function showStatus(frame) {
  document.body.dataset.turn = frame.is_over ? "" : frame.turn;
  find("score").textContent = frame.score;
  find("who").textContent = frame.is_over ? "Over" : capital(frame.turn);
  const figure = frame.is_over ? "" : `#${film.playerSprites[frame.turn][SOUTH_WEST]}`;
  find("figure").setAttribute("href", figure);
  find("figure").parentNode.classList.toggle("gone", frame.is_over);
  const limit = film.rules[`${frame.turn}_steps`];
  find("steps").textContent = frame.is_over ? "" : `${frame.steps_left} of ${limit} steps left`;
  const pips = limit <= 12 && !frame.is_over ? limit : 0;
  const pip = (_, number) => make("i", { className: number < frame.steps_left ? "on" : "" });
  find("pips").replaceChildren(...Array.from({ length: pips }, pip));
  find("half-turns").textContent = frame.half_turns_left ?? "∞";
  const isClash = frame.is_invalid && !document.body.classList.contains("dimmed");
  find("selection-label").textContent = isClash ? "Selected: clash" : "Selected";
  const empty = Math.max(0, 3 - frame.selected.length);
  find("tray").replaceChildren(
    ...frame.selected.map(face),
    ...Array.from({ length: empty }, () => make("span", { className: "slot" })),
  );
}

function showCaption(frame) {
  const isSent = frame.current !== null;
  find("caption").textContent = isSent ? instructions[frame.current].text : "No instruction waits";
  find("caption").parentNode.classList.toggle("none", !isSent);
  find("caption-number").textContent = isSent ? frame.current + 1 : "";
  find("headline").textContent = [frame.headline, ...frame.notes].join(" · ");
}

// ------------------------------------------------------------------------------------------- lists

const orders = instructions.map((instruction, number) => {
  const text = make("span", { className: "text", textContent: instruction.text, dir: "auto" });
  const order = make("button", { type: "button", className: "order" });
  order.append(make("span", { className: "mark" }), make("span", {}, text, make("small")));
  order.addEventListener("click", () => seek(instruction.begun ?? instruction.sent));
  find("instructions").append(make("li", {}, order));
  return { order, mark: order.firstChild, number };
});

const SIGNS = { finished: "done", "given-up": "give-up", cancelled: "cancel" };
const TOLD = ["given-up", "cancelled", "unfinished"];

/** How an instruction ended, unless the follower finished it. */
function ending(state, number) {
  const reason = state === "given-up" && instructions[number].reason;
  return TOLD.includes(state) ? state.replace("-", " ") + (reason ? `: ${reason}` : "") : "";
}

function showInstructions(frame) {
  const focus = frame.current ?? Math.max(0, frame.statuses.length - 1);
  for (const { order, mark, number } of orders) {
    const state = frame.statuses[number] ?? "to come";
    order.tabIndex = number === focus ? 0 : -1;
    if (order.dataset.status === state) continue;
    order.dataset.status = state;
    order.title = `Instruction ${number + 1}: ${state.replace("-", " ")}`;
    order.ariaCurrent = state === "current" ? "step" : null;
    mark.replaceChildren(state in SIGNS ? icon(SIGNS[state]) : String(number + 1));
    order.querySelector("small").textContent = ending(state, number);
  }
  find("bars").querySelector(".now")?.classList.remove("now");
  if (frame.current !== null) find("bars").children[frame.current].classList.add("now");
  const finished = frame.statuses.filter((state) => state === "finished").length;
  find("instruction-count").textContent = `${finished} of ${frame.statuses.length} done`;
  if (orders.length) reveal(find("instructions"), orders[focus].order.parentNode);
}

const ENDS = {
  "time-out": "out of time",
  "no-steps": "no steps left",
  skipped: "skipped: no instruction",
  cancelled: "instructions cancelled",
};

function chip(i) {
  const frame = frames[i];
  const sign = frame.deed === "done" && frame.by === "leader" ? "end-turn" : frame.deed;
  const className = `chip ${frame.by}`;
  const button = make("button", { type: "button", className, tabIndex: -1 }, icon(sign));
  button.title = `${clockText(frame.at)} ${frame.headline}`;
  if (frame.instruction !== null) button.append(String(frame.instruction + 1));
  if (frame.card !== null) {
    const isOff = frames[i - 1].selected.includes(frame.card);
    button.classList.toggle("off", isOff);
    button.append(isOff ? "−" : "+", face(frame.card));
  }
  button.addEventListener("click", () => seek(i));
  return button;
}

/** What happened beside the game after a frame's deed, as words between the chips. */
const notes = (i) =>
  frames[i].notes.map((told) => make("span", { className: "note", textContent: told, title: told }));

const chips = [];
const rounds = turns.map((turn, number) => {
  const moves = make("div", { className: "moves" }, ...(number === 0 ? notes(0) : []));
  for (let i = turn.first + 1; i <= turn.last; i++) {
    chips[i] = chip(i);
    moves.append(chips[i]);
    const set = sets.find((made) => made.frame === i);
    if (set) {
      chips[i].classList.add("set");
      chips[i].append(`Set ${set.score}`);
    }
    moves.append(...notes(i));
  }
  if (number === turns.length - 1 && frames[last].deed === "end") moves.append(...notes(last));
  const head = make("header", {}, make("b", { textContent: capital(turn.by) }));
  head.append(ENDS[turn.how] ?? "", make("time", { textContent: clockText(frames[turn.first].at) }));
  const round = make("li", { className: `round ${turn.by}` }, head, moves);
  round.ariaLabel = `Turn ${number + 1}`;
  find("log").append(round);
  return round;
});

/** The turn whose deed led to a frame. */
function turnAt(i) {
  return turns.find((turn) => turn.first < i && i <= turn.last) ?? (i > 0 ? turns.at(-1) : turns[0]);
}

function showLog(i) {
  const round = rounds[turns.indexOf(turnAt(i))];
  const marked = [round, chips[i]];
  for (const element of document.querySelectorAll(".log .now")) element.classList.remove("now");
  for (const element of marked) element?.classList.add("now");
  const log = find("log");
  if (round) reveal(log, round.offsetHeight > log.clientHeight && chips[i] ? chips[i] : round);
}

// --------------------------------------------------------------------------------------- time line

const timeline = find("timeline");

function place(element, first, end) {
  element.style.left = `${share(first)}%`;
  if (end !== undefined) element.style.width = `${share(end) - share(first)}%`;
  return element;
}

function layTimeline() {
  const bands = turns
    .filter((turn) => turn.last > turn.first)
    .map((turn) => place(make("div", { className: turn.by }), turn.first, turn.last));
  find("turns").replaceChildren(...bands);
  find("stars").replaceChildren(...sets.map((set) => place(icon("star"), set.frame)));
  find("bars").replaceChildren(
    ...instructions.map(({ begun, done, sent, status }) => {
      if (begun === null) return place(make("div", { className: "untouched" }), sent);
      return place(make("div", { className: status }), begun, done ?? last);
    }),
  );
}
