import * as z from "zod/mini";
import type { TextFormat } from "./text-formats.ts";

/** What an editor shows for a key. */
export interface Documentation {
  readonly description: string;
  readonly examples?: readonly unknown[];
}

/** A text of one form. */
export function text(format: TextFormat, documentation?: Documentation): z.ZodMiniString<string> {
  const { code, pattern, message } = format;
  return z.string().check(
    z.refine((value) => pattern.test(value), { params: { code }, error: message }),
    z.meta({ pattern: pattern.source, ...documentation }),
  );
}
