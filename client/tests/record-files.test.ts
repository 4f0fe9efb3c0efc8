import { describe, expect, test } from "vitest";
import { recordsIn } from "../src/record-files";

const games = ['{"game": 1, "text": "über"}', '{"game": 2}', '{"game": 3}'];

async function zipped(text: string): Promise<Blob> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("gzip"));
  return new Response(stream).blob();
}

describe("a file of recorded games", () => {
  test("can hold one game over several lines", async () => {
    const text = JSON.stringify({ game: 1 }, null, 2);
    expect(await recordsIn(new Blob([text, "\n"]))).toEqual([text]);
  });

  test("can hold a game a line", async () => {
    expect(await recordsIn(new Blob([games.join("\n"), "\n\n"]))).toEqual(games);
  });

  test("can be zipped as a whole", async () => {
    expect(await recordsIn(await zipped(games.join("\n")))).toEqual(games);
  });

  test("can be zipped game by game", async () => {
    const members = await Promise.all(games.map((game) => zipped(`${game}\n`)));
    expect(await recordsIn(new Blob(members))).toEqual(games);
  });

  test("is told to be damaged if it ends in the middle", async () => {
    const whole = await zipped(games.join("\n"));
    await expect(recordsIn(whole.slice(0, whole.size - 12))).rejects.toThrow("damaged");
  });

  test("without a game holds none", async () => {
    expect(await recordsIn(new Blob(["Dear diary"]))).toEqual([]);
  });
});
