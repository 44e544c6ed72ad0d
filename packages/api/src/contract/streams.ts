import * as z from "zod";
import { managers } from "./callers.ts";
import { httpUrlSchema } from "./http-url-schema.ts";
import { limits } from "./limits.ts";
import { logLevelSchema } from "./logs.ts";
import { defineOperations, operation } from "./operation.ts";
import { shape } from "./shape.ts";
import type { StreamResource } from "./types.ts";
import { healthSchema } from "./webhook-endpoints.ts";

const identifier = z.string().min(1).max(limits.identifierLength);

const filterFields = {
  level: logLevelSchema.optional().describe("Only log lines of at least this level."),
  integrations: z
    .array(identifier)
    .min(1)
    .max(limits.streamFilterItems)
    .optional()
    .describe("Only log lines of these integrations. Defaults to all of the organization."),
  installations: z
    .array(identifier)
    .min(1)
    .max(limits.streamFilterItems)
    .optional()
    .describe("Only log lines of these installations. Defaults to all."),
};

const streamSchema = shape(
  "StreamResource",
  "The webhook endpoint that receives new entries of an organization's audit log, or new log lines of its integrations.",
  z.object({
    url: z.url(),
    ...filterFields,
    secret: z.string().describe("The key that verifies the signatures (`whsec_`)."),
    createdAt: z.iso.datetime(),
    health: healthSchema,
    failed: z.int().describe("Deliveries that failed permanently and can be resent."),
  }),
);

const updateSchema = shape(
  "StreamUpdate",
  "The URL and the filter of a stream. Only streams of logs have a filter.",
  z.object({ url: httpUrlSchema, ...filterFields }),
);

const countSchema = shape("ResentCount", "The number of deliveries to resend.", z.object({ count: z.int() }));

const stream: StreamResource = {
  url: "https://logs.example/plugboard",
  level: "warn",
  secret: "whsec_bmV3bmV3bmV3bmV3bmV3bmV3bmV3bmV3bmV3bmV3bmU=",
  createdAt: "2026-01-15T09:30:00.000Z",
  health: { state: "healthy", requests: 120, failedRequests: 0, p95Milliseconds: 90, waiting: 0 },
  failed: 0,
};

const common = { tag: "Streams", access: "administrator", roles: managers } as const;

/** Operations for the streams of an organization. */
export const streamOperations = defineOperations({
  getStream: operation({
    ...common,
    method: "GET",
    path: "/organizations/{organizationId}/streams/{stream}",
    summary: "Read the URL, secret and health of a stream",
    response: streamSchema,
    example: { response: stream },
  }),
  setStream: operation({
    ...common,
    method: "PUT",
    path: "/organizations/{organizationId}/streams/{stream}",
    summary: "Stream new entries of a log to a URL as signed webhooks, or change the URL and the filter",
    body: updateSchema,
    response: streamSchema,
    example: { body: { url: stream.url }, response: stream },
  }),
  resendStream: operation({
    ...common,
    method: "POST",
    path: "/organizations/{organizationId}/streams/{stream}/resend",
    summary: "Resend the failed deliveries of a stream",
    response: countSchema,
    example: { response: { count: 3 } },
  }),
  deleteStream: operation({
    ...common,
    method: "DELETE",
    path: "/organizations/{organizationId}/streams/{stream}",
    summary: "End a stream and drop its unsent entries",
    example: {},
  }),
});
