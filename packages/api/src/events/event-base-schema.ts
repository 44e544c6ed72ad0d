import * as z from "zod/mini";

/** The fields that every event carries, for the schemas of events. */
export const eventBase: { readonly eventId: z.ZodMiniString; readonly installationId: z.ZodMiniString } = {
  eventId: z.string().check(z.minLength(1)),
  installationId: z.string(),
};
