import * as z from "zod";
import { atMost } from "./at-most.ts";
import { roles } from "../vocabulary/role.ts";
import { provisioningScope } from "../vocabulary/scope.ts";
import { keyScopeNameSchema } from "../vocabulary/vocabulary-schemas.ts";
import { managers } from "./callers.ts";
import { limits } from "./limits.ts";
import { defineOperations, operation } from "./operation.ts";
import { pageOf, pageQuerySchema } from "./page.ts";
import type { ApiKeyResource } from "./types.ts";
import { shape } from "./shape.ts";

const maxLifetimeSeconds = 10 * 365 * 24 * 3600;
const time = z.iso.datetime();

const keyFields = {
  id: z.string(),
  name: z.string(),
  prefix: z.string().describe("The first characters of the token, to recognize the key."),
  role: z
    .enum(roles)
    .optional()
    .describe("Grants the permissions of this role. Not set on a key with scopes."),
  scopes: z
    .array(keyScopeNameSchema)
    .optional()
    .describe("Grants the operations that need these scopes. Not set on a key with a role."),
  createdAt: time,
  expiresAt: time.optional().describe("The expiration time. Not set if the key doesn't expire."),
  lastUsedAt: time
    .optional()
    .describe("The time of the last use, to the minute. Not set before the first use."),
};

const keySchema = shape(
  "ApiKeyResource",
  "A key that programs use to call the API on behalf of an organization. Its token is not stored.",
  z.object(keyFields),
);

const createdSchema = shape(
  "CreatedApiKey",
  "A new API key with its token, which is shown only once.",
  z.object({
    ...keyFields,
    token: z
      .string()
      .describe(
        "The bearer token. It starts with `pbk_` and ends in a checksum that secret scanners recognize.",
      ),
  }),
);

const creationSchema = shape(
  "ApiKeyCreation",
  "A new API key, with either a role or scopes.",
  z
    .object({
      name: z
        .string()
        .trim()
        .min(1, "must not be empty")
        .max(limits.identifierLength)
        .describe(atMost(limits.identifierLength, "characters")),
      role: z.enum(roles).optional(),
      scopes: z
        .array(keyScopeNameSchema)
        .min(1)
        .max(limits.keyScopes)
        .optional()
        .describe(
          `Scopes of the platform or of its product, as in \`getContract\`. ${atMost(limits.keyScopes)}`,
        ),
      expiresInSeconds: z
        .int()
        .min(60)
        .max(maxLifetimeSeconds)
        .optional()
        .describe("Lifetime in seconds, at most ten years. By default the key doesn't expire."),
    })
    .refine(({ role, scopes: named }) => (role === undefined) !== (named === undefined), {
      error: "must name a role or scopes, and not both",
    })
    .refine(({ scopes: named = [] }) => named.length < 2 || !named.includes(provisioningScope), {
      path: ["scopes"],
      error: `must not combine ${provisioningScope} with other scopes`,
    }),
);

const key: ApiKeyResource = {
  id: "key_1",
  name: "Release pipeline",
  prefix: "pbk_4fG7aB",
  role: "developer",
  createdAt: "2026-01-15T09:30:00.000Z",
  expiresAt: "2027-01-15T09:30:00.000Z",
};

/** Operations for API keys. */
export const apiKeyOperations = defineOperations({
  listApiKeys: operation({
    method: "GET",
    path: "/organizations/{organizationId}/api-keys",
    tag: "API keys",
    summary: "List the API keys of an organization",
    access: "administrator",
    roles: managers,
    query: pageQuerySchema,
    response: pageOf(keySchema),
    example: { response: { items: [key] } },
  }),
  createApiKey: operation({
    method: "POST",
    path: "/organizations/{organizationId}/api-keys",
    tag: "API keys",
    summary: "Create an API key; the token in the response is shown only here",
    access: "administrator",
    roles: managers,
    body: creationSchema,
    status: 201,
    response: createdSchema,
    example: {
      body: { name: "Release pipeline", role: "developer", expiresInSeconds: 31_536_000 },
      response: { ...key, token: "pbk_4fG7aBq2" },
    },
  }),
  revokeApiKey: operation({
    method: "DELETE",
    path: "/organizations/{organizationId}/api-keys/{keyId}",
    tag: "API keys",
    summary: "Revoke an API key",
    access: "administrator",
    roles: managers,
    example: {},
  }),
});
