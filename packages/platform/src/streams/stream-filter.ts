import type { LogLevel } from "@plugboard/api/client";
import * as z from "zod";
import { logLevels } from "../logs/log-line.ts";

const filterSchema = z.object({
  level: z.custom<LogLevel>((value) => logLevels.some((level) => level === value)).optional(),
  integrations: z.array(z.string()).readonly().optional(),
  installations: z.array(z.string()).readonly().optional(),
});

/** Limits a stream of logs. A line must match all conditions. */
export type StreamFilter = Readonly<z.infer<typeof filterSchema>>;

/** Reads a stored filter. */
export function readFilter(stored: string): StreamFilter {
  return filterSchema.parse(JSON.parse(stored));
}
