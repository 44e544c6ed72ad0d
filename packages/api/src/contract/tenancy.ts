import * as z from "zod";
import type { Role } from "../vocabulary/role.ts";
import { type PlatformEventResource, platformEventSchema } from "./events.ts";
import { managers, noMember, owners } from "./callers.ts";
import { limits } from "./limits.ts";
import { defineOperations, operation } from "./operation.ts";
import { pageOf, pageQuerySchema } from "./page.ts";

/** One thing of an organization, as it is stored, without secrets. */
export interface ExportedRow {
  /** Which kind of thing, as in `pages`. */
  readonly kind: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** What was erased of a visitor. */
export interface VisitorErasure {
  /** How many events there were. */
  readonly events: number;
}

/** What to expunge. */
export interface ExpungeRequest {
  /** ISO 8601 time: events that were accepted before then. */
  readonly before: string;
}

/** What was expunged. */
export interface ExpungeResult {
  /** Events of the organization's spaces, sites and installations. */
  readonly events: number;
  /** Bodies that were kept of events for installations, with what was responded to them. */
  readonly bodies: number;
}

/** How much there may be in a minute, and how much there may still be. */
export interface RateUsage {
  readonly perMinute: number;
  readonly remaining: number;
}

/** How much an organization has, and asks for. */
export interface OrganizationUsage {
  readonly members: number;
  readonly apiKeys: number;
  readonly spaces: number;
  readonly pages: number;
  readonly sites: number;
  readonly installations: number;
  readonly webhookEndpoints: number;
  /** Now. */
  readonly deliveriesInFlight: number;
  /** Those that are kept. */
  readonly events: number;
  /** Characters of pages and of the events that are kept. */
  readonly storedCharacters: number;
  /** What it may have and ask for, where the platform's administrator said so. */
  readonly limits: OrganizationQuota;
  /** Requests of all API keys. */
  readonly requests: RateUsage;
  /** Events that count in its quota; where it has one. */
  readonly emittedEvents?: RateUsage | undefined;
  /** Tasks; where it has a quota of them. */
  readonly tasks?: RateUsage | undefined;
}

/** How many requests each member and API key of a role may make in a minute, besides what everybody may. */
export type RoleQuotas = {
  readonly [Each in Role as `${Each}RequestsPerMinute`]?: number | undefined;
};

/** How much an organization may ask for. */
export interface OrganizationQuota extends RoleQuotas {
  /** Requests of all its API keys; as many as everybody has when left out. */
  readonly requestsPerMinute?: number | undefined;
  /** Tasks that integrations queue in it, together; each integration has a bound of its own besides. */
  readonly tasksPerMinute?: number | undefined;
  /**
   * Events that calls of the API emit in it, and views of its sites. A call that would emit one more is refused; of a view that is one
   * more, no events are emitted, while the page is shown and the view is counted. What a visitor says of a page counts and is never
   * left out. Not counted are tasks, what happens to installations, and what is synced with Git.
   */
  readonly eventsPerMinute?: number | undefined;
  /**
   * Deliveries of all its installations that are in flight at the same time, to endpoints and to integrations, over all processes
   * together, about. Those beyond it wait and are not lost.
   */
  readonly maxDeliveriesInFlight?: number | undefined;
  readonly maxWebhookEndpoints?: number | undefined;
  /** Characters of all its pages as they are. */
  readonly maxPageCharacters?: number | undefined;
  /** After so many days what events carried is expunged; the record of their deliveries stays as long as everybody's. */
  readonly keepBodiesDays?: number | undefined;
}

/** Why the platform's administrator enters an organization. */
export interface OrganizationEntryReason {
  /** Shown to the organization in its audit log; at most 300 characters. */
  readonly reason: string;
}

/** That the platform's administrator has entered an organization. */
export interface OrganizationEntry extends OrganizationEntryReason {
  readonly organization: string;
  /** ISO 8601 time at which it ends. */
  readonly expiresAt: string;
}

const reasonSchema: z.ZodType<OrganizationEntryReason, OrganizationEntryReason> = z.object({
  reason: z.string().trim().min(1, "must not be empty").max(limits.problemLength),
});

const entrySchema: z.ZodType<OrganizationEntry> = z.object({
  organization: z.string(),
  reason: z.string(),
  expiresAt: z.iso.datetime(),
});

const rateUsageSchema: z.ZodType<RateUsage> = z.object({ perMinute: z.number(), remaining: z.number() });

const usageSchema: z.ZodType<OrganizationUsage> = z.object({
  members: z.int(),
  apiKeys: z.int(),
  spaces: z.int(),
  pages: z.int(),
  sites: z.int(),
  installations: z.int(),
  webhookEndpoints: z.int(),
  deliveriesInFlight: z.int(),
  events: z.int(),
  storedCharacters: z.int(),
  limits: z.object({
    requestsPerMinute: z.number().optional(),
    tasksPerMinute: z.number().optional(),
    eventsPerMinute: z.number().optional(),
    maxDeliveriesInFlight: z.number().optional(),
    maxWebhookEndpoints: z.number().optional(),
    maxPageCharacters: z.number().optional(),
    keepBodiesDays: z.number().optional(),
    ownerRequestsPerMinute: z.number().optional(),
    adminRequestsPerMinute: z.number().optional(),
    editorRequestsPerMinute: z.number().optional(),
    developerRequestsPerMinute: z.number().optional(),
    operatorRequestsPerMinute: z.number().optional(),
    readerRequestsPerMinute: z.number().optional(),
  }),
  requests: rateUsageSchema,
  emittedEvents: rateUsageSchema.optional(),
  tasks: rateUsageSchema.optional(),
});

const perMinute = z.int().min(1).max(10_000_000).optional();

const quotaSchema: z.ZodType<OrganizationQuota, OrganizationQuota> = z.object({
  requestsPerMinute: perMinute,
  tasksPerMinute: perMinute,
  eventsPerMinute: perMinute,
  maxDeliveriesInFlight: z.int().min(1).max(10_000_000).optional(),
  maxWebhookEndpoints: z.int().min(0).max(10_000_000).optional(),
  maxPageCharacters: z.int().min(0).max(1_000_000_000_000).optional(),
  keepBodiesDays: z.int().min(1).max(3650).optional(),
  ownerRequestsPerMinute: perMinute,
  adminRequestsPerMinute: perMinute,
  editorRequestsPerMinute: perMinute,
  developerRequestsPerMinute: perMinute,
  operatorRequestsPerMinute: perMinute,
  readerRequestsPerMinute: perMinute,
});

const entryReason = { reason: "They asked why their webhooks fail." };

const usage: OrganizationUsage = {
  members: 4,
  apiKeys: 1,
  spaces: 2,
  pages: 31,
  sites: 1,
  installations: 3,
  webhookEndpoints: 2,
  deliveriesInFlight: 3,
  events: 5120,
  storedCharacters: 1_204_112,
  limits: { requestsPerMinute: 12_000, maxWebhookEndpoints: 20 },
  requests: { perMinute: 12_000, remaining: 11_998 },
};

const rowSchema: z.ZodType<ExportedRow> = z.object({
  kind: z.string(),
  data: z.record(z.string(), z.unknown()),
});

const erasureSchema: z.ZodType<VisitorErasure> = z.object({ events: z.int() });

const expungeSchema: z.ZodType<ExpungeRequest, ExpungeRequest> = z.object({ before: z.iso.datetime() });

const expungedSchema: z.ZodType<ExpungeResult> = z.object({ events: z.int(), bodies: z.int() });

const event: PlatformEventResource = {
  id: "evt_1",
  type: "site_view",
  siteId: "sit_1",
  payload: { visitor: { anonymousId: "4f1c" } },
  dueAt: "2026-01-15T09:30:00.000Z",
  createdAt: "2026-01-15T09:30:00.000Z",
  recipients: ["ins_1"],
};

/** Schemas of this file that the OpenAPI document names. */
export const tenancySchemas = {
  ExportedRow: rowSchema,
  VisitorErasure: erasureSchema,
  ExpungeRequest: expungeSchema,
  ExpungeResult: expungedSchema,
  OrganizationUsage: usageSchema,
  OrganizationQuota: quotaSchema,
  OrganizationEntryReason: reasonSchema,
  OrganizationEntry: entrySchema,
};

/** What is stored of an organization and of visitors as a whole: to take it along, and to be rid of it. */
export const tenancyOperations = defineOperations({
  listOrganizationExport: operation({
    method: "GET",
    path: "/organizations/{organizationId}/export",
    tag: "Organizations",
    summary: "Export everything that an organization has, part by part, without secrets",
    access: "administrator",
    roles: owners,
    query: pageQuerySchema,
    response: pageOf(rowSchema),
    example: {
      query: { limit: 100 },
      response: { items: [{ kind: "spaces", data: { id: "spc_1", title: "Guides" } }], next: "pages 0" },
    },
  }),
  deleteOrganization: operation({
    method: "DELETE",
    path: "/organizations/{organizationId}",
    reach: "all",
    audit: "platform",
    tag: "Organizations",
    summary: "Delete an organization with all that it has, events and deliveries included",
    access: "administrator",
    roles: owners,
    withoutEntry: true,
    example: {},
  }),
  enterOrganization: operation({
    method: "POST",
    path: "/organizations/{organizationId}/entries",
    tag: "Organizations",
    summary: "Enter an organization that has members for an hour, as the platform's administrator",
    access: "administrator",
    roles: noMember,
    withoutEntry: true,
    body: reasonSchema,
    status: 201,
    response: entrySchema,
    example: {
      body: entryReason,
      response: { organization: "org_1", ...entryReason, expiresAt: "2026-01-15T10:30:00.000Z" },
    },
  }),
  getOrganizationUsage: operation({
    method: "GET",
    path: "/organizations/{organizationId}/usage",
    tag: "Organizations",
    summary: "Read how much an organization has and asks for",
    access: "administrator",
    roles: managers,
    withoutEntry: true,
    response: usageSchema,
    example: { response: usage },
  }),
  setOrganizationQuota: operation({
    method: "PUT",
    path: "/organizations/{organizationId}/quota",
    tag: "Organizations",
    summary: "Say how much an organization may ask for and have; what is left out is what everybody has",
    access: "administrator",
    roles: noMember,
    withoutEntry: true,
    body: quotaSchema,
    response: usageSchema,
    example: { body: { requestsPerMinute: 12_000, maxWebhookEndpoints: 20 }, response: usage },
  }),
  listVisitorEvents: operation({
    method: "GET",
    path: "/organizations/{organizationId}/visitors/{visitorId}/events",
    tag: "Organizations",
    summary: "List the events that hold data of a visitor, newest first",
    access: "administrator",
    roles: managers,
    query: pageQuerySchema,
    response: pageOf(platformEventSchema),
    example: { response: { items: [event] } },
  }),
  eraseVisitor: operation({
    method: "DELETE",
    path: "/organizations/{organizationId}/visitors/{visitorId}",
    reach: "all",
    audit: "platform",
    tag: "Organizations",
    summary: "Erase what is stored of a visitor: events, deliveries and what they sent",
    access: "administrator",
    roles: managers,
    response: erasureSchema,
    example: { response: { events: 12 } },
  }),
  expungeEvents: operation({
    method: "POST",
    path: "/organizations/{organizationId}/expunge",
    tag: "Organizations",
    summary: "Remove what events carried that are done with; the record of their deliveries stays",
    access: "administrator",
    roles: owners,
    body: expungeSchema,
    status: 200,
    response: expungedSchema,
    example: { body: { before: "2026-01-01T00:00:00Z" }, response: { events: 5120, bodies: 7300 } },
  }),
});
