import { Fog, Material, Mesh, Scene, type Object3D } from "three";
import { type Happening, type PlayerWord, type PoseShown, type Situation } from "../protocol";
import { Cards, type CardNews, type FaceOf } from "./cards";
import { Character } from "./characters";
import { Heat } from "./heat";
import { Journey, type Stance } from "./journey";
import { LAYER } from "./layers";
import { Lines } from "./lines";
import { Marker } from "./markers";
import { lights, matt } from "./paint";
import { SKY } from "./palette";
import { Pointers } from "./pointers";
import { Sails } from "./sails";
import { boardShadow, figureShadow } from "./shadows";
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
}

/** All that is on the board and around it, and how it moves; knows nothing of cameras. */
export class World {
  readonly scene = new Scene();
  readonly fog = new Fog(SKY.horizon);
  readonly sky = sky();
  readonly table = table();
  readonly heat = new Heat();
  readonly cards: Cards;
  readonly #solids = new Solids();
  readonly #water = new Water();
  readonly #sails = new Sails();
  readonly #lines = new Lines();
  readonly #pointers: Pointers;
  readonly #figures: Record<PlayerWord, Figure>;
  #tiles: number[] = [];
  #now = 0;
  #locatorEnd: number;
  #pointed: readonly number[] = [];

  /** `hasLocators` says whether players are pointed out at first. */
  constructor(hasLocators: boolean, faceOf?: FaceOf) {
    this.#locatorEnd = hasLocators ? LOCATOR_SECONDS : 0;
    this.#pointers = new Pointers(hasLocators);
    this.cards = new Cards(faceOf);
    const material = matt();
    this.#figures = {
      leader: this.#figure("leader", material, LAYER.world),
      follower: this.#figure("follower", material, LAYER.follower),
    };
    this.scene.fog = this.fog;
    this.scene.add(this.#solids.object, this.#water.mesh, this.#sails.object, this.cards.object);
    this.scene.add(this.#lines.object, this.heat.object, this.#pointers.object, this.sky);
    this.scene.add(boardShadow(), ...lights());
  }

  get tiles(): readonly number[] {
    return this.#tiles;
  }

  /** Whether players or cards are moving. */
  get isMoving(): boolean {
    return (
      this.cards.isMoving || PLAYERS.some((player) => this.#figures[player].journey.isUnderWay)
    );
  }

  /** Whether the locators are over the players. */
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
    for (const part of [this.#solids, this.#water, this.#sails, this.#lines]) part.setTiles(tiles);
  }

  /** Adds cells that have been seen for the first time. */
  addTiles(seen: readonly (readonly [number, number])[]): void {
    const tiles = [...this.#tiles];
    for (const [cell, code] of seen) tiles[cell] = code;
    if (seen.some(([cell, code]) => this.#tiles[cell] !== code)) this.setTiles(tiles);
  }

  /** Makes motion short or full, and symbols plain or marked with letters. */
  setLooks(isReduced: boolean, isMarked: boolean): void {
    for (const player of PLAYERS) this.#figures[player].journey.isReduced = isReduced;
    this.cards.setLooks(isReduced, isMarked);
  }

  /** Points at cells, and at no others any more. */
  pointAt(cells: readonly number[]): void {
    if (cells.join() === this.#pointed.join()) return;
    this.#pointed = cells;
    this.#pointers.pointAt(cells, this.#tiles);
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

  /** Goes on for some seconds with all that moves; what moves all the time only if asked to. */
  advance(seconds: number, isAmbient: boolean): void {
    this.#now += seconds;
    for (const player of PLAYERS) this.#figures[player].journey.advance(seconds);
    this.cards.advance(this.#now);
    const ambient = isAmbient ? [this.#water, this.#sails, this.#pointers] : [];
    for (const part of ambient) part.setTime(this.#now);
    this.#pose(this.isLocating ? (isAmbient ? this.#now : 0) : null);
  }

  /** Frees what the graphics hardware holds. */
  dispose(): void {
    this.cards.dispose();
    this.table.dispose();
    this.scene.traverse((part) => {
      const { geometry, material } = part as Partial<Mesh>;
      geometry?.dispose();
      for (const paint of [material].flat()) if (paint instanceof Material) paint.dispose();
    });
  }

  #figure(player: PlayerWord, material: Material, layer: number): Figure {
    const character = new Character(player, material, layer);
    const figure = { character, marker: new Marker(player), shadow: figureShadow(layer) };
    this.scene.add(...objectsOf(figure));
    return { ...figure, journey: new Journey() };
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

  #pose(bounce: number | null): void {
    for (const player of PLAYERS) {
      const figure = this.#figures[player];
      const { journey, character, marker, shadow } = figure;
      for (const object of objectsOf(figure)) object.visible = journey.pose !== null;
      const stance = this.#elbowed(player);
      character.pose(stance, journey.strides, journey.isWalking);
      marker.pose(stance, bounce);
      shadow.position.set(stance.x, shadow.position.y, stance.z);
    }
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

function objectsOf({ character, marker, shadow }: Omit<Figure, "journey">): Object3D[] {
  return [character.object, marker.object, shadow];
}

function newsOf(happenings: readonly Happening[]): CardNews {
  const sets = happenings.filter((happening) => happening.type === "set");
  return {
    made: new Set(sets.flatMap((set) => set.old)),
    fresh: new Set(sets.flatMap((set) => set.new)),
  };
}
