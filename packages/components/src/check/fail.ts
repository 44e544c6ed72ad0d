import { typeOf } from "../elements/plain-object.ts";
import { ComponentError, type ComponentErrorCode } from "./component-error.ts";

// Keeps messages short for long values.
const maxQuoted = 60;

/** Throws an error with the expected and actual value at `path`. */
export function fail(code: ComponentErrorCode, path: string, expected: string, value: unknown): never {
  const problem = code.replace("_", " ");
  throw new ComponentError(code, `${path}: ${problem}, expected ${expected}, got ${quote(value)}`, path);
}

function quote(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value.slice(0, maxQuoted));
  if ((typeof value !== "object" && typeof value !== "function") || value === null) return String(value);
  const type = typeOf(value)?.slice(0, maxQuoted);
  return type ? `<${type}>` : Object.prototype.toString.call(value);
}

/** Returns the path of the value under `key`, such as `block.children[2]`. Truncates long keys. */
export function pathTo(path: string, key: string | number): string {
  const isName = typeof key === "string" && key.length <= maxQuoted && /^[a-z_$][\w$]*$/i.test(key);
  return isName ? `${path}.${key}` : `${path}[${JSON.stringify(key).slice(0, maxQuoted)}]`;
}
