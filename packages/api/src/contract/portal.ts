import * as z from "zod";
import { managers, noMember } from "./callers.ts";
import { portalEventTypesSchema } from "./event-type-name.ts";
import { limits } from "./limits.ts";
import { defineOperations, operation } from "./operation.ts";
import { pageOf, pageQuerySchema } from "./page.ts";
import { portalOriginSchema } from "./portal-origin.ts";
import { shape } from "./shape.ts";
import type { PortalOrigin } from "./types.ts";

const maxLifetimeSeconds = 24 * 3600;

const themeSchema = shape(
  "PortalTheme",
  "The portal's appearance. Omitted fields follow the reader's system.",
  z.object({
    accent: z
      .string()
      .max(7)
      .regex(/^#[\dA-Fa-f]{6}$/, "must be a color such as #3355ff")
      .optional()
      .describe("The color of links, buttons and selections, as `#rrggbb`."),
    scheme: z.enum(["light", "dark"]).optional(),
    radius: z.int().min(0).max(24).optional().describe("Corner radius in pixels."),
  }),
);

const creationSchema = shape(
  "PortalSessionCreation",
  "A new portal session.",
  z.object({
    lifetimeSeconds: z
      .int()
      .min(60)
      .max(maxLifetimeSeconds)
      .optional()
      .describe("The duration of the session, in seconds. At most a day; defaults to 15 minutes."),
    readOnly: z
      .boolean()
      .optional()
      .describe("Shows endpoints and deliveries without secrets, and allows no changes."),
    eventTypes: portalEventTypesSchema.describe(
      "The only event types that the session can see and subscribe to: exact names or wildcards such as `invoice.*`. Endpoints that subscribe to any other type are hidden. Defaults to all.",
    ),
    theme: themeSchema.optional(),
  }),
);

const visibleTypesSchema = portalEventTypesSchema.describe(
  "The only event types that the session can access. Not set for all.",
);

const summarySchema = shape(
  "PortalSessionSummary",
  "An active portal session.",
  z.object({
    id: z.string(),
    readOnly: z.boolean(),
    eventTypes: visibleTypesSchema,
    createdAt: z.iso.datetime(),
    expiresAt: z.iso.datetime(),
  }),
);

const createdSchema = shape(
  "CreatedPortalSession",
  "A new portal session and its link. Either gives access to the portal.",
  z.object({
    id: z.string().describe("The id for revoking the session."),
    token: z.string().describe("The session's bearer token."),
    signedUrl: z.url().describe("The portal's URL, to open or embed in a frame."),
    expiresAt: z.iso.datetime(),
  }),
);

const sessionSchema = shape(
  "PortalSessionResource",
  "The scope of a portal session.",
  z.object({
    organization: z.object({ id: z.string(), title: z.string() }),
    readOnly: z.boolean(),
    eventTypes: visibleTypesSchema,
    theme: themeSchema,
    expiresAt: z.iso.datetime(),
    installations: z
      .array(z.object({ id: z.string(), title: z.string() }))
      .max(limits.pageItems)
      .describe("The installations that endpoints can be registered with."),
  }),
);

const originFields = {
  id: z.string().describe("The id for removing the origin."),
  origin: z.string().describe("The origin, such as `https://app.example.com`."),
  createdAt: z.iso.datetime(),
};

const originSchema = shape(
  "PortalOrigin",
  "An origin whose pages can embed the portal of an organization.",
  z.object(originFields),
);

const originCreationSchema = shape(
  "PortalOriginCreation",
  "An origin to allow.",
  z.object({
    origin: portalOriginSchema.describe(
      "Scheme, host and port, such as `https://app.example.com`. Only loopback hosts can use `http`.",
    ),
  }),
);

const allowedOrigin: PortalOrigin = {
  id: "por_1",
  origin: "https://app.example.com",
  createdAt: "2026-01-15T09:30:00.000Z",
};

/** Operations for the portal: an organization's webhooks, embedded in another product. */
export const portalOperations = defineOperations({
  createPortalSession: operation({
    method: "POST",
    path: "/organizations/{organizationId}/portal-sessions",
    tag: "Portal",
    summary: "Create a short-lived link for managing an organization's webhook endpoints",
    access: "administrator",
    roles: managers,
    body: creationSchema,
    status: 201,
    response: createdSchema,
    example: {
      body: { lifetimeSeconds: 900, eventTypes: ["invoice.*"], theme: { accent: "#3355ff" } },
      response: {
        id: "pse_1",
        token: "pbp_eyJhbGciOiJkaXIi",
        signedUrl: "https://docs.example.com/portal/org_1#pbp_eyJhbGciOiJkaXIi",
        expiresAt: "2026-01-15T09:45:00.000Z",
      },
    },
  }),
  listPortalSessions: operation({
    method: "GET",
    path: "/organizations/{organizationId}/portal-sessions",
    tag: "Portal",
    summary: "List active portal sessions, newest first",
    access: "administrator",
    roles: managers,
    query: pageQuerySchema,
    response: pageOf(summarySchema),
    example: {
      response: {
        items: [
          {
            id: "pse_1",
            readOnly: false,
            eventTypes: ["invoice.*"],
            createdAt: "2026-01-15T09:30:00.000Z",
            expiresAt: "2026-01-15T09:45:00.000Z",
          },
        ],
      },
    },
  }),
  revokePortalSession: operation({
    method: "DELETE",
    path: "/organizations/{organizationId}/portal-sessions/{portalSessionId}",
    tag: "Portal",
    summary: "Revoke a portal session",
    access: "administrator",
    roles: managers,
    example: {},
  }),
  revokePortalSessions: operation({
    method: "DELETE",
    path: "/organizations/{organizationId}/portal-sessions",
    tag: "Portal",
    summary: "Revoke all portal sessions of an organization",
    access: "administrator",
    roles: managers,
    example: {},
  }),
  listPortalOrigins: operation({
    method: "GET",
    path: "/organizations/{organizationId}/portal-origins",
    tag: "Portal",
    summary: "List the origins that an organization allows to embed its portal",
    access: "administrator",
    roles: managers,
    query: pageQuerySchema,
    response: pageOf(originSchema),
    example: { response: { items: [allowedOrigin] } },
  }),
  addPortalOrigin: operation({
    method: "POST",
    path: "/organizations/{organizationId}/portal-origins",
    tag: "Portal",
    summary: "Allow an origin to embed an organization's portal",
    access: "administrator",
    roles: managers,
    body: originCreationSchema,
    status: 201,
    response: originSchema,
    errors: ["conflict"],
    example: { body: { origin: allowedOrigin.origin }, response: allowedOrigin },
  }),
  removePortalOrigin: operation({
    method: "DELETE",
    path: "/organizations/{organizationId}/portal-origins/{portalOriginId}",
    tag: "Portal",
    summary: "Stop allowing an origin to embed an organization's portal",
    access: "administrator",
    roles: managers,
    example: {},
  }),
  getPortalSession: operation({
    method: "GET",
    path: "/portal-session",
    tag: "Portal",
    summary: "Read the scope of the calling portal session",
    access: "administrator",
    roles: noMember,
    portal: "read",
    response: sessionSchema,
    example: {
      response: {
        organization: { id: "org_1", title: "Acme" },
        readOnly: false,
        eventTypes: ["invoice.*"],
        theme: { accent: "#3355ff" },
        expiresAt: "2026-01-15T09:45:00.000Z",
        installations: [{ id: "ins_1", title: "Webhook" }],
      },
    },
  }),
});
