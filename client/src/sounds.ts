import type { Cue } from "./cues";

interface Note {
  /** Hertz. */
  pitch: number;
  /** Seconds after the cue. */
  at: number;
  seconds: number;
  loudness: number;
  wave: OscillatorType;
}

const note = (
  pitch: number,
  at: number,
  seconds: number,
  loudness: number,
  wave: OscillatorType = "triangle",
): Note => ({ pitch, at, seconds, loudness, wave });

const TUNES: Record<Cue, readonly Note[]> = {
  "your-turn": [note(523, 0, 0.16, 0.5), note(659, 0.12, 0.16, 0.5), note(784, 0.24, 0.3, 0.5)],
  "partner-turn": [note(523, 0, 0.16, 0.3), note(392, 0.14, 0.26, 0.3)],
  step: [note(180, 0, 0.06, 0.35, "sine"), note(130, 0.05, 0.06, 0.25, "sine")],
  select: [note(740, 0, 0.09, 0.4), note(988, 0.07, 0.14, 0.4)],
  deselect: [note(740, 0, 0.09, 0.35), note(554, 0.07, 0.14, 0.35)],
  set: [
    note(523, 0, 0.14, 0.5),
    note(659, 0.1, 0.14, 0.5),
    note(784, 0.2, 0.14, 0.5),
    note(1047, 0.3, 0.45, 0.6),
  ],
  hurry: [note(880, 0, 0.08, 0.4, "square"), note(880, 0.16, 0.08, 0.4, "square")],
  message: [note(660, 0, 0.08, 0.35, "sine"), note(880, 0.09, 0.16, 0.35, "sine")],
  bump: [note(110, 0, 0.1, 0.4, "sine")],
};
const SQUARE_SOFTENING = 0.3;

let context: AudioContext | null = null;

/** Makes a sound; `volume` is 0 to 1. Browsers stay silent until the person has done something. */
export function sound(cue: Cue, volume: number): void {
  // eslint-disable-next-line @typescript-eslint/no-unnecessary-condition -- Firefox got it with 120
  if (volume <= 0 || !navigator.userActivation?.hasBeenActive) return;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  const start = context.currentTime + 0.01;
  for (const tone of TUNES[cue]) ring(context, tone, start, volume);
}

function ring(audio: AudioContext, tone: Note, start: number, volume: number): void {
  const oscillator = audio.createOscillator();
  const gain = audio.createGain();
  const begin = start + tone.at;
  const peak = tone.loudness * volume * (tone.wave === "square" ? SQUARE_SOFTENING : 1) * 0.5;
  oscillator.type = tone.wave;
  oscillator.frequency.value = tone.pitch;
  gain.gain.setValueAtTime(0, begin);
  gain.gain.linearRampToValueAtTime(peak, begin + 0.012);
  gain.gain.exponentialRampToValueAtTime(0.0001, begin + tone.seconds);
  oscillator.connect(gain).connect(audio.destination);
  oscillator.start(begin);
  oscillator.stop(begin + tone.seconds + 0.02);
}
