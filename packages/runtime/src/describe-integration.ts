import { type IntegrationDescription, type IntegrationTypes, runtimeEventTypes } from "@plugboard/api";
import type { IntegrationDefinition } from "./integration-definition.ts";

/** What an integration handles, so that the platform sends only that. */
export function describeIntegration<Types extends IntegrationTypes>(
  definition: IntegrationDefinition<Types>,
): IntegrationDescription {
  const { events = {}, components = [], task, fetch, manifestHash } = definition;
  const handled: Readonly<Record<string, unknown>> = {
    ...(components.length > 0 && { ui_render: components }),
    ...events,
    task,
  };
  return {
    events: runtimeEventTypes.filter((type) => handled[type] !== undefined),
    components: components.map(({ componentId }) => componentId),
    fetch: fetch !== undefined,
    ...(manifestHash !== undefined && { manifestHash }),
  };
}
