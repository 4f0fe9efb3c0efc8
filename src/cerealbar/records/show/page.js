// Plays the frames: time, links, and what keys and buttons do.

const STEP_SECONDS = 0.5;
const [SHORTEST_PAUSE, LONGEST_PAUSE] = [0.08, 3];
const SPEEDS = [0.5, 1, 2, 4, 8, 16];
const QUIET = 150; // milliseconds without a change before the address is: browsers limit how often

// -------------------------------------------------------------------------------------------- time

/** When each frame is shown, in seconds at normal speed. */
function schedule(pace) {
  let time = 0;
  return frames.map((frame, i) => {
    if (i === 0) return 0;
    const pause = Math.min(LONGEST_PAUSE, Math.max(SHORTEST_PAUSE, frame.at - frames[i - 1].at));
    time += pace === "steps" ? STEP_SECONDS : pause;
    return time;
  });
}

/** What is shown: `time` runs from one of the `times` of the frames to the next. */
const now = { frame: 0, time: 0, times: [], pace: "time", speed: 1, isPlaying: false };
const share = (frame) => (100 * now.times[frame]) / (now.times[last] || 1);

/** The last frame for which something holds that holds for all frames before it. */
function lastFrame(holds) {
  let [low, high] = [0, last];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (holds(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

function showTime() {
  const part = `${(100 * now.time) / (now.times[last] || 1)}%`;
  find("cursor").style.left = part;
  find("future").style.left = part;
  const { at } = frames[now.frame];
  const next = frames[Math.min(last, now.frame + 1)].at;
  const length = now.times[Math.min(last, now.frame + 1)] - now.times[now.frame];
  const passed = length > 0 ? (now.time - now.times[now.frame]) / length : 0;
  find("clock").textContent = clockText(at + Math.max(0, next - at) * Math.min(1, passed));
}

/** The frame under the pointer. */
function frameAt(event) {
  const box = timeline.getBoundingClientRect();
  const part = Math.min(1, Math.max(0, (event.clientX - box.left) / box.width));
  const time = part * now.times[last];
  return lastFrame((i) => now.times[i] <= time + 1e-6);
}

timeline.addEventListener("pointerdown", (event) => {
  timeline.setPointerCapture(event.pointerId);
  pause();
  seek(frameAt(event));
});
timeline.addEventListener("pointermove", (event) => {
  const i = frameAt(event);
  if (timeline.hasPointerCapture(event.pointerId)) seek(i);
  const bubble = find("bubble");
  const box = timeline.getBoundingClientRect();
  bubble.hidden = false;
  bubble.textContent = `${clockText(frames[i].at)}  ${frames[i].headline}`;
  const half = bubble.offsetWidth / 2;
  const x = Math.min(box.width - half, Math.max(half, event.clientX - box.left));
  bubble.style.left = `${x}px`;
});
timeline.addEventListener("pointerleave", () => { find("bubble").hidden = true; });

// ----------------------------------------------------------------------------------------- playing

/** Show a frame; `glides` if the players should be seen moving there. */
function show(i, glides) {
  const frame = frames[i];
  now.frame = i;
  const interval = (now.times[Math.min(last, i + 1)] - now.times[i]) / now.speed;
  board.style.setProperty("--glide", `${Math.min(240, 800 * interval)}ms`);
  board.classList.toggle("jump", !glides);
  showCards(frame, i);
  showPlayer("leader", frame, i);
  showPlayer("follower", frame, i);
  showWay(i);
  showBanner(i);
  showStatus(frame);
  showCaption(frame);
  showInstructions(frame);
  showLog(i);
  find("event").textContent = frame.event;
  timeline.ariaValueNow = i;
  timeline.ariaValueText = `${clockText(frame.at)}: ${frame.headline}`;
}

function seek(i) {
  const target = Math.min(last, Math.max(0, i));
  const glides = Math.abs(target - now.frame) === 1;
  now.time = now.times[target];
  show(target, glides);
  showTime();
  if (!now.isPlaying) writeHash();
}

let tickId = 0;

function tick(before) {
  tickId = requestAnimationFrame((at) => {
    now.time = Math.min(now.times[last], now.time + (now.speed * Math.min(250, at - before)) / 1000);
    const i = lastFrame((frame) => now.times[frame] <= now.time + 1e-6);
    if (i !== now.frame) show(i, i === now.frame + 1);
    showTime();
    if (i === last) pause();
    else tick(at);
  });
}

function showPlaying() {
  const sign = now.isPlaying ? "pause" : "play";
  find("play").ariaLabel = capital(sign);
  find("play").querySelector("use").setAttribute("href", `#icon-${sign}`);
  find("headline").ariaLive = now.isPlaying ? "off" : "polite";
}

function pause() {
  if (!now.isPlaying) return;
  cancelAnimationFrame(tickId);
  now.isPlaying = false;
  showPlaying();
  writeHash();
}

function play() {
  if (now.frame === last) seek(0);
  now.isPlaying = true;
  showPlaying();
  tick(performance.now());
}

function step(by) {
  pause();
  seek(now.frame + by);
}

/** Go to the nearest of some frames before or after this one. */
function leap(targets, direction) {
  pause();
  const ahead = targets.filter((i) => direction * (i - now.frame) > 0);
  if (direction > 0) seek(ahead.length ? Math.min(...ahead) : last);
  else seek(ahead.length ? Math.max(...ahead) : 0);
}

const instructionFrames = instructions.map(({ begun, sent }) => begun ?? sent);
const setFrames = sets.map((set) => set.frame);

function setSpeed(change) {
  const index = SPEEDS.indexOf(now.speed) + change;
  now.speed = SPEEDS[Math.min(SPEEDS.length - 1, Math.max(0, index))];
  find("speed").textContent = `${now.speed}×`;
  find("slower").disabled = now.speed === SPEEDS[0];
  find("faster").disabled = now.speed === SPEEDS.at(-1);
}

function setPace(pace) {
  now.pace = pace;
  now.times = schedule(pace);
  find("pace-time").ariaPressed = String(pace === "time");
  find("pace-steps").ariaPressed = String(pace === "steps");
  now.time = now.times[now.frame];
  layTimeline();
  show(now.frame, false);
  showTime();
}

// ------------------------------------------------------------------------------------------- links

const hash = () => `#e=${frames[now.frame].event}`;

/** The frame that the address names: `#e=N` is the game after its first N events. */
function frameInHash() {
  const found = /^#e=(\d{1,9})$/.exec(location.hash);
  return found ? lastFrame((i) => frames[i].event <= Number(found[1])) : null;
}

let writing = 0;

function writeHash() {
  clearTimeout(writing);
  writing = setTimeout(() => history.replaceState(null, "", hash()), QUIET);
}

async function copyLink() {
  const link = location.href.split("#")[0] + hash();
  let isCopied = true;
  try {
    await navigator.clipboard.writeText(link);
  } catch {
    const field = make("textarea", { value: link });
    document.body.append(field);
    field.select();
    isCopied = document.execCommand("copy");
    field.remove();
  }
  find("copied").textContent = isCopied ? "Copied" : "See address";
  find("copied").classList.add("told");
  setTimeout(() => {
    find("copied").textContent = "Copy link";
    find("copied").classList.remove("told");
  }, 1600);
}

// ---------------------------------------------------------------------------------------- commands

function press(button) {
  const isPressed = button.ariaPressed !== "true";
  button.ariaPressed = String(isPressed);
  return isPressed;
}

const commands = {
  play: () => (now.isPlaying ? pause() : play()),
  previous: () => step(-1),
  next: () => step(1),
  "previous-instruction": () => leap(instructionFrames, -1),
  "next-instruction": () => leap(instructionFrames, 1),
  "previous-set": () => leap(setFrames, -1),
  "next-set": () => leap(setFrames, 1),
  start: () => { pause(); seek(0); },
  end: () => { pause(); seek(last); },
  slower: () => setSpeed(-1),
  faster: () => setSpeed(1),
  "pace-time": () => setPace("time"),
  "pace-steps": () => setPace("steps"),
  "other-pace": () => setPace(now.pace === "time" ? "steps" : "time"),
  sight: () => {
    document.body.classList.toggle("dimmed", press(find("sight")));
    showStatus(frames[now.frame]);
  },
  trail: () => { press(find("trail")); showWay(now.frame); },
  copy: () => copyLink(),
  ask: () => { pause(); find("help").showModal(); },
};
const KEYS = {
  " ": "play",
  ArrowLeft: "previous",
  ArrowRight: "next",
  ArrowUp: "previous-instruction",
  ArrowDown: "next-instruction",
  "[": "previous-set",
  "]": "next-set",
  Home: "start",
  End: "end",
  ",": "slower",
  ".": "faster",
  m: "other-pace",
  v: "sight",
  t: "trail",
  c: "copy",
  "?": "ask",
};

for (const [id, run] of Object.entries(commands)) {
  find(id)?.addEventListener("click", (event) => {
    run();
    if (event.detail > 0) event.currentTarget.blur(); // so that the space bar still plays
  });
}
addEventListener("keydown", (event) => {
  const isTyped = event.ctrlKey || event.altKey || event.metaKey || find("help").open;
  const isPressing = event.key === " " && event.target.matches("button");
  const command = commands[KEYS[event.key.length === 1 ? event.key.toLowerCase() : event.key]];
  if (isTyped || isPressing || !command) return;
  event.preventDefault();
  command();
});
addEventListener("hashchange", () => {
  const i = frameInHash();
  if (i !== null && location.hash !== hash()) {
    pause();
    seek(i);
  }
});

timeline.ariaValueMax = last;
find("length").textContent = clockText(frames[last].at);
find("events").textContent = frames[last].event;
now.frame = frameInHash() ?? 0;
setSpeed(0);
setPace("time");
