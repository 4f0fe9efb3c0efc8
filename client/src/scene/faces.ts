import { CanvasTexture, type Texture } from "three";
import {
  CARD,
  COLOUR_LETTERS,
  LETTER_PLACE,
  RIM,
  SYMBOL_COLOURS,
  SYMBOL_PATHS,
  symbolPlaces,
  type Face,
} from "../card-faces";

/** Gives the picture on a card; a letter names its colour if it is marked. */
export type FaceOf = (face: Face, isMarked: boolean) => Texture;

const SHARPNESS = 2.5;

/** The picture on a card, drawn on a canvas of its own. */
export const drawFace: FaceOf = (face, isMarked) => {
  const canvas = document.createElement("canvas");
  canvas.width = CARD.width * SHARPNESS;
  canvas.height = CARD.height * SHARPNESS;
  const pen = canvas.getContext("2d")!;
  pen.fillStyle = "#fefefa";
  pen.fillRect(0, 0, canvas.width, canvas.height);
  for (const { x, y, scale } of symbolPlaces(face, isMarked)) {
    pen.setTransform(scale * SHARPNESS, 0, 0, scale * SHARPNESS, x * SHARPNESS, y * SHARPNESS);
    const path = new Path2D(SYMBOL_PATHS[face.shape]);
    pen.fillStyle = SYMBOL_COLOURS[face.colour];
    pen.fill(path, "evenodd");
    pen.strokeStyle = RIM;
    pen.lineWidth = 1.8;
    pen.stroke(path);
  }
  if (isMarked) {
    const { x, y, scale } = LETTER_PLACE;
    pen.setTransform(SHARPNESS, 0, 0, SHARPNESS, x * SHARPNESS, y * SHARPNESS);
    pen.font = `700 ${scale}px sans-serif`;
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    pen.fillStyle = "#15151a";
    pen.fillText(COLOUR_LETTERS[face.colour], 0, 0);
  }
  const texture = new CanvasTexture(canvas);
  texture.anisotropy = 4;
  return texture;
};
