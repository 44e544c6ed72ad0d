import type { IntegrationDescription, IntegrationTypes } from "@plugboard/api";
import { handledTypes } from "./handlers-of.ts";
import type { IntegrationDefinition } from "./integration-definition.ts";

/** What an integration handles, so that the platform sends only that. */
export function describeIntegration<Types extends IntegrationTypes>(
  definition: IntegrationDefinition<Types>,
): IntegrationDescription {
  const { components = [], fetch, manifestHash } = definition;
  const events = new Set(handledTypes(definition));
  if (components.length > 0) events.add("ui_render");
  return {
    events: [...events],
    components: components.map(({ componentId }) => componentId),
    fetch: fetch !== undefined,
    ...(manifestHash !== undefined && { manifestHash }),
  };
}
