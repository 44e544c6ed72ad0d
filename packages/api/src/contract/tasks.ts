import * as z from "zod";
import { developers } from "./callers.ts";
import { anyJsonSchema } from "./json.ts";
import { limits } from "./limits.ts";
import { defineOperations, operation } from "./operation.ts";
import { shape } from "./shape.ts";

const maxTypeLength = 100;
const maxDelaySeconds = 30 * 24 * 3600;

const resourceField = z.string().min(1).max(limits.identifierLength).optional();

const creationSchema = shape(
  "TaskCreation",
  "Work that an integration queues for itself, delivered as a `task` event.",
  z
    .object({
      task: z.object({
        type: z.string().min(1).max(maxTypeLength).describe("At most 100 characters."),
        payload: anyJsonSchema.optional().describe("JSON."),
      }),
      installationId: z
        .string()
        .min(1)
        .max(limits.identifierLength)
        .optional()
        .describe(
          "The installation to run the task for. Required unless the token belongs to an installation.",
        ),
      spaceId: resourceField.describe(
        "A space of the installation; the task's environment then contains the space installation.",
      ),
      siteId: resourceField.describe("The same for a site."),
      delaySeconds: z
        .number()
        .min(0)
        .max(maxDelaySeconds)
        .optional()
        .describe("Delay in seconds, at most 30 days. Defaults to 0."),
      expiresAt: z.iso
        .datetime()
        .optional()
        .describe(
          "When the task becomes obsolete: if it isn't handled by then, it fails as `expired`. By default only the retry schedule limits delivery.",
        ),
    })
    .refine(({ spaceId, siteId }) => spaceId === undefined || siteId === undefined, {
      error: "has both a space and a site; choose one",
      path: ["siteId"],
    }),
);

const taskSchema = shape(
  "TaskResource",
  "A queued task.",
  z.object({
    id: z.string(),
    eventId: z.string().describe("The `eventId` of the future `task` event."),
    dueAt: z.iso.datetime(),
  }),
);

/** Operations for tasks. */
export const taskOperations = defineOperations({
  queueTask: operation({
    method: "POST",
    path: "/tasks",
    tag: "Tasks",
    summary: "Queue a task, which is delivered as a task event",
    access: "token",
    roles: developers,
    audit: false,
    body: creationSchema,
    maxBodyBytes: limits.jsonBodyBytes,
    status: 201,
    response: taskSchema,
    idempotent: true,
    errors: ["not_found", "conflict", "rate_limited"],
    example: {
      body: { task: { type: "sync", payload: { full: true } }, delaySeconds: 60 },
      response: { id: "evt_1", eventId: "evt_1", dueAt: "2026-01-15T09:31:00.000Z" },
    },
  }),
});
