import * as z from "zod";
import { limits } from "./limits.ts";

// ASCII only, so both databases sort keys the same way. A slash would split the API path.
const pattern = /^[A-Za-z0-9][A-Za-z0-9._:@+=-]*$/;

/** The schema of a stored value's key or key prefix. */
export const storageKeySchema: z.ZodType<string, string> = z
  .string()
  .min(1)
  .max(limits.identifierLength)
  .regex(pattern, "must begin with a letter or digit and contain only letters, digits and . _ : @ + = -")
  .meta({ description: "The key of a stored value.", examples: ["last-report"] });
