import * as z from "zod";
import { operators } from "./callers.ts";
import { limits } from "./limits.ts";
import { defineOperations, operation } from "./operation.ts";
import { pageOf, pageQueryFields } from "./page.ts";
import { shape } from "./shape.ts";

/** The levels of log lines. */
export const logLevelSchema = shape(
  "LogLevel",
  "The level of a log line, in increasing order of severity.",
  z.enum(["debug", "info", "warn", "error"]),
);
const kindSchema = z.enum(["log", "dispatch"]);

const lineSchema = shape(
  "IntegrationLogResource",
  "A log line of an integration, or a call to it.",
  z.object({
    id: z.string().describe("The position in the log; increases with each line."),
    time: z.iso.datetime(),
    version: z.int().describe("The integration's version."),
    kind: kindSchema.describe("`log`: written by the code or its runtime. `dispatch`: a call."),
    level: logLevelSchema,
    message: z
      .string()
      .describe("Secrets and tokens are replaced by `***`. Stack traces refer to the author's source files."),
    event: z.object({ id: z.string(), type: z.string() }).optional().describe("The related event."),
    installation: z.string().optional().describe("The id of the related installation."),
    status: z.int().optional().describe("The HTTP status of a call's response, if there was one."),
    durationMilliseconds: z.number().optional().describe("The duration of a call."),
    fields: z
      .record(z.string(), z.unknown())
      .optional()
      .describe("Structured data that the code logged with the message."),
  }),
);

const querySchema = shape(
  "IntegrationLogQuery",
  "Filters of an integration's log.",
  z.object({
    ...pageQueryFields,
    level: logLevelSchema.optional().describe("Only lines of at least this level."),
    installation: z
      .string()
      .max(limits.identifierLength)
      .optional()
      .describe("Only lines of this installation."),
    kind: kindSchema.meta({ description: "Only log lines, or only calls." }).optional(),
    text: z
      .string()
      .min(2)
      .max(limits.identifierLength)
      .optional()
      .describe("Only lines whose message, event or fields contain this exact text."),
    since: z.iso.datetime({ offset: true }).optional().describe("Only lines at or after this time."),
    before: z.iso.datetime({ offset: true }).optional().describe("Only lines before this time."),
  }),
);

/** Operations for integration logs. */
export const logOperations = defineOperations({
  listIntegrationLogs: operation({
    method: "GET",
    path: "/integrations/{integration}/logs",
    tag: "Integrations",
    summary: "List an integration's log lines and calls, newest first, or stream them",
    access: "administrator",
    roles: operators,
    query: querySchema,
    response: pageOf(lineSchema),
    isLive: true,
    example: {
      query: { level: "warn", text: "channel", since: "2026-01-15T09:00:00Z" },
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
