import * as z from "zod";
import { roles } from "../vocabulary/role.ts";
import { everyMember, managers } from "./callers.ts";
import { limits } from "./limits.ts";
import { defineOperations, operation } from "./operation.ts";
import { portalOriginSchema } from "./portal-origin.ts";
import { shape } from "./shape.ts";

const minLifetimeSeconds = 60;
const maxLifetimeSeconds = 3600;
const maxOrigins = 10;
const maxTokenLength = 2000;
const identifier = z.string().min(1).max(limits.identifierLength);

/** The parts of the console that pages of other sites can embed. */
export const embeddedParts = ["marketplace", "settings"] as const;

const creationSchema = shape(
  "EmbedTokenCreation",
  "A new embed token.",
  z
    .object({
      userId: identifier.describe("The member who sees the part. The token has their role."),
      part: z
        .enum(embeddedParts)
        .describe("`marketplace`, or `settings` for the configuration screen of one installation."),
      installationId: identifier.optional().describe("The installation of `settings`."),
      origins: z
        .array(portalOriginSchema)
        .min(1)
        .max(maxOrigins)
        .describe("The only origins whose pages can embed the part. At most 10."),
      lifetimeSeconds: z
        .int()
        .min(minLifetimeSeconds)
        .max(maxLifetimeSeconds)
        .optional()
        .describe(
          "At most an hour; defaults to 10 minutes. The component fetches a new token before it ends.",
        ),
    })
    .refine(({ part, installationId }) => (part === "settings") === (installationId !== undefined), {
      error: "is required for the part settings, and only for it",
      path: ["installationId"],
    }),
);

const createdSchema = shape(
  "CreatedEmbedToken",
  "A new embed token, for `EmbeddedPart` of `@plugboard/components-react`.",
  z.object({
    token: z.string().describe("The bearer token."),
    url: z.url().describe("The URL of the frame. It contains no credentials."),
    expiresAt: z.iso.datetime(),
  }),
);

const revocationSchema = shape(
  "EmbedTokenRevocation",
  "The embed token to revoke.",
  z.object({ token: z.string().min(1).max(maxTokenLength) }),
);

const sessionSchema = shape(
  "EmbedSession",
  "The scope of an embed token.",
  z.object({
    person: z.object({ id: z.string(), name: z.string() }),
    organization: z.string(),
    role: z.enum(roles),
    part: z.enum(embeddedParts),
    installationId: z.string().optional(),
    expiresAt: z.iso.datetime(),
  }),
);

/** Operations for embed tokens, with which pages of other sites embed parts of the console. */
export const embedTokenOperations = defineOperations({
  createEmbedToken: operation({
    method: "POST",
    path: "/organizations/{organizationId}/embed-tokens",
    tag: "Portal",
    summary: "Create a short-lived token for one member and one embedded part; needs an API key",
    access: "administrator",
    roles: managers,
    body: creationSchema,
    status: 201,
    response: createdSchema,
    example: {
      body: { userId: "usr_1", part: "marketplace", origins: ["https://app.example.com"] },
      response: {
        token: "pbe_eyJhbGciOiJkaXIi",
        url: "https://docs.example.com/embed/marketplace?organization=org_1&frame=eyJhbGciOiJkaXIi",
        expiresAt: "2026-01-15T09:40:00.000Z",
      },
    },
  }),
  revokeEmbedToken: operation({
    method: "POST",
    path: "/organizations/{organizationId}/embed-tokens/revoke",
    tag: "Portal",
    summary: "Revoke an embed token before it expires",
    access: "administrator",
    roles: managers,
    body: revocationSchema,
    example: { body: { token: "pbe_eyJhbGciOiJkaXIi" } },
  }),
  getEmbedSession: operation({
    method: "GET",
    path: "/embed-session",
    tag: "Portal",
    summary: "Read the scope of the calling embed token",
    access: "person",
    roles: everyMember,
    response: sessionSchema,
    example: {
      response: {
        person: { id: "usr_1", name: "Ada" },
        organization: "org_1",
        role: "admin",
        part: "marketplace",
        expiresAt: "2026-01-15T09:40:00.000Z",
      },
    },
  }),
});
