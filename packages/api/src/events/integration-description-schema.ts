import * as z from "zod";
import type { IntegrationDescription } from "./integration-description.ts";
import { type FetchRequestType, fetchRequestTypes } from "./runtime-event.ts";

const knownRequests: ReadonlySet<string> = new Set(fetchRequestTypes);
const isKnownRequest = (type: string): type is FetchRequestType => knownRequests.has(type);

/** The schema of an integration's description. Events of any name pass: the platform's product can have its own. */
export const integrationDescriptionSchema: z.ZodType<IntegrationDescription> = z.looseObject({
  events: z.array(z.string()),
  components: z.array(z.string()),
  fetch: z.boolean(),
  siteRequests: z
    .array(z.string())
    .transform((types) => types.filter(isKnownRequest))
    .optional(),
  tools: z.array(z.string()).optional(),
  manifestHash: z.string().exactOptional(),
});
