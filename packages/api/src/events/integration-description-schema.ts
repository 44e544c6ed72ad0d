import * as z from "zod";
import type { IntegrationDescription } from "./integration-description.ts";

/** The schema of an integration's description. Events and requests of any name pass: the platform's product can have its own. */
export const integrationDescriptionSchema: z.ZodType<IntegrationDescription> = z.looseObject({
  events: z.array(z.string()),
  components: z.array(z.string()),
  fetch: z.boolean(),
  requests: z.array(z.string()).optional(),
  tools: z.array(z.string()).optional(),
  manifestHash: z.string().exactOptional(),
});
