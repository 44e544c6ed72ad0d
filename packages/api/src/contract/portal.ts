import * as z from "zod";
import { managers, noMember } from "./callers.ts";
import { limits } from "./limits.ts";
import { defineOperations, operation } from "./operation.ts";
import { pageOf, pageQuerySchema } from "./page.ts";

/** How a portal looks, so that it fits into the page around it. What is left out follows the reader's system. */
export interface PortalTheme {
  /** The colour of links, buttons and what is chosen, as `#rrggbb`. */
  readonly accent?: string | undefined;
  readonly scheme?: "light" | "dark" | undefined;
  /** Rounding of corners in pixels. */
  readonly radius?: number | undefined;
}

/** What to let somebody see of an organization's webhooks, and for how long. */
export interface PortalSessionCreation {
  /** How long the session lasts; 15 minutes when left out, at most a day. */
  readonly lifetimeSeconds?: number | undefined;
  /** Shows endpoints and deliveries without their secrets, and changes nothing. */
  readonly readOnly?: boolean | undefined;
  readonly theme?: PortalTheme | undefined;
}

/** A session of the portal, with the link that opens it. Whoever has either is in. */
export interface CreatedPortalSession {
  /** By which it can be revoked. */
  readonly id: string;
  /** The bearer token of the session. */
  readonly token: string;
  /** Address of the portal's page, to be opened or put in a frame. */
  readonly signedUrl: string;
  /** ISO 8601 time. */
  readonly expiresAt: string;
}

/** A session of the portal that has not ended. */
export interface PortalSessionSummary {
  readonly id: string;
  readonly readOnly: boolean;
  /** ISO 8601 time. */
  readonly createdAt: string;
  /** ISO 8601 time. */
  readonly expiresAt: string;
}

/** What a session of the portal is about. */
export interface PortalSessionResource {
  readonly organization: { readonly id: string; readonly title: string };
  readonly readOnly: boolean;
  readonly theme: PortalTheme;
  /** ISO 8601 time. */
  readonly expiresAt: string;
  /** What its endpoints can be registered with. */
  readonly installations: readonly { readonly id: string; readonly title: string }[];
}

const maxLifetimeSeconds = 24 * 3600;

const themeSchema: z.ZodType<PortalTheme, PortalTheme> = z.object({
  accent: z
    .string()
    .max(7)
    .regex(/^#[\dA-Fa-f]{6}$/, "must be a colour such as #3355ff")
    .optional(),
  scheme: z.enum(["light", "dark"]).optional(),
  radius: z.int().min(0).max(24).optional(),
});

const creationSchema: z.ZodType<PortalSessionCreation, PortalSessionCreation> = z.object({
  lifetimeSeconds: z.int().min(60).max(maxLifetimeSeconds).optional(),
  readOnly: z.boolean().optional(),
  theme: themeSchema.optional(),
});

const summarySchema: z.ZodType<PortalSessionSummary> = z.object({
  id: z.string(),
  readOnly: z.boolean(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
});

const createdSchema: z.ZodType<CreatedPortalSession> = z.object({
  id: z.string(),
  token: z.string(),
  signedUrl: z.url(),
  expiresAt: z.iso.datetime(),
});

const sessionSchema: z.ZodType<PortalSessionResource> = z.object({
  organization: z.object({ id: z.string(), title: z.string() }),
  readOnly: z.boolean(),
  theme: themeSchema,
  expiresAt: z.iso.datetime(),
  installations: z.array(z.object({ id: z.string(), title: z.string() })).max(limits.pageItems),
});

/** Schemas of this file that the OpenAPI document names. */
export const portalSchemas = {
  PortalTheme: themeSchema,
  PortalSessionCreation: creationSchema,
  CreatedPortalSession: createdSchema,
  PortalSession: sessionSchema,
  PortalSessionSummary: summarySchema,
};

/** The portal: the webhooks of one organization, for its own people in somebody else's product. */
export const portalOperations = defineOperations({
  createPortalSession: operation({
    method: "POST",
    path: "/organizations/{organizationId}/portal-sessions",
    tag: "Portal",
    summary: "Let somebody look after an organization's webhook endpoints for a short time, by a link",
    access: "administrator",
    roles: managers,
    body: creationSchema,
    status: 201,
    response: createdSchema,
    example: {
      body: { lifetimeSeconds: 900, theme: { accent: "#3355ff" } },
      response: {
        id: "pse_1",
        token: "pbp_eyJhbGciOiJkaXIi",
        signedUrl: "https://docs.example.com/portal#pbp_eyJhbGciOiJkaXIi",
        expiresAt: "2026-01-15T09:45:00.000Z",
      },
    },
  }),
  listPortalSessions: operation({
    method: "GET",
    path: "/organizations/{organizationId}/portal-sessions",
    tag: "Portal",
    summary: "List the sessions of the portal that have not ended, newest first",
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
    summary: "End a session of the portal at once",
    access: "administrator",
    roles: managers,
    example: {},
  }),
  revokePortalSessions: operation({
    method: "DELETE",
    path: "/organizations/{organizationId}/portal-sessions",
    tag: "Portal",
    summary: "End all sessions of the portal of an organization at once",
    access: "administrator",
    roles: managers,
    example: {},
  }),
  getPortalSession: operation({
    method: "GET",
    path: "/portal-session",
    tag: "Portal",
    summary: "Read what the portal session that calls is about",
    access: "administrator",
    roles: noMember,
    portal: "read",
    response: sessionSchema,
    example: {
      response: {
        organization: { id: "org_1", title: "Acme" },
        readOnly: false,
        theme: { accent: "#3355ff" },
        expiresAt: "2026-01-15T09:45:00.000Z",
        installations: [{ id: "ins_1", title: "Webhook" }],
      },
    },
  }),
});
