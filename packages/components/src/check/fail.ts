import { ComponentError, type ComponentErrorCode } from "../component-error.ts";
import { typeOf } from "./value.ts";

/** Throws the error that says what may stand at `path`, and what does, shortly whatever its size. */
export function fail(code: ComponentErrorCode, path: string, expected: string, value: unknown): never {
  const type = typeOf(value);
  const got =
    typeof value === "string"
      ? JSON.stringify(value.slice(0, 60))
      : Object(value) === value
        ? (type && `<${type}>`) || {}.toString.call(value)
        : String(value);
  throw new ComponentError(
    code,
    `${path}: ${code.replace("_", " ")}, expected ${expected}, got ${got}`,
    path,
  );
}
