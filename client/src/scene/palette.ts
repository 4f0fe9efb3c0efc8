import { Color, ColorManagement } from "three";
import type { PlayerWord } from "../protocol";

// Colours are those of the screen, so that none has to be converted pixel by pixel.
ColorManagement.enabled = false;

/** The light of the sky from above, of the ground from below, and of the sun. */
export const LIGHT = {
  sky: new Color(0.71, 0.74, 0.79),
  earth: new Color(0.6, 0.596, 0.63),
  sun: new Color(0.37, 0.34, 0.27),
} as const;

/** The colours of the outlines of cards. */
export const OUTLINE = {
  selected: new Color(0x00d9ff),
  invalid: new Color(0xff2030),
  made: new Color(0x0fd64f),
} as const;

/** The colour of what points at a card. */
export const POINTER = new Color(0xff1fb4);

/** The colours of the players' markers. */
export const MARKER: Record<PlayerWord, Color> = {
  leader: new Color(0xffd21f),
  follower: new Color(0xa44bff),
};

/** The colours of the ground. */
export const GROUND = {
  grass: new Color(0x86c256),
  grassEdge: new Color(0x6fa845),
  path: new Color(0xe3c491),
  pathEdge: new Color(0xb8905a),
  shore: new Color(0xd9c48c),
  bed: new Color(0x5f9c9a),
  rock: new Color(0x85828c),
  rockDark: new Color(0x65626d),
  snow: new Color(0xe9f0f6),
  soil: new Color(0x9a6b45),
  soilDark: new Color(0x6d4a32),
  mist: new Color(0xd6e6f1),
  mistEdge: new Color(0xcfe0ed),
} as const;

/** The colours of the water. */
export const WATER = {
  shallow: new Color(0x57c4e5),
  deep: new Color(0x1f78b4),
  foam: new Color(0xe8fbff),
} as const;

/** The colours of the sky and of what lies around the board. */
export const SKY = {
  zenith: new Color(0x6fb4ea),
  horizon: new Color(0xdcecf5),
  below: new Color(0xb9d3e6),
  tableFar: new Color(0xcfe6f2),
  tableNear: new Color(0x9cc3dc),
} as const;
