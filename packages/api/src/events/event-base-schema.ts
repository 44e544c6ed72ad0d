import * as z from "zod/mini";

/** The fields of all event schemas. */
export const eventBase: { readonly eventId: z.ZodMiniString; readonly installationId: z.ZodMiniString } = {
  eventId: z.string().check(z.minLength(1)),
  installationId: z.string(),
};
