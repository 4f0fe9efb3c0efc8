import { Box3, Mesh, Scene, Vector3, type Object3D } from "three";
import { type Happening, type PlayerWord, type PoseShown, type Situation } from "../protocol";
import { Cards, type CardNews } from "./cards";
import { Character } from "./characters";
import { Heat } from "./heat";
import { Journey, type Stance } from "./journey";
import { LAYER } from "./layers";
import { Lines } from "./lines";
import { Marker } from "./markers";
import { paint } from "./paint";
import { Pointers } from "./pointers";
import { Sails } from "./sails";
import { Shadows } from "./shadows";
import { sky, table } from "./sky";
import { Solids } from "./solids";
import { Water } from "./water";

const PLAYERS: readonly PlayerWord[] = ["leader", "follower"];
const LOCATOR_SECONDS = 5;
const ELBOW_ROOM = 0.24;

interface Figure {
  journey: Journey;
  character: Character;
  marker: Marker;
  shadow: Mesh;
  /** What tells apart how it was drawn last, and the box it was drawn in. */
  drawn: string | null;
  box: Box3 | null;
}

/** A box in which things have changed; the follower's own figure, which its eyes do not see, or not. */
export interface Change {
  box: Box3;
  isOwn: boolean;
}

/** All that is on the board and around it, and how it moves; knows nothing of cameras. */
export class World {
  readonly scene = new Scene();
  readonly sky = sky();
  readonly table = table();
  readonly heat = new Heat();
  readonly cards = new Cards();
  readonly #solids = new Solids();
  readonly #water = new Water();
  readonly #sails = new Sails();
  readonly #shadows = new Shadows();
  readonly #lines = new Lines();
  readonly #pointers: Pointers;
  readonly #figures: Record<PlayerWord, Figure>;
  #tiles: number[] = [];
  #now = 0;
  #locatorEnd: number;
  #isReduced = false;
  #changes: Change[] = [];
  #pointed: readonly number[] = [];

