import { ComponentError, type ComponentErrorCode } from "../component-error.ts";

/** A value and where it stands. Linked upwards, so that a path is only spelt out when there is an error. */
export interface Place {
  readonly value: unknown;
  readonly key: string | number;
  readonly parent: Place | undefined;
  readonly depth: number;
  /** What the whole tree has come to so far. */
  readonly tally: { values: number; characters: number };
}

/** The place of a whole tree; paths start with `name`. */
export function rootPlace(value: unknown, name: string): Place {
  return { value, key: name, parent: undefined, depth: 1, tally: { values: 0, characters: 0 } };
}

/** The place of what stands under `key` in the value at `parent`. */
export function placeIn(parent: Place, key: string | number, value: unknown): Place {
  return { value, key, parent, depth: parent.depth + 1, tally: parent.tally };
}

/** The error that says what is wrong with the value at `place`. */
export function errorAt(place: Place, code: ComponentErrorCode, problem: string): ComponentError {
  return new ComponentError(code, pathOf(place), problem);
}

function pathOf({ key, parent }: Place): string {
  if (parent === undefined) return String(key);
  return pathOf(parent) + (typeof key === "number" ? `[${key}]` : spellKey(key));
}

function spellKey(key: string): string {
  return /^[\w$]{1,60}$/.test(key) ? `.${key}` : `[${JSON.stringify(key.slice(0, 60))}]`;
}
