import * as z from "zod";

export const minPasswordLength = 10;
export const maxPasswordLength = 128;

/** The token at the end of a link. */
export const linkTokenSchema = z.object({ token: z.string().max(200) });

export const nameSchema = z
  .string()
  .trim()
  .min(1, "Enter your name.")
  .max(100, "The name must have at most 100 characters.");
export const passwordSchema = z
  .string()
  .min(minPasswordLength, `The password must have at least ${minPasswordLength} characters.`)
  .max(maxPasswordLength, `The password must have at most ${maxPasswordLength} characters.`);
export const emailSchema = z
  .email("Enter a valid email address.")
  .max(200, "The email address must have at most 200 characters.")
  .toLowerCase();
