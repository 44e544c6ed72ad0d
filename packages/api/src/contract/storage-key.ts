import * as z from "zod";
import { limits } from "./limits.ts";

// ASCII alone, so that both databases list keys in the same order. A slash would split the path of the API.
const pattern = /^[A-Za-z0-9][A-Za-z0-9._:@+=-]*$/;

/** Checks the key of a stored value, or the beginning of one. */
export const storageKeySchema: z.ZodType<string, string> = z
  .string()
  .min(1)
  .max(limits.identifierLength)
  .regex(pattern, "must begin with a letter or digit and contain only letters, digits and . _ : @ + = -")
  .meta({ description: "The key of a stored value.", examples: ["last-report"] });
