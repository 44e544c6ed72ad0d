import type { EnvelopeEvent, Environment, IntegrationTypes } from "@plugboard/api";
import { malformed } from "./envelope-error.ts";

/** A JSON value whose fields may be read; what is no object has none. */
interface Fields {
  readonly [name: string]: Fields | null | undefined;
}

/**
 * Checks the fields of an event that the runtime reads. An unknown type passes: nothing handles it.
 *
 * @throws {EnvelopeError} `malformed`, naming the first field that is wrong.
 */
export function checkEvent(event: unknown): asserts event is EnvelopeEvent {
  checkFields("event", event, ["type", "eventId"]);
  const { type, installationId } = event;
  // Only a request to the integration's own endpoint is for no installation.
  if (type !== "fetch" || installationId !== undefined) checkFields("event", event, ["installationId"]);
  if (type === "fetch") checkFields("event", event, ["request.method", "request.url"], ["request.headers"]);
  if (type === "ui_render") checkFields("event", event, ["componentId"], ["props", "context"]);
  if (type === "task") checkFields("event", event, ["task.type"]);
}

/**
 * Checks the fields of an environment that the runtime reads. That its configuration and secrets have the shapes in
 * `Types` is up to the platform, which checked them against the manifest.
 *
 * @throws {EnvelopeError} `malformed`, naming the first field that is wrong.
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

/** Checks that a part is an object, which has texts and objects at these paths. */
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
