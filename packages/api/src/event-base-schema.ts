import * as z from "zod";

/** The fields that every event carries, for the schemas of events. */
export const eventBase: { readonly eventId: z.ZodString; readonly installationId: z.ZodString } = {
  eventId: z.string().min(1),
  installationId: z.string(),
};
