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
  checkObject("event", event);
  const { request } = event;
  const type: unknown = event["type"];
  checkText("event.type", type);
  checkText("event.eventId", event["eventId"]);
  // Only a request to the integration's own endpoint is for no installation.
  if (type !== "fetch" || event["installationId"] !== undefined)
    checkText("event.installationId", event["installationId"]);
  if (type === "fetch") {
    checkText("event.request.method", request?.["method"]);
    checkText("event.request.url", request?.["url"]);
    checkObject("event.request.headers", request?.["headers"]);
  }
  if (type === "ui_render") {
    checkText("event.componentId", event["componentId"]);
    checkObject("event.props", event["props"]);
    checkObject("event.context", event["context"]);
  }
  if (type === "task") checkText("event.task.type", event["task"]?.["type"]);
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
  checkObject("environment", environment);
  checkText("environment.apiEndpoint", environment["apiEndpoint"]);
  checkText("environment.apiTokens.integration", environment["apiTokens"]?.["integration"]);
  checkText(
    "environment.integration.urls.publicEndpoint",
    environment["integration"]?.["urls"]?.["publicEndpoint"],
  );
  checkObject("environment.secrets", environment["secrets"]);
}

function checkText(path: string, value: unknown): void {
  if (typeof value !== "string") malformed(`${path} is not a string`);
}

function checkObject(path: string, value: unknown): asserts value is Fields {
  if (Object(value) !== value) malformed(`${path} is not an object`);
}
