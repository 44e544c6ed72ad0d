import type { LogLevel } from "@plugboard/api/client";
import * as z from "zod";
import { logLevels } from "../logs/log-line.ts";

/** Limits a stream of logs. A line must match all conditions. */
export interface StreamFilter {
  /** The lowest level. Defaults to all. */
  readonly level?: LogLevel | undefined;
  readonly integrations?: readonly string[] | undefined;
  readonly installations?: readonly string[] | undefined;
}

const filterSchema: z.ZodType<StreamFilter> = z.object({
  level: z.custom<LogLevel>((value) => logLevels.some((level) => level === value)).optional(),
  integrations: z.array(z.string()).readonly().optional(),
  installations: z.array(z.string()).readonly().optional(),
});

/** Reads a stored filter. */
export function readFilter(stored: string): StreamFilter {
  return filterSchema.parse(JSON.parse(stored));
}
