import * as z from "zod";
import { managers } from "./callers.ts";
import { limits } from "./limits.ts";
import { defineOperations, operation } from "./operation.ts";
import { organizationQueryFields, pageOf } from "./page.ts";
import { shape } from "./shape.ts";

const time = z.iso.datetime();
const identifier = z.string().min(1).max(limits.identifierLength);
const fields = z.record(z.string(), z.unknown());

const entrySchema = shape(
  "AuditEntryResource",
  "A recorded change. Secrets read `[hidden]` and long texts are truncated.",
  z.object({
    id: z.string(),
    organization: z
      .string()
      .optional()
      .describe("The organization's id. Not set for changes to the platform itself."),
    createdAt: time,
    actor: z.object({
      type: z
        .enum(["admin", "member", "key", "portal", "integration", "installation"])
        .describe("`admin` is the platform administrator."),
      id: z.string().describe("The id of the person, key or installation, or the integration's name."),
    }),
    address: z.string().optional().describe("The network address of the request, if known."),
    operation: z.string().describe("The operation's id."),
    resource: fields.describe("The parameters in the request path."),
    request: fields.optional().describe("The request body."),
    before: fields.optional().describe("The resource before the change."),
    after: fields
      .optional()
      .describe(
        "The resource after the change, as the caller saw it. For calls of tools, the `outcome` (`succeeded`, or an error code) and `durationMilliseconds`.",
      ),
  }),
);

const querySchema = shape(
  "AuditQuery",
  "Filters of the audit log. An entry must match all of them.",
  z.object({
    ...organizationQueryFields,
    actor: identifier
      .optional()
      .describe("The id of a person, key or installation, or an integration's name."),
    operation: identifier.meta({ description: "Only calls of this operation." }).optional(),
    resource: identifier.optional().describe("The id of a resource in the request path."),
    since: time.optional().describe("Entries at or after this time."),
    until: time.optional().describe("Entries before this time."),
  }),
);

/** Operations for the audit log. */
export const auditOperations = defineOperations({
  listAuditEntries: operation({
    method: "GET",
    path: "/audit-entries",
    tag: "Audit log",
    summary: "List the audit log of the caller's organizations, newest first",
    access: "administrator",
    roles: managers,
    query: querySchema,
    response: pageOf(entrySchema),
    example: {
      query: { operation: "pauseInstallation", since: "2026-01-15T00:00:00Z" },
      response: {
        items: [
          {
            id: "aud_1",
            organization: "org_1",
            createdAt: "2026-01-15T09:30:00.000Z",
            actor: { type: "member", id: "usr_1" },
            address: "203.0.113.7",
            operation: "pauseInstallation",
            resource: { installationId: "ins_1" },
            before: { id: "ins_1", status: "active" },
            after: { id: "ins_1", status: "paused" },
          },
        ],
      },
    },
  }),
});
