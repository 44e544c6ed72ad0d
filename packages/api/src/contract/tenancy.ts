import * as z from "zod";
import { atMost } from "./at-most.ts";
import { managers, noMember, owners } from "./callers.ts";
import { withProductFields } from "./kind-fields.ts";
import { limits } from "./limits.ts";
import { defineOperations, operation } from "./operation.ts";
import { pageOf, pageQuerySchema } from "./page.ts";
import type { OrganizationUsage } from "./types.ts";
import { shape } from "./shape.ts";

const reasonSchema = shape(
  "SupportAccessReason",
  "The platform administrator's reason for accessing an organization.",
  z.object({
    reason: z
      .string()
      .trim()
      .min(1, "must not be empty")
      .max(limits.problemLength)
      .describe(`Shown in the organization's audit log. ${atMost(limits.problemLength, "characters")}`),
  }),
);

const supportAccessSchema = shape(
  "SupportAccess",
  "The platform administrator's temporary access to an organization.",
  z.object({
    organization: z.string(),
    reason: z
      .string()
      .describe(`Shown in the organization's audit log. ${atMost(limits.problemLength, "characters")}`),
    expiresAt: z.iso.datetime().describe("The end of the access."),
  }),
);

const rateUsageSchema = shape(
  "RateUsage",
  "A rate limit per minute and its remaining amount.",
  z.object({ perMinute: z.number(), remaining: z.number() }),
);

const perMinute = z.int().min(1).max(10_000_000).optional();

const quotaSchema = shape(
  "OrganizationQuota",
  "An organization's limits.",
  withProductFields(
    z.object({
      requestsPerMinute: perMinute.describe(
        "Requests of all its API keys. Defaults to the platform's limit.",
      ),
      tasksPerMinute: perMinute.describe(
        "Tasks that all integrations queue in the organization, in addition to the limit per integration.",
      ),
      eventsPerMinute: perMinute.describe(
        "Events that API calls emit, plus the product's. API calls beyond the quota are rejected. Tasks and installation events don't count.",
      ),
      maxDeliveriesInFlight: z
        .int()
        .min(1)
        .max(10_000_000)
        .optional()
        .describe(
          "Approximate number of concurrent deliveries to endpoints and integrations, across all processes. Further deliveries wait.",
        ),
      maxWebhookEndpoints: z.int().min(0).max(10_000_000).optional(),
      keepBodiesDays: z
        .int()
        .min(1)
        .max(3650)
        .optional()
        .describe("Days until event bodies are expunged. Delivery records are kept for the usual time."),
      ownerRequestsPerMinute: perMinute,
      adminRequestsPerMinute: perMinute,
      editorRequestsPerMinute: perMinute,
      developerRequestsPerMinute: perMinute,
      operatorRequestsPerMinute: perMinute,
      readerRequestsPerMinute: perMinute,
    }),
    "quota",
  ),
);

const nearQuotaSchema = shape(
  "NearQuota",
  "A quota of which an organization has used at least 80%.",
  z.object({
    quota: z.string().describe("The name in `OrganizationQuota`."),
    percent: z.int().describe("The used share."),
    period: z
      .enum(["day", "month"])
      .describe(
        "`day` for rate limits, with the highest use of the day (UTC). `month` for all other limits, with the use now. Owners and admins are alerted at 80% and at 100%, once per period.",
      ),
  }),
);

const usageSchema = shape(
  "OrganizationUsage",
  "An organization's usage.",
  withProductFields(
    z.object({
      members: z.int(),
      apiKeys: z.int(),
      installations: z.int(),
      webhookEndpoints: z.int(),
      deliveriesInFlight: z.int().describe("Deliveries currently in flight."),
      events: z.int().describe("Stored events."),
      storedCharacters: z.int().describe("Characters in stored events and in the product's content."),
      nearQuotas: z.array(nearQuotaSchema).describe("Quotas of which at least 80% is used."),
      limits: quotaSchema.describe("Limits that the platform administrator configured."),
      requests: rateUsageSchema.describe("Requests of all API keys."),
      emittedEvents: rateUsageSchema
        .optional()
        .describe("Events that count toward the quota, if there is one."),
      tasks: rateUsageSchema.optional().describe("Tasks, if there is a quota."),
    }),
    "usage",
  ),
);

const usageDaysSchema = shape(
  "UsageDays",
  "An organization's usage by day.",
  z.object({
    days: z
      .array(
        z.object({
          day: z.iso.date().describe("The day in UTC."),
          counters: z
            .record(z.string(), z.int())
            .describe(
              "Sums of the day: `requests` of API keys, `acceptedEvents`, `tasks`, `scriptMilliseconds` and the product's, such as `visits`. Last values of the day: the numbers of `OrganizationUsage`, such as `storedCharacters`.",
            ),
        }),
      )
      .describe("Days with usage, oldest first. Recent usage is added within ten seconds."),
  }),
);

