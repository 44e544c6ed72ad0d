import type { EnvelopeEvent, Environment, IntegrationTypes } from "@plugboard/api";
import { malformed } from "./envelope-error.ts";

/** A JSON value with unchecked fields; non-objects have none. */
interface Fields {
  readonly [name: string]: Fields | null | undefined;
}

/**
 * Checks the fields of an event that the runtime reads. Unknown types pass, because no handler runs for them.
 *
 * @throws {EnvelopeError} `malformed`, naming the first invalid field.
 */
export function checkEvent(event: unknown): asserts event is EnvelopeEvent {
  checkFields("event", event, ["type", "eventId"]);
  const { type, installationId } = event;
  // Only a request to the integration's own endpoint has no installation.
  if (type !== "fetch" || installationId !== undefined) checkFields("event", event, ["installationId"]);
  if (type === "fetch") checkFields("event", event, ["request.method", "request.url"], ["request.headers"]);
  if (type === "ui_render") checkFields("event", event, ["componentId"], ["props", "context"]);
  if (type === "tool_call") checkFields("event", event, ["toolId"], ["arguments", "caller"]);
  if (type === "task") checkFields("event", event, ["task.type"]);
}

/**
 * Checks the fields of an environment that the runtime reads. The platform has already checked the
 * configuration and secrets against the manifest, so their shapes in `Types` are trusted.
 *
 * @throws {EnvelopeError} `malformed`, naming the first invalid field.
 */
export function checkEnvironment<Types extends IntegrationTypes>(
  environment: unknown,
): asserts environment is Environment<Types> {
  checkFields(
    "environment",
    environment,
    ["apiEndpoint", "apiTokens.integration", "integration.urls.publicEndpoint"],
    ["secrets"],
  );
}

/** Checks that a part is an object with strings and objects at these paths. */
function checkFields(
  part: string,
  value: unknown,
  texts: readonly string[],
  objects: readonly string[] = [],
): asserts value is Record<string, unknown> {
  checkObject(part, value);
  for (const path of texts)
    if (typeof valueAt(value, path) !== "string") malformed(`${part}.${path} is not a string`);
  for (const path of objects) checkObject(`${part}.${path}`, valueAt(value, path));
}

function checkObject(path: string, value: unknown): asserts value is Fields {
  if (Object(value) !== value) malformed(`${path} is not an object`);
}

function valueAt(value: Fields, path: string): unknown {
  return path.split(".").reduce<Fields | null | undefined>((fields, name) => fields?.[name], value);
}
