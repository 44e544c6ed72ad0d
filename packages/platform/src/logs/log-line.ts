import type { LogLevel } from "@plugboard/api/client";
import * as z from "zod";
import type { Tables } from "../database/tables.ts";
import { maskSecrets } from "./mask-secrets.ts";

export interface LogLine {
  readonly integration: string;
  readonly version: number;
  /** Unix time in milliseconds. */
  readonly time: number;
  readonly kind: "log" | "dispatch";
  readonly level: LogLevel;
  readonly message: string;
  readonly event?:
    | { readonly eventId: string; readonly type: string; readonly installationId?: string | undefined }
    | undefined;
  readonly status?: number | undefined;
  readonly durationMilliseconds?: number | undefined;
  readonly fields?: Readonly<Record<string, unknown>> | undefined;
}

export interface StoredLogLine extends LogLine {
  /** Increases with each line of the integration. */
  readonly position: number;
}

/** The limit for one line. The rest of its message is cut off. */
const maxLineBytes = 16 * 1024;

/** Levels in the order of their numbers in the table. */
export const logLevels: readonly LogLevel[] = ["debug", "info", "warn", "error"];

const contentSchema = z.object({
  message: z.string(),
  event: z
    .object({ eventId: z.string(), type: z.string(), installationId: z.string().optional() })
    .optional(),
  status: z.number().optional(),
  durationMilliseconds: z.number().optional(),
  fields: z.record(z.string(), z.unknown()).optional(),
});

/** A stored line. */
export type LogRow = Tables["integration_logs"];

export type NewLogRow = Omit<LogRow, "position" | "organization_id" | "installation_organization_id">;

/** Converts a line to a row, with secrets masked and limited in size. */
export function toLogRow(line: LogLine, secrets: readonly string[]): NewLogRow {
  const { message, event, status, durationMilliseconds, fields } = line;
  const masked = maskSecrets({ message, event, status, durationMilliseconds, fields }, secrets);
  const whole = JSON.stringify(masked);
  const cut = {
    ...masked,
    message: `${masked.message.slice(0, maxLineBytes / 4)}…`,
    fields: undefined,
  };
  const content = whole.length <= maxLineBytes ? whole : JSON.stringify(cut);
  return {
    integration: line.integration,
    written_at: line.time,
    version: line.version,
    kind: line.kind,
    level: logLevels.indexOf(line.level),
    installation_id: event?.installationId ?? null,
    content,
    bytes: Buffer.byteLength(content),
  };
}

export function toLogLine(
  row: Omit<LogRow, "bytes" | "installation_id" | "organization_id" | "installation_organization_id">,
): StoredLogLine {
  return {
    integration: row.integration,
    position: row.position,
    version: row.version,
    time: row.written_at,
    kind: row.kind,
    level: logLevels[row.level] ?? "info",
    ...contentSchema.parse(JSON.parse(row.content)),
  };
}
