import type { EnvelopeEvent, Environment, IntegrationTypes } from "@plugboard/api";
import { ExposableError } from "../exposable-error.ts";

type Kind = "string" | "object" | "array";
type Field = readonly [path: string, kind: Kind];

const environmentFields: readonly Field[] = [
  ["apiEndpoint", "string"],
  ["apiTokens.integration", "string"],
  ["integration.name", "string"],
  ["integration.urls.publicEndpoint", "string"],
  ["secrets", "object"],
];

const eventFields: readonly Field[] = [
  ["type", "string"],
  ["eventId", "string"],
  ["installationId", "string"],
];

const fieldsByEventType: ReadonlyMap<string, readonly Field[]> = new Map([
  [
    "fetch",
    [
      ["request.method", "string"],
      ["request.url", "string"],
      ["request.headers", "array"],
    ],
  ],
  [
    "ui_render",
    [
      ["componentId", "string"],
      ["props", "object"],
      ["context.type", "string"],
    ],
  ],
  ["task", [["task.type", "string"]]],
]);

/**
 * Checks the fields of an event that the runtime reads. A type it does not know passes: nothing handles it.
 *
 * @throws {ExposableError} 400 that names the first field that is wrong.
 */
export function checkEvent(value: unknown): asserts value is EnvelopeEvent {
  checkFields("event", value, eventFields);
  checkFields("event", value, fieldsByEventType.get(String(valueAt(value, "type"))) ?? []);
}

/**
 * Checks the fields of an environment that the runtime reads. That its configuration and secrets have the shapes in
 * `Types` is the platform's part: it checked them against the manifest.
 *
 * @throws {ExposableError} 400 that names the first field that is wrong.
 */
export function checkEnvironment<Types extends IntegrationTypes>(
  value: unknown,
): asserts value is Environment<Types> {
  checkFields("environment", value, environmentFields);
}

function checkFields(root: string, value: unknown, fields: readonly Field[]): void {
  for (const [path, kind] of fields) {
    if (kindOf(valueAt(value, path)) === kind) continue;
    throw new ExposableError(`Not an envelope: ${root}.${path} is not of type ${kind}`, 400, "bad_envelope");
  }
}

function valueAt(value: unknown, path: string): unknown {
  let current = value;
  for (const name of path.split(".")) {
    if (typeof current !== "object" || current === null || !Object.hasOwn(current, name)) return undefined;
    current = Reflect.get(current, name);
  }
  return current;
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return "array";
  return value === null ? "null" : typeof value;
}
