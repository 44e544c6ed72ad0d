import type { IntegrationDescription, IntegrationTypes } from "@plugboard/api";
import type { IntegrationDefinition } from "./integration-definition.ts";

/** Before it is written as JSON, which leaves out what is undefined. */
interface Description extends Omit<IntegrationDescription, "events" | "manifestHash"> {
  readonly events: readonly string[];
  readonly manifestHash: string | undefined;
}

/** What an integration handles, so that the platform sends only that. */
export function describeIntegration<Types extends IntegrationTypes>({
  events,
  task,
  components = [],
  fetch,
  manifestHash,
}: IntegrationDefinition<Types>): Description {
  // Read off the definition, so that a bundle carries no list of all events.
  const types = Object.entries({ ...events, task, ui_render: [events?.ui_render ?? [], components].flat() });
  return {
    events: types.flatMap(([type, handlers]) => ([handlers ?? []].flat().length > 0 ? [type] : [])),
    components: components.map(({ componentId }) => componentId),
    fetch: fetch !== undefined,
    manifestHash,
  };
}
