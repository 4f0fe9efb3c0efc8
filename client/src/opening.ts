import { navigation } from "./navigation.svelte";
import { keepOwnGame } from "./own-games";
import type { OpenRoom } from "./protocol";
import { personKey } from "./person";
import { openRoom, takeSeat } from "./requests";

/** Opens a room and goes there. */
export async function play(room: OpenRoom): Promise<void> {
  const { seats } = await openRoom({ ...room, person: personKey() });
  const game = keepOwnGame(seats, { ...room, seed: null }, Date.now());
  navigation.go({ page: "play", tokens: game.tokens });
}

/** Accepts an invitation and goes to the room. */
export async function join(invite: string, name: string): Promise<void> {
  const { seats } = await takeSeat({ invite, name, person: personKey() });
  const game = keepOwnGame(seats, null, Date.now());
  navigation.go({ page: "play", tokens: game.tokens }, true);
}
