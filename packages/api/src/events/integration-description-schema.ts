import * as z from "zod";
import type { IntegrationDescription } from "./integration-description.ts";
import {
  type FetchRequestType,
  fetchRequestTypes,
  type RuntimeEventType,
  runtimeEventTypes,
} from "./runtime-event.ts";

const known: ReadonlySet<string> = new Set(runtimeEventTypes);
const isKnown = (type: string): type is RuntimeEventType => known.has(type);
const knownRequests: ReadonlySet<string> = new Set(fetchRequestTypes);
const isKnownRequest = (type: string): type is FetchRequestType => knownRequests.has(type);

/** The schema of an integration's description. Unknown events are dropped. */
export const integrationDescriptionSchema: z.ZodType<IntegrationDescription> = z.looseObject({
  events: z.array(z.string()).transform((types) => types.filter(isKnown)),
  components: z.array(z.string()),
  fetch: z.boolean(),
  siteRequests: z
    .array(z.string())
    .transform((types) => types.filter(isKnownRequest))
    .optional(),
  tools: z.array(z.string()).optional(),
  manifestHash: z.string().exactOptional(),
});
