import * as z from "zod";

export const minPasswordLength = 10;
export const maxPasswordLength = 128;

/** A secret that a link ends with. */
export const linkTokenSchema = z.object({ token: z.string().max(200) });

export const nameSchema = z
  .string()
  .trim()
  .min(1, "Say your name.")
  .max(100, "A name has at most 100 characters.");
export const passwordSchema = z
  .string()
  .min(minPasswordLength, `A password has at least ${minPasswordLength} characters.`)
  .max(maxPasswordLength, `A password has at most ${maxPasswordLength} characters.`);
export const emailSchema = z.email("This is not an e-mail address.").toLowerCase();
