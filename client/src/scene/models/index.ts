/** Models of everything that stands on the board; every measure is in distances between cells. */

import { Vector3, type BufferGeometry } from "three";

import { TILES } from "../../protocol";
import { bushyTree, manyTree, oak, roundTree, tallTree } from "./broadleaf";
import { follower } from "./follower";
import { hut } from "./huts";
import { lamp } from "./lamp";
import { leader } from "./leader";
import { geometryOf, type Part } from "./painting";
import { palm } from "./palm";
import { curvedPine, layeredTree, pine, smoothCone } from "./pines";
import { bush, daisies, spikes, tuft, tulips } from "./plants";
import { tent } from "./tent";
import { tower } from "./tower";
import { HUB, mill, sails } from "./windmill";

/** The name of every prop, in the order of the tile codes. */
export const PROP_NAMES: readonly string[] = [
  ...new Set(TILES.flatMap(({ prop }) => (prop === null ? [] : [prop]))),
];

/** What turns on a prop: its geometry goes round `axis` through the origin, which is at `pivot`. */
export interface MovingModel {
  geometry: BufferGeometry;
  pivot: Vector3;
  axis: Vector3;
  turnsPerSecond: number;
}

/** A prop that stands on y = 0 around the origin and looks along -z. */
export interface PropModel {
  geometry: BufferGeometry;
  moving?: MovingModel;
}

/** A person at the origin who looks along -z; the left limb of each pair comes first.
 *
 * All geometries are in the person's own space: legs swing about the x axis at y = `hip`, arms at
 * y = `shoulder`.
 */
export interface CharacterModel {
  body: BufferGeometry;
  legs: [BufferGeometry, BufferGeometry];
  arms: [BufferGeometry, BufferGeometry];
  hip: number;
  shoulder: number;
}

const PROPS: ReadonlyMap<string, () => Part[]> = new Map([
  ["bush_tree", () => bushyTree("#45913a")],
  ["bush_tree_br", () => bushyTree("#a06a38")],
  ["bush_tree_rd", () => bushyTree("#c9403a")],
  ["oak_tree_lm", () => oak("#dbdf2c")],
  ["tree", () => roundTree("#349848")],
  ["tree_rd", () => roundTree("#d2433c")],
  ["clean_tree", () => smoothCone("#2f9f78")],
  ["clean_tree_br", () => smoothCone("#96622f")],
  ["clean_tree_rd", () => smoothCone("#bf332f")],
  ["palm_tree", palm],
  ["tall_tree", () => tallTree("#4c9e30")],
  ["tall_tree_rd", () => tallTree("#c93a30")],
  ["multi_tree", () => manyTree("#f7c21e", "#d8392a")],
  ["pine_tree", () => pine("#1f7040")],
  ["pine_tree_crv", () => curvedPine("#3a8f44")],
  ["pt_tree", () => layeredTree("#43a53f")],
  ["pt_tree_lm", () => layeredTree("#efd22e")],
  ["bush", () => bush("#3f8f3a", "#e8554a")],
  ["bush_yw", () => bush("#ffd824", "#fffbe0")],
  ["flow_bl", () => daisies("#5f5cf5", "#ffe36b")],
  ["flow_rd", () => tulips("#f02a52")],
  ["flow_prp", () => spikes("#8c2bd0")],
  ["grass", tuft],
  ["street_lamp", lamp],
  ["tower", tower],
  ["windmill", mill],
  ["hut_green", () => hut("#3f9b4a")],
  ["hut_red", () => hut("#c93a32")],
  ["hut_yellow", () => hut("#f2c72e")],
  ["hut_blue", () => hut("#3b6fd0")],
  ["hut_black", () => hut("#3a3a42")],
  ["house_lvl1", tent],
]);

const propModels = new Map<string, PropModel>();
const characterModels = new Map<string, CharacterModel>();

/** The model of a prop, made at its first use.
 *
 * @throws RangeError for a name that is not in `PROP_NAMES`.
 */
export function propModel(name: string): PropModel {
  const known = propModels.get(name);
  if (known) return known;
  const parts = PROPS.get(name);
  if (!parts) throw new RangeError(`no model of ${JSON.stringify(name)}: expected a prop's name`);
  const model: PropModel = { geometry: geometryOf(parts()) };
  if (name === "windmill") model.moving = turningSails();
  propModels.set(name, model);
  return model;
}

function turningSails(): MovingModel {
  return {
    geometry: geometryOf(sails()).translate(-HUB[0], -HUB[1], -HUB[2]),
    pivot: new Vector3(...HUB),
    axis: new Vector3(0, 0, -1),
    turnsPerSecond: 0.12,
  };
}

/** The model of a player, made at its first use. */
export function characterModel(player: "leader" | "follower"): CharacterModel {
  const known = characterModels.get(player);
  if (known) return known;
  const { body, legs, arms, hip, shoulder } = player === "leader" ? leader() : follower();
  const model: CharacterModel = {
    body: geometryOf(body),
    legs: [geometryOf(legs[0]), geometryOf(legs[1])],
    arms: [geometryOf(arms[0]), geometryOf(arms[1])],
    hip,
    shoulder,
  };
  characterModels.set(player, model);
  return model;
}
