import * as z from "zod";
import { developers } from "./callers.ts";
import { jsonSchema } from "./json.ts";
import { limits } from "./limits.ts";
import { defineOperations, operation } from "./operation.ts";

/** Work that an integration gives itself to do later; it comes back as a `task` event. */
export interface TaskCreation {
  readonly task: {
    /** At most 100 characters. */
    readonly type: string;
    /** JSON. */
    readonly payload?: unknown;
  };
  /** The installation whose environment the `task` event carries; needed with a token that is not of one installation. */
  readonly installationId?: string | undefined;
  /** How long to wait, in seconds; at once when left out, at most 30 days. */
  readonly delaySeconds?: number | undefined;
  /** ISO 8601 time after which the task is useless: unless handled by then, it fails as `expired`. Default: retried like any event. */
  readonly expiresAt?: string | undefined;
}

/** A task that was queued. */
export interface TaskResource {
  readonly id: string;
  /** The `eventId` its `task` event will have. */
  readonly eventId: string;
  /** ISO 8601 time. */
  readonly dueAt: string;
}

const maxTypeLength = 100;
const maxDelaySeconds = 30 * 24 * 3600;

const creationSchema: z.ZodType<TaskCreation, TaskCreation> = z.object({
  task: z.object({ type: z.string().min(1).max(maxTypeLength), payload: jsonSchema.optional() }),
  installationId: z.string().min(1).max(limits.identifierLength).optional(),
  delaySeconds: z.number().min(0).max(maxDelaySeconds).optional(),
  expiresAt: z.iso.datetime().optional(),
});

const taskSchema: z.ZodType<TaskResource> = z.object({
  id: z.string(),
  eventId: z.string(),
  dueAt: z.iso.datetime(),
});

/** Schemas of this file that the OpenAPI document names. */
export const taskSchemas = { TaskCreation: creationSchema, Task: taskSchema };

/** Work that an integration gives itself to do later. */
export const taskOperations = defineOperations({
  queueTask: operation({
    method: "POST",
    path: "/tasks",
    tag: "Tasks",
    summary: "Queue a task; it comes back as a task event",
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
