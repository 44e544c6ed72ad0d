import type { IntegrationDescription, IntegrationTypes } from "@plugboard/api";
import { handlersOf } from "./dispatch-envelope.ts";
import type { IntegrationDefinition } from "./integration-definition.ts";

/** Before serialization, which omits undefined fields. */
interface Description extends Omit<IntegrationDescription, "events" | "requests" | "tools" | "manifestHash"> {
  readonly events: readonly string[];
  readonly requests: readonly string[];
  readonly tools: readonly string[] | undefined;
  readonly manifestHash: string | undefined;
}

/** Describes the handlers of an integration, so that the platform only sends events with a handler. */
export function describeIntegration<Types extends IntegrationTypes>(
  definition: IntegrationDefinition<Types>,
): Description {
  const { events, components = [], tools, fetch, manifestHash } = definition;
  const isHandled = (type: string): boolean =>
    handlersOf(definition, type).length > 0 || (type === "ui_render" && components.length > 0);
  return {
    // Derived from the definition, so that bundles don't include a list of all events.
    events: Object.keys({ ...events, task: 0, schedule: 0, ui_render: 0 }).filter(isHandled),
    components: components.map(({ componentId }) => componentId),
    fetch: !!fetch,
    requests: Object.entries(definition).flatMap(([key, respond]) =>
      key.startsWith("fetch_") && respond ? [key] : [],
    ),
    tools: tools?.map(({ id }) => id),
    manifestHash,
  };
}
