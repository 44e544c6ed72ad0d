import * as z from "zod";
import { atMost } from "./at-most.ts";
import { developers, everyMember, noMember, operators } from "./callers.ts";
import { anyJsonSchema, jsonSchema } from "./json.ts";
import { withOneKindField } from "./kind-fields.ts";
import { limits } from "./limits.ts";
import { defineOperations, operation } from "./operation.ts";
import { pageOf, pageQuerySchema } from "./page.ts";
import { shape } from "./shape.ts";
import type { TaskState } from "./types.ts";

const maxTypeLength = 100;
const maxDelaySeconds = 30 * 24 * 3600;

const resourceField = z.string().min(1).max(limits.identifierLength).optional();

const creationSchema = shape(
  "TaskCreation",
  "Work that an integration queues for itself, delivered as a `task` event.",
  withOneKindField(
    z.object({
      task: z.object({
        type: z.string().min(1).max(maxTypeLength).describe(atMost(maxTypeLength, "characters")),
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
    }),
    ({ kind }) =>
      resourceField.describe(
        `A ${kind} of the installation; the task's environment then contains the ${kind} installation.`,
      ),
  ),
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

const progressSchema = shape(
  "TaskProgress",
  "Progress that a task reports.",
  z.object({
    done: z.number().min(0).optional().describe("The finished amount, in any unit."),
    total: z.number().min(0).optional().describe("The whole amount, in the same unit."),
    message: z
      .string()
      .max(limits.taskTextLength)
      .optional()
      .describe(atMost(limits.taskTextLength, "characters")),
  }),
);

const stateSchema = shape(
  "TaskState",
  "A task and its progress.",
  z.object({
    id: z.string(),
    type: z.string(),
    status: z
      .enum(["queued", "running", "completed", "failed", "canceled"])
      .describe("A task that is waiting for a retry or its next run is `running`."),
    dueAt: z.iso.datetime(),
    progress: progressSchema.optional(),
    steps: z.int().describe("The number of checkpoints."),
    runs: z.int().describe("The number of requests to the integration."),
    error: z.string().optional().describe("Why the last run failed."),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime().describe("The last checkpoint, progress report or change of status."),
  }),
);

const checkpointSchema = shape(
  "TaskCheckpoint",
  "A finished step or the progress of a task.",
  z.object({
    run: z.int().min(1).describe("The number of the run, from the task event."),
    step: z
      .object({
        name: z
          .string()
          .min(1)
          .max(limits.taskTextLength)
          .describe(atMost(limits.taskTextLength, "characters")),
        value: jsonSchema.optional().describe("At most 64 KiB of JSON, 256 KiB for all steps of a task."),
      })
      .optional(),
    progress: progressSchema.optional(),
  }),
);

const state: TaskState = {
  id: "evt_1",
  type: "sync",
  status: "running",
  dueAt: "2026-01-15T09:31:00.000Z",
  progress: { done: 40, total: 120, message: "Indexing articles" },
  steps: 4,
  runs: 2,
  createdAt: "2026-01-15T09:30:00.000Z",
  updatedAt: "2026-01-15T09:31:08.000Z",
};

const ofInstallation = { tag: "Tasks", access: "installation" } as const;

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
  listTasks: operation({
    ...ofInstallation,
    method: "GET",
    path: "/installations/{installationId}/tasks",
    summary: "List the tasks of an installation, newest first",
    roles: everyMember,
    query: pageQuerySchema,
    response: pageOf(stateSchema),
    example: { response: { items: [state] } },
  }),
  getTask: operation({
    ...ofInstallation,
    method: "GET",
    path: "/installations/{installationId}/tasks/{taskId}",
    summary: "Read a task with its progress",
    roles: everyMember,
    response: stateSchema,
    example: { response: state },
  }),
  cancelTask: operation({
    ...ofInstallation,
    method: "POST",
    path: "/installations/{installationId}/tasks/{taskId}/cancel",
    summary: "Cancel a task; a running step can't save its result anymore",
    roles: operators,
    response: stateSchema,
    errors: ["conflict"],
    example: { response: { ...state, status: "canceled" } },
  }),
  saveTaskCheckpoint: operation({
    ...ofInstallation,
    method: "POST",
    path: "/installations/{installationId}/tasks/{taskId}/checkpoints",
    summary: "Save a finished step or the progress of a running task",
    roles: noMember,
    audit: false,
    body: checkpointSchema,
    maxBodyBytes: limits.jsonBodyBytes,
    response: stateSchema,
    errors: ["conflict"],
    example: {
      body: { run: 2, step: { name: "article 40", value: { indexed: true } } },
      response: state,
    },
  }),
});
