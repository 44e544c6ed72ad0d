import * as z from "zod";
import { operators } from "./callers.ts";
import { limits } from "./limits.ts";
import { defineOperations, operation } from "./operation.ts";
import { type PageQuery, pageOf, pageQueryFields } from "./page.ts";

/** How much a line of a log matters, from the least. */
export type LogLevel = "debug" | "info" | "warn" | "error";

/** Something an integration wrote, or a call of it. */
export interface IntegrationLogResource {
  /** Where it is in the log; grows with each line. */
  readonly id: string;
  readonly time: string;
  /** The version of the integration. */
  readonly version: number;
  /** `log`: its code or what runs it wrote the line. `dispatch`: it was called. */
  readonly kind: "log" | "dispatch";
  readonly level: LogLevel;
  /** Values of secrets and tokens in it are replaced by `***`. Places in stack traces are those of the author's files. */
  readonly message: string;
  /** The event it is about. */
  readonly event?: { readonly id: string; readonly type: string } | undefined;
  /** Identifier of the installation it is about. */
  readonly installation?: string | undefined;
  /** Of a call: the HTTP status of the response; absent when there was none. */
  readonly status?: number | undefined;
  /** Of a call: how long it took. */
  readonly durationMilliseconds?: number | undefined;
  /** What the code wrote besides the message. */
  readonly fields?: Readonly<Record<string, unknown>> | undefined;
}

/** Which lines to list. */
export interface IntegrationLogQuery extends PageQuery {
  /** Only lines that matter at least this much. */
  readonly level?: LogLevel | undefined;
  /** Only lines about this installation. */
  readonly installation?: string | undefined;
  readonly kind?: "log" | "dispatch" | undefined;
}

const levelSchema = z.enum(["debug", "info", "warn", "error"]);
const kindSchema = z.enum(["log", "dispatch"]);

const lineSchema: z.ZodType<IntegrationLogResource> = z.object({
  id: z.string(),
  time: z.iso.datetime(),
  version: z.int(),
  kind: kindSchema,
  level: levelSchema,
  message: z.string(),
  event: z.object({ id: z.string(), type: z.string() }).optional(),
  installation: z.string().optional(),
  status: z.int().optional(),
  durationMilliseconds: z.number().optional(),
  fields: z.record(z.string(), z.unknown()).optional(),
});

const querySchema: z.ZodType<IntegrationLogQuery, IntegrationLogQuery> = z.object({
  ...pageQueryFields,
  level: levelSchema.meta({ description: "Only lines that matter at least this much." }).optional(),
  installation: z
    .string()
    .max(limits.identifierLength)
    .meta({ description: "Only lines about this installation." })
    .optional(),
  kind: kindSchema.meta({ description: "Only what was written, or only calls." }).optional(),
});

/** Schemas of this file that the OpenAPI document names. */
export const logSchemas = { IntegrationLog: lineSchema };

/** What integrations write, and the calls of them. */
export const logOperations = defineOperations({
  listIntegrationLogs: operation({
    method: "GET",
    path: "/integrations/{integration}/logs",
    tag: "Integrations",
    summary: "List what an integration wrote and the calls of it, newest first, or watch them as they come",
    access: "administrator",
    roles: operators,
    query: querySchema,
    response: pageOf(lineSchema),
    isLive: true,
    example: {
      query: { level: "warn" },
      response: {
        items: [
          {
            id: "4711",
            time: "2026-01-15T09:30:00.000Z",
            version: 3,
            kind: "log",
            level: "error",
            message: "Error: the channel is gone\n    at post (src/post-message.ts:14:9)",
            event: { id: "evt_1", type: "page_feedback" },
            installation: "ins_1",
          },
        ],
      },
    },
  }),
});
