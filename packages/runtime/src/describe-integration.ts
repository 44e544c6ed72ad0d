import { type IntegrationDescription, type IntegrationTypes, runtimeEventTypes } from "@plugboard/api";
import { handlersOf } from "./handlers-of.ts";
import type { IntegrationDefinition } from "./integration-definition.ts";

/** What an integration handles, so that the platform sends only that. */
export function describeIntegration<Types extends IntegrationTypes>(
  definition: IntegrationDefinition<Types>,
): IntegrationDescription {
  const { components = [], fetch, manifestHash } = definition;
  const renders = components.length > 0;
  return {
    events: runtimeEventTypes.filter(
      (type) => handlersOf(definition, type).length > 0 || (type === "ui_render" && renders),
    ),
    components: components.map(({ componentId }) => componentId),
    fetch: fetch !== undefined,
    ...(manifestHash !== undefined && { manifestHash }),
  };
}
