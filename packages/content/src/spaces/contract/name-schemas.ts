import { limits } from "@plugboard/api/contract";
import * as z from "zod";
import { contentLimits } from "../../limits/content-limits.ts";

/** The schema of a title that people choose. */
export const titleSchema: z.ZodString = z
  .string()
  .trim()
  .min(1, "must not be empty")
  .max(limits.identifierLength);

/** The schema of a path that people choose. */
export const pathSchema: z.ZodString = z
  .string()
  .max(contentLimits.pathLength)
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, "must be lower-case letters, digits and single hyphens between them");