  /** `hasLocators` says whether players are pointed out at first. */
  constructor(hasLocators: boolean) {
    this.#locatorEnd = hasLocators ? LOCATOR_SECONDS : 0;
    this.#pointers = new Pointers(hasLocators);
    const material = paint();
    this.#figures = {
      leader: this.#figure("leader", material, LAYER.world),
      follower: this.#figure("follower", material, LAYER.follower),
    };
    this.scene.add(this.#solids.object, this.#water.mesh, this.#sails.object, this.cards.object);
    this.scene.add(this.#lines.object, this.heat.object, this.sky, this.table);
    this.scene.add(this.#shadows.board(), this.#pointers.object);
  }

  get tiles(): readonly number[] {
    return this.#tiles;
  }

  /** Whether water, sails or pointers would move now. */
  get isAmbient(): boolean {
    return !this.#isReduced && this.#ambientBoxes.length > 0;
  }

  get #ambientBoxes(): Box3[] {
    return [...this.#water.boxes, ...this.#sails.boxes, ...this.#pointers.boxes];
  }

  /** Whether players or cards are moving. */
  get isMoving(): boolean {
    return (
      this.cards.isMoving || PLAYERS.some((player) => this.#figures[player].journey.isUnderWay)
    );
  }

  /** Whether the locators still bounce over the players. */
  get isLocating(): boolean {
    return this.#now < this.#locatorEnd;
  }

  /** Where the follower's eyes are. */
  get followerStance(): Stance {
    return this.#figures.follower.journey.stance;
  }

  /** Builds a board. */
  setTiles(tiles: readonly number[]): void {
    this.#tiles = [...tiles];
    this.#build();
  }

  /** Adds cells that have been seen for the first time. */
  addTiles(tiles: readonly (readonly [number, number])[]): void {
    const isNews = tiles.some(([cell, code]) => this.#tiles[cell] !== code);
    for (const [cell, code] of tiles) this.#tiles[cell] = code;
    if (isNews) this.#build();
  }

  /** Makes motion short or full, and symbols plain or marked with letters. */
  setLooks(isReduced: boolean, isMarked: boolean): void {
    this.#isReduced = isReduced;
    this.cards.isReduced = isReduced;
    this.cards.isMarked = isMarked;
    for (const player of PLAYERS) this.#figures[player].journey.isReduced = isReduced;
    this.cards.redraw(this.#now);
  }

  /** Points at cells, and at no others any more. */
  pointAt(cells: readonly number[]): void {
    if (cells.join() === this.#pointed.join()) return;
    this.#pointed = cells;
    const before = this.#pointers.boxes;
    this.#pointers.pointAt(cells, this.#tiles);
    const boxes = [...before, ...this.#pointers.boxes];
    this.#changes.push(...boxes.map((box) => ({ box, isOwn: false })));
  }

  /** Lets the picture go over to a situation. */
  show(situation: Situation, happenings: readonly Happening[], isInstant: boolean): void {
    this.#send("leader", situation.leader ?? null, isInstant);
    this.#send("follower", situation.follower, isInstant);
    const isInvalid = situation.is_invalid ?? false;
    if (isInstant) this.cards.reset(situation.cards, isInvalid);
    else this.cards.show(this.#arrival(), situation.cards, isInvalid, newsOf(happenings));
    if (happenings.some(({ type }) => type === "step")) {
      this.#locatorEnd = Math.min(this.#locatorEnd, this.#now + 1);
    }
  }

  /** Goes on for some seconds with all that moves; water, sails and pointers only if asked to. */
  advance(seconds: number, isAmbient: boolean): void {
    this.#now += seconds;
    for (const player of PLAYERS) this.#figures[player].journey.advance(seconds);
    this.cards.advance(this.#now);
    if (isAmbient && this.isAmbient) {
      this.#water.setTime(this.#now);
      this.#sails.setTime(this.#now);
      this.#pointers.setTime(this.#now);
      this.#changes.push(...this.#ambientBoxes.map((box) => ({ box, isOwn: false })));
    }
    this.#pose();
  }

  /** What has changed since this was last asked. */
  takeChanges(): Change[] {
    const cards = this.cards.takeBoxes().map((box) => ({ box, isOwn: false }));
    const changes = [...this.#changes, ...cards];
    this.#changes = [];
    return changes;
  }

  /** Frees what the graphics hardware holds. */
  dispose(): void {
    this.#solids.dispose();
    this.#water.mesh.geometry.dispose();
    const parts = [this.#sails, this.#shadows, this.#lines, this.#pointers, this.heat, this.cards];
    for (const part of parts) part.dispose();
    for (const player of PLAYERS) this.#figures[player].marker.dispose();
  }

  #figure(player: PlayerWord, material: ReturnType<typeof paint>, layer: number): Figure {
    const character = new Character(player, material, layer);
    const marker = new Marker(player);
    const shadow = this.#shadows.figure(layer);
    this.scene.add(character.object, marker.object, shadow);
    for (const object of [character.object, marker.object, shadow] as Object3D[]) {
      object.visible = false;
    }
    return { journey: new Journey(), character, marker, shadow, drawn: null, box: null };
  }

  #build(): void {
    this.#solids.setTiles(this.#tiles);
    this.#water.setTiles(this.#tiles);
    this.#sails.setTiles(this.#tiles);
    this.#sails.setTime(this.#now);
    this.#lines.setTiles(this.#tiles);
  }

  #send(player: PlayerWord, pose: PoseShown | null, isInstant: boolean): void {
    const { journey } = this.#figures[player];
    if (pose === null) journey.forget();
    else journey.goTo(pose, isInstant);
  }

  /** When all players will be where they were sent. */
  #arrival(): number {
    return this.#now + Math.max(...PLAYERS.map((p) => this.#figures[p].journey.secondsLeft));
  }

  #pose(): void {
    const bounce = this.isLocating ? (this.#isReduced ? 0 : this.#now) : null;
    for (const player of PLAYERS) {
      const figure = this.#figures[player];
      const { journey, character, marker, shadow } = figure;
      const isThere = journey.pose !== null;
      const stance = isThere ? this.#elbowed(player) : null;
      this.#note(figure, stance, bounce);
      for (const object of [character.object, marker.object, shadow]) object.visible = isThere;
      if (!stance) continue;
      character.pose(stance, journey.strides, journey.isWalking);
      marker.pose(stance, bounce);
      shadow.position.set(stance.x, shadow.position.y, stance.z);
    }
  }

  /** Takes note of where a figure was drawn and will be, if it is to be drawn otherwise. */
  #note(figure: Figure, stance: Stance | null, bounce: number | null): void {
    const drawn = stance && `${stance.x} ${stance.z} ${stance.bearing} ${bounce}`;
    if (drawn === figure.drawn) return;
    figure.drawn = drawn;
    const isOwn = figure === this.#figures.follower;
    if (figure.box) this.#changes.push({ box: figure.box, isOwn });
    figure.box = stance && reachOf(stance, bounce !== null);
    if (figure.box) this.#changes.push({ box: figure.box, isOwn });
  }

  /** Where a player is drawn: a little aside if both are in one place. */
  #elbowed(player: PlayerWord): Stance {
    const { stance } = this.#figures[player].journey;
    const other = this.#figures[player === "leader" ? "follower" : "leader"].journey;
    if (other.pose === null) return stance;
    const apart = Math.hypot(stance.x - other.stance.x, stance.z - other.stance.z);
    const aside = ELBOW_ROOM * Math.max(0, 1 - apart * 1.5) * (player === "leader" ? -1 : 1);
    return { ...stance, x: stance.x + aside };
  }
}

/** The box around a figure with its marker. */
function reachOf({ x, z }: Stance, hasLocator: boolean): Box3 {
  const top = hasLocator ? 2.7 : 1.35;
  return new Box3(new Vector3(x - 1, -0.01, z - 1), new Vector3(x + 1, top, z + 1));
}

function newsOf(happenings: readonly Happening[]): CardNews {
  const sets = happenings.filter((happening) => happening.type === "set");
  return {
    made: new Set(sets.flatMap((set) => set.old)),
    fresh: new Set(sets.flatMap((set) => set.new)),
  };
}
