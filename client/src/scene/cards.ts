import {
  ExtrudeGeometry,
  Group,
  Mesh,
  MeshBasicMaterial,
  Shape,
  type BufferGeometry,
  type Color,
} from "three";
import { CARD } from "../card-faces";
import { WIDTH, type CardShown } from "../protocol";
import { drawFace, type FaceOf } from "./faces";
import { centreOf } from "./grid";
import { OUTLINE } from "./palette";

export type { FaceOf } from "./faces";

const WIDE = CARD.width / 100;
const LONG = CARD.height / 100;
const CORNER = 0.09;
const BAND = 0.1;
const DROP_SECONDS = 0.55;
const DROP_HEIGHT = 3;
const FLASH_SECONDS = 0.9;
const SHRINK_SECONDS = 0.25;
const BLINK_SECONDS = 0.15;
const SLAB = thick(rounded(WIDE, LONG, CORNER), 0.07);
const FRAME = frame();

/** What befell cards, beside what the situation says. */
export interface CardNews {
  made: ReadonlySet<number>;
  fresh: ReadonlySet<number>;
}

/** A card as it is drawn. */
interface Lying {
  card: CardShown;
  isInvalid: boolean;
  bornAt: number;
  madeAt: number;
}

interface Change {
  at: number;
  cards: readonly CardShown[];
  isInvalid: boolean;
  news: CardNews;
}

/** The cards on the board: white slabs with symbols, outlined when selected. */
export class Cards {
  readonly object = new Group();
  readonly #edge = new MeshBasicMaterial({ color: 0x9aa1ab });
  readonly #faces = new Map<string, MeshBasicMaterial>();
  readonly #rims = new Map<Color, MeshBasicMaterial>();
  #lying = new Map<number, Lying>();
  #parting: Lying[] = [];
  #changes: Change[] = [];
  #now = 0;
  #isMarked = false;
  #isReduced = false;

  constructor(private readonly faceOf: FaceOf = drawFace) {}

  /** Lays out cards at a time, in seconds: what was made flashes and goes, what is fresh drops in. */
  show(at: number, cards: readonly CardShown[], isInvalid: boolean, news: CardNews): void {
    this.#changes.push({ at, cards, isInvalid, news });
  }

