import * as z from "zod";
import { managers } from "./callers.ts";
import { limits } from "./limits.ts";
import { defineOperations, operation } from "./operation.ts";

/**
 * Who may read a site: everyone, or visitors that an integration vouches for. The installation must be in the site, and hold the
 * scope `site:visitor:auth`.
 */
export type SiteAccess =
  | { readonly audience: "everyone" }
  | {
      readonly audience: "visitors";
      /** The installation that signs visitors in. */
      readonly installation: string;
    };

/**
 * The secrets that tokens of a site's visitors are signed with (HS256, the key is the whole text in UTF-8). The first is the one to
 * sign with; a token of any of them is accepted.
 */
export interface SiteSigningSecrets {
  readonly secrets: readonly { readonly secret: string; readonly createdAt: string }[];
}

const siteAccessSchema: z.ZodType<SiteAccess, SiteAccess> = z.discriminatedUnion("audience", [
  z.object({ audience: z.literal("everyone") }),
  z.object({ audience: z.literal("visitors"), installation: z.string().max(limits.identifierLength) }),
]);

const signingSecretsSchema: z.ZodType<SiteSigningSecrets> = z.object({
  secrets: z.array(z.object({ secret: z.string(), createdAt: z.iso.datetime() })),
});

const access: SiteAccess = { audience: "visitors", installation: "ins_1" };
const signingSecrets = {
  secrets: [{ secret: "sit_k3y-of-32-random-bytes", createdAt: "2026-01-15T09:30:00.000Z" }],
};

/** Schemas of this file that the OpenAPI document names. */
export const siteAccessSchemas = { SiteAccess: siteAccessSchema, SiteSigningSecrets: signingSecretsSchema };

/** Who may read a site. */
export const siteAccessOperations = defineOperations({
  getSiteAccess: operation({
    method: "GET",
    path: "/sites/{siteId}/access",
    tag: "Content",
    summary: "Read who may read a site",
    access: { resource: "site", scope: "site:visitor:auth" },
    roles: managers,
    response: siteAccessSchema,
    example: { response: access },
  }),
  updateSiteAccess: operation({
    method: "PUT",
    path: "/sites/{siteId}/access",
    tag: "Content",
    summary: "Let everyone read a site, or only visitors that an integration signs in",
    access: "administrator",
    roles: managers,
    body: siteAccessSchema,
    response: siteAccessSchema,
    example: { body: access, response: access },
  }),
  getSiteSigningSecrets: operation({
    method: "GET",
    path: "/sites/{siteId}/signing-secrets",
    tag: "Content",
    summary: "Read the secrets that tokens of a site's visitors are signed with",
    access: { resource: "site", scope: "site:visitor:auth" },
    roles: managers,
    response: signingSecretsSchema,
    example: { response: signingSecrets },
  }),
  rotateSiteSigningSecret: operation({
    method: "POST",
    path: "/sites/{siteId}/signing-secrets/rotate",
    tag: "Content",
    summary:
      "Make a new secret for tokens of visitors; the one before it is accepted until the next rotation",
    access: "administrator",
    roles: managers,
    response: signingSecretsSchema,
    example: { response: signingSecrets },
  }),
});
