import type { EnvelopeEvent, Environment, IntegrationTypes } from "@plugboard/api";
import { badEnvelope } from "./bad-envelope.ts";

/** A JSON value whose fields may be read: what is none has no fields. */
interface Fields {
  readonly [name: string]: Fields | null | undefined;
}

/**
 * Checks the fields of an event that the runtime reads. A type it does not know passes: nothing handles it.
 *
 * @throws {ExposableError} 400 that names the first field that is wrong.
 */
export function checkEvent(event: unknown): asserts event is EnvelopeEvent {
  checkFields("event", event, "type", "eventId", "installationId");
  const { request, task, props, context } = event;
  const type: unknown = event["type"];
  if (type === "fetch") {
    checkFields("event.request", request, "method", "url");
    checkFields("event.request.headers", request["headers"]);
  }
  if (type === "ui_render") {
    checkFields("event", event, "componentId");
    checkFields("event.props", props);
    checkFields("event.context", context);
  }
  if (type === "task") checkFields("event.task", task, "type");
}

/**
 * Checks the fields of an environment that the runtime reads. That its configuration and secrets have the shapes in
 * `Types` is the platform's part: it checked them against the manifest.
 *
 * @throws {ExposableError} 400 that names the first field that is wrong.
 */
export function checkEnvironment<Types extends IntegrationTypes>(
  environment: unknown,
): asserts environment is Environment<Types> {
  checkFields("environment", environment, "apiEndpoint");
  const { apiTokens, integration, secrets } = environment;
  checkFields("environment.apiTokens", apiTokens, "integration");
  checkFields("environment.integration.urls", integration?.["urls"], "publicEndpoint");
  checkFields("environment.secrets", secrets);
}

// Checks that a value is an object or a list, with texts under these names.
function checkFields(path: string, value: unknown, ...texts: readonly string[]): asserts value is Fields {
  const fields: Fields = Object(value);
  if (fields !== value) badEnvelope(`${path} is not an object`);
  for (const name of texts) {
    if (typeof fields[name] !== "string") badEnvelope(`${path}.${name} is not a string`);
  }
}
