import { badEnvelope } from "./bad-envelope.ts";

/** What an object must have: fields that are strings, and fields that are objects or lists of a shape. */
export interface Shape {
  readonly [field: string]: "string" | Shape;
}

/**
 * Checks that a JSON value has a shape; fields beyond it pass.
 *
 * @throws {ExposableError} 400 that names the first field that is wrong.
 */
export function checkShape(
  path: string,
  value: unknown,
  shape: Shape,
): asserts value is Readonly<Record<string, unknown>> {
  if (!isObject(value)) badEnvelope(`${path} is not an object`);
  for (const name in shape) {
    const expected = shape[name] ?? {};
    if (expected !== "string") checkShape(`${path}.${name}`, value[name], expected);
    else if (typeof value[name] !== "string") badEnvelope(`${path}.${name} is not a string`);
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
