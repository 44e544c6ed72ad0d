import * as z from "zod";
import type { IntegrationDescription } from "./integration-description.ts";
import {
  type RuntimeEventType,
  runtimeEventTypes,
  type SiteRequestType,
  siteRequestTypes,
} from "./runtime-event.ts";

const known: ReadonlySet<string> = new Set(runtimeEventTypes);
const isKnown = (type: string): type is RuntimeEventType => known.has(type);
const knownRequests: ReadonlySet<string> = new Set(siteRequestTypes);
const isKnownRequest = (type: string): type is SiteRequestType => knownRequests.has(type);

/** Checks what an integration says it handles. Events that this package does not know yet are left out. */
export const integrationDescriptionSchema: z.ZodType<IntegrationDescription> = z.looseObject({
  events: z.array(z.string()).transform((types) => types.filter(isKnown)),
  components: z.array(z.string()),
  fetch: z.boolean(),
  siteRequests: z
    .array(z.string())
    .transform((types) => types.filter(isKnownRequest))
    .optional(),
  manifestHash: z.string().exactOptional(),
});
