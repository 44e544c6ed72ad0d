import * as z from "zod";
import { noMember } from "./callers.ts";
import { jsonSchema } from "./json.ts";
import { type FieldKind, onlyOneKindField, withOneKindField } from "./kind-fields.ts";
import { limits } from "./limits.ts";
import { defineOperations, operation } from "./operation.ts";
import { pageOf, pageQueryFields } from "./page.ts";
import { shape } from "./shape.ts";
import { storageKeySchema } from "./storage-key.ts";
import type { StoredValueVersion } from "./types.ts";

const maxTtlSeconds = 10 * 365 * 24 * 3600;
const ttlSchema = z.int().min(1).max(maxTtlSeconds).optional();

const resourceField = z.string().min(1).max(limits.identifierLength).optional();
const valuesIn = ({ kind }: FieldKind) =>
  resourceField.describe(`Selects the values of the installation in this ${kind}.`);

const querySchema = shape(
  "StorageQuery",
  "The resource installation that stored values belong to. Defaults to the installation itself.",
  onlyOneKindField(valuesIn),
);

const listQuerySchema = shape(
  "StorageListQuery",
  "Which stored values to list.",
  withOneKindField(
    z.object({
      ...pageQueryFields,
      prefix: storageKeySchema.optional().describe("Lists only keys with this prefix."),
    }),
    valuesIn,
  ),
);

const versionFields = {
  key: z.string(),
  version: z
    .string()
    .describe("Changes with every write and never repeats in an installation; the version for `If-Match`."),
  expiresAt: z.iso.datetime().optional().describe("The expiration time. Values without it don't expire."),
};

const versionSchema = shape(
  "StoredValueVersion",
  "The state of a stored value, without the value.",
  z.object(versionFields),
);

const valueSchema = shape(
  "StoredValue",
  "A value that an integration stored.",
  z.object({ ...versionFields, value: jsonSchema }),
);

const numberSchema = shape(
  "StoredNumber",
  "A stored number after an increment.",
  z.object({ ...versionFields, value: z.int() }),
);

const updateSchema = shape(
  "StoredValueUpdate",
  "A value to store.",
  z.object({
    value: jsonSchema.describe("At most 64 KiB of JSON."),
    ttlSeconds: ttlSchema.describe("Deletes the value after this many seconds. Defaults to keeping it."),
  }),
);

const incrementSchema = shape(
  "StoredValueIncrement",
  "A change to a stored number.",
  z.object({
    by: z.int().optional().describe("May be negative. Defaults to 1."),
    ttlSeconds: ttlSchema.describe(
      "Applies only if the call creates the number; an existing number keeps its expiration.",
    ),
  }),
);

const version: StoredValueVersion = { key: "last-report", version: "7" };
const value = { articles: 12 };
// Values can be credentials that users entrusted to the integration, so people can't read them over the API.
const common = { tag: "Storage", access: "installation", roles: noMember, query: querySchema } as const;

/** Operations for values that integrations store for installations. */
export const storageOperations = defineOperations({
  listStoredValues: operation({
    ...common,
    method: "GET",
    path: "/installations/{installationId}/storage",
    summary: "List stored values by key",
    query: listQuerySchema,
    response: pageOf(valueSchema),
    example: { query: { prefix: "last-" }, response: { items: [{ ...version, value }] } },
  }),
  getStoredValue: operation({
    ...common,
    method: "GET",
    path: "/installations/{installationId}/storage/{storageKey}",
    summary: "Read a stored value",
    response: valueSchema,
    version: "version",
    example: { response: { ...version, value } },
  }),
  setStoredValue: operation({
    ...common,
    method: "PUT",
    path: "/installations/{installationId}/storage/{storageKey}",
    summary: "Store a value",
    audit: false,
    body: updateSchema,
    maxBodyBytes: limits.jsonBodyBytes,
    response: versionSchema,
    version: "version",
    creates: true,
    errors: ["conflict"],
    example: { body: { value }, response: version },
  }),
  deleteStoredValue: operation({
    ...common,
    method: "DELETE",
    path: "/installations/{installationId}/storage/{storageKey}",
    summary: "Delete a stored value, if there is one",
    audit: false,
    version: "version",
    example: {},
  }),
  incrementStoredValue: operation({
    ...common,
    method: "POST",
    path: "/installations/{installationId}/storage/{storageKey}/increment",
    summary: "Add to a stored number, which starts at 0",
    audit: false,
    body: incrementSchema,
    response: numberSchema,
    errors: ["conflict"],
    example: { body: { by: 1 }, response: { ...version, value: 8 } },
  }),
});