const maxUsageDays = 90;

const accessReason = { reason: "They asked why their webhooks fail." };

const usage: OrganizationUsage = {
  members: 4,
  apiKeys: 1,
  installations: 3,
  webhookEndpoints: 2,
  deliveriesInFlight: 3,
  events: 5120,
  storedCharacters: 1_204_112,
  nearQuotas: [{ quota: "requestsPerMinute", percent: 91, period: "day" }],
  limits: { requestsPerMinute: 12_000, maxWebhookEndpoints: 20 },
  requests: { perMinute: 12_000, remaining: 11_998 },
};

const rowSchema = shape(
  "ExportedRow",
  "One stored row of an organization, without secrets.",
  z.object({
    kind: z.string().describe("The kind of data, such as `installations`."),
    data: z.record(z.string(), z.unknown()),
  }),
);

const expungeSchema = shape(
  "ExpungeRequest",
  "The events to expunge.",
  z.object({ before: z.iso.datetime().describe("Events accepted before this time.") }),
);

const expungedSchema = shape(
  "ExpungeResult",
  "The expunged data.",
  z.object({
    events: z.int().describe("Events of the organization, its resources and its installations."),
    bodies: z.int().describe("Stored bodies of installations' events, and the responses to them."),
  }),
);

/** Operations that export, limit and erase the data of organizations. */
export const tenancyOperations = defineOperations({
  listOrganizationExport: operation({
    method: "GET",
    path: "/organizations/{organizationId}/export",
    tag: "Organizations",
    summary: "Export all data of an organization in parts, without secrets",
    access: "administrator",
    roles: owners,
    query: pageQuerySchema,
    response: pageOf(rowSchema),
    example: {
      query: { limit: 100 },
      response: {
        items: [{ kind: "members", data: { user_id: "usr_1", role: "owner" } }],
        next: "installations 0",
      },
    },
  }),
  deleteOrganization: operation({
    method: "DELETE",
    path: "/organizations/{organizationId}",
    reach: "all",
    audit: "platform",
    tag: "Organizations",
    summary: "Delete an organization with all its data, including events and deliveries",
    access: "administrator",
    roles: owners,
    withoutSupportAccess: true,
    example: {},
  }),
  requestSupportAccess: operation({
    method: "POST",
    path: "/organizations/{organizationId}/support-access",
    tag: "Organizations",
    summary: "Request access to an organization with members for an hour, as the platform administrator",
    access: "administrator",
    roles: noMember,
    withoutSupportAccess: true,
    body: reasonSchema,
    status: 201,
    response: supportAccessSchema,
    example: {
      body: accessReason,
      response: { organization: "org_1", ...accessReason, expiresAt: "2026-01-15T10:30:00.000Z" },
    },
  }),
  getOrganizationUsage: operation({
    method: "GET",
    path: "/organizations/{organizationId}/usage",
    tag: "Organizations",
    summary: "Read an organization's usage",
    access: "administrator",
    roles: managers,
    withoutSupportAccess: true,
    response: usageSchema,
    example: { response: usage },
  }),
  getOrganizationUsageDays: operation({
    method: "GET",
    path: "/organizations/{organizationId}/usage/days",
    tag: "Organizations",
    summary: "Read an organization's usage by day, for charts",
    access: "administrator",
    roles: managers,
    withoutSupportAccess: true,
    query: z.object({
      days: z.coerce
        .number<number>()
        .int()
        .min(1)
        .max(maxUsageDays)
        .optional()
        .describe("The last days, including today. Defaults to 30, at most 90."),
    }),
    response: usageDaysSchema,
    example: {
      query: { days: 7 },
      response: { days: [{ day: "2026-01-15", counters: { requests: 812, storedCharacters: 1_204_112 } }] },
    },
  }),
  setOrganizationQuota: operation({
    method: "PUT",
    path: "/organizations/{organizationId}/quota",
    tag: "Organizations",
    summary: "Set an organization's quotas; omitted ones use the defaults",
    access: "administrator",
    roles: noMember,
    withoutSupportAccess: true,
    body: quotaSchema,
    response: usageSchema,
    example: { body: { requestsPerMinute: 12_000, maxWebhookEndpoints: 20 }, response: usage },
  }),
  expungeEvents: operation({
    method: "POST",
    path: "/organizations/{organizationId}/expunge",
    tag: "Organizations",
    summary: "Expunge the content of finished events; delivery records are kept",
    access: "administrator",
    roles: owners,
    body: expungeSchema,
    status: 200,
    response: expungedSchema,
    example: { body: { before: "2026-01-01T00:00:00Z" }, response: { events: 5120, bodies: 7300 } },
  }),
});
