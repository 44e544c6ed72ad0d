import * as z from "zod";
import { type Role, roles } from "../vocabulary/role.ts";
import { type Scope, scopes } from "../vocabulary/scope.ts";
import { managers } from "./callers.ts";
import { limits } from "./limits.ts";
import { defineOperations, operation } from "./operation.ts";
import { pageOf, pageQuerySchema } from "./page.ts";

/** A key with which programs call the API on behalf of an organization. Its token is not kept. */
export interface ApiKeyResource {
  readonly id: string;
  readonly name: string;
  /** The beginning of its token, to find it again. */
  readonly prefix: string;
  /** What it may do: as much as this role; absent on a key with scopes. */
  readonly role?: Role | undefined;
  /** What it may do: as much as an integration with these scopes; absent on a key with a role. */
  readonly scopes?: readonly Scope[] | undefined;
  /** ISO 8601 time. */
  readonly createdAt: string;
  /** ISO 8601 time; absent on a key that does not expire. */
  readonly expiresAt?: string | undefined;
  /** ISO 8601 time, to within a minute; absent before the first use. */
  readonly lastUsedAt?: string | undefined;
}

/** What a key is made from: a role or scopes, not both. */
export interface ApiKeyCreation {
  /** At most 200 characters. */
  readonly name: string;
  readonly role?: Role | undefined;
  readonly scopes?: readonly Scope[] | undefined;
  /** Never when left out; at most ten years. */
  readonly expiresInSeconds?: number | undefined;
}

/** A key with its token, which is shown only here. */
export interface CreatedApiKey extends ApiKeyResource {
  /** Sent as a bearer token. It begins with `pbk_` and ends in a checksum, so that scanners recognize it. */
  readonly token: string;
}

const maxLifetimeSeconds = 10 * 365 * 24 * 3600;
const time = z.iso.datetime();

const keyFields = {
  id: z.string(),
  name: z.string(),
  prefix: z.string(),
  role: z.enum(roles).optional(),
  scopes: z.array(z.enum(scopes)).optional(),
  createdAt: time,
  expiresAt: time.optional(),
  lastUsedAt: time.optional(),
};

const keySchema: z.ZodType<ApiKeyResource> = z.object(keyFields);

const createdSchema: z.ZodType<CreatedApiKey> = z.object({ ...keyFields, token: z.string() });

const creationSchema: z.ZodType<ApiKeyCreation, ApiKeyCreation> = z
  .object({
    name: z.string().trim().min(1, "must not be empty").max(limits.identifierLength),
    role: z.enum(roles).optional(),
    scopes: z.array(z.enum(scopes)).min(1).max(scopes.length).optional(),
    expiresInSeconds: z.int().min(60).max(maxLifetimeSeconds).optional(),
  })
  .refine(({ role, scopes: named }) => (role === undefined) !== (named === undefined), {
    error: "must name a role or scopes, and not both",
  });

const key: ApiKeyResource = {
  id: "key_1",
  name: "Release pipeline",
  prefix: "pbk_4fG7aB",
  role: "developer",
  createdAt: "2026-01-15T09:30:00.000Z",
  expiresAt: "2027-01-15T09:30:00.000Z",
};

/** Schemas of this file that the OpenAPI document names. */
export const apiKeySchemas = {
  ApiKey: keySchema,
  ApiKeyCreation: creationSchema,
  CreatedApiKey: createdSchema,
};

/** Keys with which programs call the API on behalf of an organization. */
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
    summary: "Revoke an API key at once",
    access: "administrator",
    roles: managers,
    example: {},
  }),
});
