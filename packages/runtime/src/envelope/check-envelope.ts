import type { EnvelopeEvent, Environment, IntegrationTypes } from "@plugboard/api";
import { checkShape, type Shape } from "./check-shape.ts";

const environmentShape: Shape = {
  apiEndpoint: "string",
  apiTokens: { integration: "string" },
  integration: { urls: { publicEndpoint: "string" } },
  secrets: {},
};

const eventShape: Shape = { type: "string", eventId: "string", installationId: "string" };

const shapesByType: ReadonlyMap<unknown, Shape> = new Map<unknown, Shape>([
  ["fetch", { request: { method: "string", url: "string", headers: {} } }],
  ["ui_render", { componentId: "string", props: {}, context: {} }],
  ["task", { task: { type: "string" } }],
]);

/**
 * Checks the fields of an event that the runtime reads. A type it does not know passes: nothing handles it.
 *
 * @throws {ExposableError} 400 that names the first field that is wrong.
 */
export function checkEvent(value: unknown): asserts value is EnvelopeEvent {
  checkShape("event", value, eventShape);
  checkShape("event", value, shapesByType.get(value.type) ?? {});
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
  checkShape("environment", value, environmentShape);
}
