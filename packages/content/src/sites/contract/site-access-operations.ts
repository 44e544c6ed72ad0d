import { defineOperations, limits, managers, operation, shape } from "@plugboard/api/contract";
import * as z from "zod";
import { pathParameters } from "../../parameters/path-parameters.ts";
import type { SiteAccess } from "../../client/types.ts";

const siteAccessSchema = shape(
  "SiteAccess",
  "Who can read a site: everyone, or visitors that an integration authenticates. The integration must be installed in the site and have the scope `site:visitor:auth`.",
  z.discriminatedUnion("audience", [
    z.object({ audience: z.literal("everyone") }),
    z.object({
      audience: z.literal("visitors"),
      installation: z
        .string()
        .max(limits.identifierLength)
        .describe("The installation that authenticates visitors."),
    }),
  ]),
);

const signingSecretsSchema = shape(
  "SiteSigningSecrets",
  "The secrets for visitor tokens (HS256, with the whole text in UTF-8 as the key). Sign with the first one; tokens signed with any of them are accepted.",
  z.object({
    secrets: z.array(z.object({ secret: z.string(), createdAt: z.iso.datetime() })),
  }),
);

const access: SiteAccess = { audience: "visitors", installation: "ins_1" };
const signingSecrets = {
  secrets: [{ secret: "sit_k3y-of-32-random-bytes", createdAt: "2026-01-15T09:30:00.000Z" }],
};

/** Operations for access to sites. */
export const siteAccessOperations = defineOperations(
  {
    getSiteAccess: operation({
      method: "GET",
      path: "/sites/{siteId}/access",
      tag: "Content",
      summary: "Read who can access a site",
      access: { resource: "site", scope: "site:visitor:auth" },
      roles: managers,
      response: siteAccessSchema,
      example: { response: access },
    }),
    updateSiteAccess: operation({
      method: "PUT",
      path: "/sites/{siteId}/access",
      tag: "Content",
      summary: "Open a site to everyone, or restrict it to visitors that an integration signs in",
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
      summary: "Read the signing secrets for a site's visitor tokens",
      access: { resource: "site", scope: "site:visitor:auth" },
      roles: managers,
      response: signingSecretsSchema,
      example: { response: signingSecrets },
    }),
    rotateSiteSigningSecret: operation({
      method: "POST",
      path: "/sites/{siteId}/signing-secrets/rotate",
      tag: "Content",
      summary: "Rotate the secret for visitor tokens; the previous one stays valid until the next rotation",
      access: "administrator",
      roles: managers,
      response: signingSecretsSchema,
      example: { response: signingSecrets },
    }),
  },
  pathParameters,
);
