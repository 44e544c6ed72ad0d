import type { IntegrationDescription, IntegrationTypes, RuntimeEventType } from "@plugboard/api";
import { handlersOf } from "./dispatch-envelope.ts";
import type { IntegrationDefinition } from "./integration-definition.ts";

/** Before it is written as JSON, which leaves out what is undefined. */
interface Description extends Omit<IntegrationDescription, "events" | "siteRequests" | "manifestHash"> {
  readonly events: readonly string[];
  readonly siteRequests: readonly string[];
  readonly manifestHash: string | undefined;
}

/** What an integration handles, so that the platform sends only that. */
export function describeIntegration<Types extends IntegrationTypes>(
  definition: IntegrationDefinition<Types>,
): Description {
  const { events, components = [], fetch, manifestHash } = definition;
  // A name that is no event's has handlers as well, if the definition says so.
  const isHandled = (type: string): boolean =>
    handlersOf(definition, type as RuntimeEventType).length > 0 ||
    (type === "ui_render" && components.length > 0);
  return {
    // Read off the definition, so that a bundle carries no list of all events.
    events: Object.keys({ ...events, task: 0, ui_render: 0 }).filter(isHandled),
    components: components.map(({ componentId }) => componentId),
    fetch: fetch !== undefined,
    siteRequests: Object.entries(definition).flatMap(([key, respond]) =>
      key.startsWith("fetch_") && respond ? [key] : [],
    ),
    manifestHash,
  };
}
