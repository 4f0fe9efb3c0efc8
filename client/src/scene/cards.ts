import { Box3, Color, Group, InstancedMesh, Matrix4, Vector3, type Object3D } from "three";
import { COLOURS, SHAPES, WIDTH, type CardShown, type ShapeWord } from "../protocol";
import { CARD, letterPlace, symbolPlaces, type Place } from "./cardlayout";
import { outline, slab } from "./cardshape";
import { centreOf } from "./grid";
import { letter } from "./letters";
import { paint, screenColour } from "./paint";
import { COLOUR_LETTERS, OUTLINE, SYMBOL_COLOURS } from "./palette";
import { symbol } from "./symbols";

const ROOM = 200;
const DROP_SECONDS = 0.55;
const DROP_HEIGHT = 3;
const FLASH_SECONDS = 0.9;
const SHRINK_SECONDS = 0.25;
const BLINK_SECONDS = 0.15;
const BLANK = new Color(1, 1, 1);
const FLASH = new Color(0.55, 1, 0.62);
const LETTER_INK = screenColour(new Color(0x15151a));

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
  readonly object: Object3D = new Group();
  readonly #slabs: InstancedMesh;
  readonly #outlines: InstancedMesh;
  readonly #symbols = new Map<ShapeWord, InstancedMesh>();
  readonly #letters = new Map<string, InstancedMesh>();
  readonly #meshes: InstancedMesh[] = [];
  #lying = new Map<number, Lying>();
  #parting: Lying[] = [];
  #changes: Change[] = [];
  #now = 0;
  #moved = new Map<number, boolean>();
  /** Whether letters name the colours. */
  isMarked = false;
  /** Whether nothing blinks or drops. */
  isReduced = false;

  constructor() {
    this.#slabs = this.#mesh(slab());
    this.#outlines = this.#mesh(outline());
    for (const shape of SHAPES) this.#symbols.set(shape, this.#mesh(symbol(shape)));
    for (const colour of COLOURS) {
      const sign = COLOUR_LETTERS[colour];
      this.#letters.set(sign, this.#mesh(letter(sign)));
    }
  }

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
    this.#draw(this.#now);
  }

  /** Whether cards are moving or about to change. */
  get isMoving(): boolean {
    if (this.#changes.length > 0 || this.#parting.length > 0) return true;
    for (const { bornAt } of this.#lying.values()) {
      if (this.#now < bornAt + DROP_SECONDS) return true;
    }
    return false;
  }

  /** Moves the cards to where they are at a time. */
  advance(now: number): void {
    const wasMoving = this.isMoving;
    this.#now = now;
    while (this.#changes[0] && this.#changes[0].at <= now) this.#apply(this.#changes.shift()!);
    if (!wasMoving) return;
    this.#noteMoving();
    const lifetime = FLASH_SECONDS + SHRINK_SECONDS;
    this.#parting = this.#parting.filter(({ madeAt }) => now < madeAt + lifetime);
    this.#draw(now);
  }

  /** The boxes in which cards have changed since this was last asked. */
  takeBoxes(): Box3[] {
    const boxes = [...this.#moved].map(([cell, isHigh]) => {
      const { x, z } = centreOf(cell);
      const top = isHigh ? DROP_HEIGHT + 0.2 : 0.2;
      return new Box3(new Vector3(x - 0.72, 0, z - 0.9), new Vector3(x + 0.72, top, z + 0.9));
    });
    this.#moved.clear();
    return boxes;
  }

  /** Draws all cards anew, as looks have changed. */
  redraw(now: number): void {
    this.#draw(now);
  }

  /** Frees what the graphics hardware holds. */
  dispose(): void {
    for (const mesh of this.#meshes) {
      mesh.geometry.dispose();
      mesh.dispose();
    }
  }

  #mesh(geometry: InstancedMesh["geometry"]): InstancedMesh {
    const mesh = new InstancedMesh(geometry, paint({ isUnlit: true }), ROOM);
    mesh.frustumCulled = false;
    mesh.count = 0;
    this.#meshes.push(mesh);
    this.object.add(mesh);
    return mesh;
  }

  #noteMoving(): void {
    for (const { card } of this.#parting) this.#moved.set(card.cell, true);
    for (const { card, bornAt } of this.#lying.values()) {
      if (this.#now >= bornAt && this.#now < bornAt + DROP_SECONDS + 0.2) {
        this.#moved.set(card.cell, true);
      }
    }
  }

  #apply({ at, cards, isInvalid, news }: Change): void {
    const before = this.#lying;
    const after = new Map<number, Lying>();
    for (const card of cards) {
      const known = before.get(card.cell);
      const delay = news.made.size > 0 ? FLASH_SECONDS : 0;
      const bornAt = known?.bornAt ?? (news.fresh.has(card.cell) ? at + delay : -1e9);
      after.set(card.cell, { card, isInvalid, bornAt, madeAt: 1e9 });
    }
    for (const [cell, lying] of before) {
      if (news.made.has(cell) && !after.has(cell)) this.#parting.push({ ...lying, madeAt: at });
    }
    for (const cell of new Set([...before.keys(), ...after.keys()])) {
      const isSame = lookOf(before.get(cell)) === lookOf(after.get(cell));
      if (!isSame) this.#moved.set(cell, this.#moved.get(cell) ?? false);
    }
    this.#lying = after;
  }

  #draw(now: number): void {
    for (const mesh of this.#meshes) mesh.count = 0;
    for (const lying of this.#lying.values()) this.#drawCard(lying, now);
    for (const lying of this.#parting) this.#drawCard(lying, now);
    for (const mesh of this.#meshes) {
      mesh.visible = mesh.count > 0;
      mesh.instanceMatrix.needsUpdate = true;
      if (mesh.instanceColor) mesh.instanceColor.needsUpdate = true;
    }
  }

  #drawCard(lying: Lying, now: number): void {
    if (now < lying.bornAt) return;
    const { card } = lying;
    const { x, z } = centreOf(card.cell);
    const rise = this.isReduced
      ? 0
      : dropHeight((now - lying.bornAt) / DROP_SECONDS) + hop(now - lying.madeAt);
    const gone = (now - lying.madeAt - FLASH_SECONDS) / SHRINK_SECONDS;
    const scale = Math.max(0.001, Math.min(1, 1 - gone) * swell(now - lying.madeAt));
    const base = new Matrix4()
      .makeTranslation(x, rise + liftOf(card.cell), z)
      .scale(new Vector3(scale, scale, scale));
    const rim = outlineColour(lying, now, this.isReduced);
    add(this.#slabs, base, now >= lying.madeAt && rim ? FLASH : BLANK);
    if (rim) add(this.#outlines, base, screenColour(rim));
    const ink = screenColour(SYMBOL_COLOURS[card.colour]);
    for (const place of symbolPlaces(card.shape, card.count, this.isMarked)) {
      add(this.#symbols.get(card.shape)!, placed(base, place), ink);
    }
    if (this.isMarked) {
      add(this.#letters.get(COLOUR_LETTERS[card.colour])!, placed(base, letterPlace()), LETTER_INK);
    }
  }
}

/** A hair's breadth by which a card lies over its neighbours to the north, whose corners it covers. */
function liftOf(cell: number): number {
  return 0.004 * (3 - (Math.floor(cell / WIDTH) % 4));
}

/** What tells apart how a card lying still is drawn. */
function lookOf(lying: Lying | undefined): string {
  return lying ? `${lying.card.is_selected ?? false} ${lying.isInvalid}` : "";
}

function add(mesh: InstancedMesh, matrix: Matrix4, colour: Color): void {
  if (mesh.count >= ROOM) return;
  mesh.setMatrixAt(mesh.count, matrix);
  mesh.setColorAt(mesh.count, colour);
  mesh.count += 1;
}

function placed(base: Matrix4, { x, z, size }: Place): Matrix4 {
  const place = new Matrix4().makeTranslation(x, CARD.thickness + 0.004, z);
  return base.clone().multiply(place.multiply(new Matrix4().makeScale(size, 1, size)));
}

function outlineColour(lying: Lying, now: number, isSteady: boolean): Color | null {
  const { card, isInvalid, madeAt } = lying;
  if (now >= madeAt) {
    return isSteady || Math.floor((now - madeAt) / BLINK_SECONDS) % 2 === 0 ? OUTLINE.made : null;
  }
  if (!card.is_selected) return null;
  return isInvalid ? OUTLINE.invalid : OUTLINE.selected;
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
