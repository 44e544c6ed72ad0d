import { setImmediate as nextTurn } from "node:timers/promises";

/** The number of characters to work on before pausing for other requests, which takes about 10 ms. */
const maxCharacters = 256 * 1024;

/** Returns a function to await before working on each of many texts. It pauses when a turn of the event loop has had enough. */
export function createTextTurns(): (text: string) => Promise<void> {
  let characters = 0;
  return async ({ length }) => {
    characters += length;
    if (characters <= maxCharacters) return;
    characters = length;
    await nextTurn();
  };
}