  /** Forgets all that still moves, and lays out cards at once. */
  reset(cards: readonly CardShown[], isInvalid: boolean): void {
    this.#changes = [];
    this.#parting = [];
    this.#lying = new Map(
      cards.map((card) => [card.cell, { card, isInvalid, bornAt: -1e9, madeAt: 1e9 }]),
    );
    this.#draw();
  }

  /** Makes nothing blink or drop, and letters name the colours. */
  setLooks(isReduced: boolean, isMarked: boolean): void {
    this.#isReduced = isReduced;
    this.#isMarked = isMarked;
    this.#draw();
  }

  /** Whether cards are moving or about to change. */
  get isMoving(): boolean {
    const isDropping = [...this.#lying.values()].some(
      ({ bornAt }) => this.#now < bornAt + DROP_SECONDS,
    );
    return this.#changes.length > 0 || this.#parting.length > 0 || isDropping;
  }

  /** Moves the cards to where they are at a time. */
  advance(now: number): void {
    const wasMoving = this.isMoving;
    this.#now = now;
    while (this.#changes[0] && this.#changes[0].at <= now) this.#apply(this.#changes.shift()!);
    const lifetime = FLASH_SECONDS + SHRINK_SECONDS;
    this.#parting = this.#parting.filter(({ madeAt }) => now < madeAt + lifetime);
    if (wasMoving) this.#draw();
  }

  /** Frees what the graphics hardware holds. */
  dispose(): void {
    for (const { map } of this.#faces.values()) map?.dispose();
  }

  #apply({ at, cards, isInvalid, news }: Change): void {
    const before = this.#lying;
    const delay = news.made.size > 0 ? FLASH_SECONDS : 0;
    this.#lying = new Map(
      cards.map((card) => {
        const fresh = news.fresh.has(card.cell) ? at + delay : -1e9;
        const bornAt = before.get(card.cell)?.bornAt ?? fresh;
        return [card.cell, { card, isInvalid, bornAt, madeAt: 1e9 }];
      }),
    );
    for (const [cell, lying] of before) {
      const isMade = news.made.has(cell) && !this.#lying.has(cell);
      if (isMade) this.#parting.push({ ...lying, madeAt: at });
    }
  }

  #draw(): void {
    this.object.clear();
    const born = [...this.#lying.values()].filter(({ bornAt }) => bornAt <= this.#now);
    for (const lying of [...born, ...this.#parting]) this.object.add(this.#picture(lying));
  }

  #picture(lying: Lying): Group {
    const { card, bornAt, madeAt } = lying;
    const [age, since] = [this.#now - bornAt, this.#now - madeAt];
    const rise = this.#isReduced ? 0 : dropHeight(age / DROP_SECONDS) + hop(since);
    const gone = Math.max(0, since - FLASH_SECONDS) / SHRINK_SECONDS;
    const { x, z } = centreOf(card.cell);
    const picture = new Group();
    picture.position.set(x, rise + liftOf(card.cell), z);
    picture.scale.setScalar(Math.max(0.001, (1 - gone) * swell(since)));
    picture.add(new Mesh(SLAB, [this.#face(card), this.#edge]));
    const rim = this.#rimColour(lying);
    if (rim) picture.add(new Mesh(FRAME, this.#rim(rim)));
    return picture;
  }

  #face(card: CardShown): MeshBasicMaterial {
    const name = `${card.count} ${card.colour} ${card.shape} ${this.#isMarked}`;
    const known = this.#faces.get(name);
    if (known) return known;
    const map = this.faceOf(card, this.#isMarked);
    map.repeat.set(1 / WIDE, 1 / LONG);
    map.offset.set(0.5, 0.5);
    const made = new MeshBasicMaterial({ map });
    this.#faces.set(name, made);
    return made;
  }

  #rim(color: Color): MeshBasicMaterial {
    const rim = this.#rims.get(color) ?? new MeshBasicMaterial({ color });
    this.#rims.set(color, rim);
    return rim;
  }

  #rimColour({ card, isInvalid, madeAt }: Lying): Color | null {
    if (this.#now >= madeAt) {
      const isLit = Math.floor((this.#now - madeAt) / BLINK_SECONDS) % 2 === 0;
      return this.#isReduced || isLit ? OUTLINE.made : null;
    }
    if (!card.is_selected) return null;
    return isInvalid ? OUTLINE.invalid : OUTLINE.selected;
  }
}

/** A rectangle with round corners. */
function rounded(width: number, length: number, corner: number): Shape {
  const [x, y] = [width / 2 - corner, length / 2 - corner];
  const turn = Math.PI / 2;
  return new Shape()
    .absarc(x, y, corner, 0, turn)
    .absarc(-x, y, corner, turn, 2 * turn)
    .absarc(-x, -y, corner, 2 * turn, 3 * turn)
    .absarc(x, -y, corner, 3 * turn, 4 * turn);
}

/** A shape that lies on the ground and rises to a height; its top comes first. */
function thick(shape: Shape, depth: number): BufferGeometry {
  const geometry = new ExtrudeGeometry(shape, { depth, bevelEnabled: false, curveSegments: 3 });
  return geometry.rotateX(-Math.PI / 2);
}

/** A thick frame around a card. */
function frame(): BufferGeometry {
  const shape = rounded(WIDE + 2 * BAND, LONG + 2 * BAND, CORNER + BAND);
  shape.holes.push(rounded(WIDE, LONG, CORNER));
  return thick(shape, 0.08);
}

/** A hair's breadth by which a card lies over its neighbours to the north, whose corners it covers. */
function liftOf(cell: number): number {
  return 0.004 * (3 - (Math.floor(cell / WIDTH) % 4));
}

/** How high a dropping card is when a share of its time has passed; it bounces once. */
function dropHeight(t: number): number {
  if (t >= 1) return 0;
  return t < 0.7
    ? DROP_HEIGHT * (1 - (t / 0.7) ** 2)
    : 0.25 * Math.sin(((t - 0.7) / 0.3) * Math.PI);
}

/** How much larger a card is some seconds after its set was made. */
function swell(seconds: number): number {
  return seconds < 0 ? 1 : 1 + 0.3 * Math.min(1, seconds / 0.2);
}

function hop(seconds: number): number {
  return seconds < 0 || seconds > 0.5 ? 0 : 0.3 * Math.sin((seconds / 0.5) * Math.PI);
}
