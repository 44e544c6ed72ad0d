import * as z from "zod";
import { everyMember, managers } from "./callers.ts";
import { installationExample, installationPauseSchema, installationSchema } from "./installation-resource.ts";
import { anyJsonSchema, boundedMap } from "./json.ts";
import type { Infer } from "./infer.ts";
import { withKindFields } from "./kind-fields.ts";
import { limits } from "./limits.ts";
import { defineOperations, operation } from "./operation.ts";
import { organizationQuerySchema, pageOf, pageQueryFields, pageQuerySchema } from "./page.ts";
import { shape } from "./shape.ts";

const identifier = z.string().min(1).max(limits.identifierLength);

const updateSchema = shape(
  "InstallationUpdate",
  "Changes to an installation. Omitted fields keep their values.",
  z.object({
    configuration: boundedMap(anyJsonSchema)
      .optional()
      .describe("Replaces the given properties; `null` removes one. At most 200 at a time."),
    externalIds: z
      .array(identifier)
      .max(limits.externalIds)
      .optional()
      .describe("At most 100, each of at most 200 characters."),
  }),
);

const optionSchema = shape(
  "PropertyOption",
  "An option of a setting.",
  z.object({ label: z.string(), value: z.string() }),
);

const optionQuerySchema = shape(
  "PropertyOptionQuery",
  "Selects the options of a setting.",
  withKindFields(
    z.object({
      ...pageQueryFields,
      query: z.string().max(1000).optional().describe("The user's input so far."),
    }),
    ({ kind }) => ({
      [`${kind}Id`]: identifier.optional().describe(`The ${kind} whose settings are being edited.`),
    }),
  ),
);

const ticketSchema = shape(
  "ConnectTicket",
  "A ticket that opens the callback of a settings button.",
  z.object({
    url: z.url().describe("The URL to which the console posts the ticket, as the form field `ticket`."),
    ticket: z.string(),
    expiresAt: z.iso.datetime(),
  }),
);

/** Returns the declarations shared by all installation levels. */
function installationDefinitions<Resource extends z.ZodType>(
  what: string,
  setupEvent: string,
  response: Resource,
  example: Infer<Resource>,
) {
  return {
    read: {
      tag: "Installations",
      summary: `Read ${what}`,
      access: "installation",
      roles: everyMember,
      response,
      version: "updatedAt",
      example: { response: example },
    },
    update: {
      tag: "Installations",
      summary: `Edit ${what}; an edit of its configuration emits ${setupEvent}`,
      access: "installation",
      roles: managers,
      body: updateSchema,
      maxBodyBytes: limits.jsonBodyBytes,
      response,
      version: "updatedAt",
      errors: ["invalid_configuration"],
      example: { body: { configuration: { channel: "#docs" } }, response: example },
    },
    createConnectTicket: {
      tag: "Installations",
      summary: `Get a ticket that opens the callback of a button among the settings of ${what}`,
      access: "administrator",
      roles: managers,
      status: 201,
      response: ticketSchema,
      example: {
        response: {
          url: "https://sites.example/integrations/ins_1/connect",
          ticket: "eyJhbGciOiJkaXIifQ",
          expiresAt: "2026-01-15T09:31:00.000Z",
        },
      },
    },
  } as const;
}

/**
 * Returns the declarations for installations in the resources of a kind, without methods and paths.
 *
 * @example
 * import { resourceInstallationDefinitions } from "@plugboard/api/contract";
 * import * as z from "zod";
 *
 * const kind = { kind: "project", plural: "projects" };
 * const response = z.object({ project: z.string() });
 * const { list } = resourceInstallationDefinitions(kind, response, { project: "prj_1" });
 * console.log(list.summary); // List the projects an integration is installed in
 */
export function resourceInstallationDefinitions<Resource extends z.ZodType>(
  { kind, plural }: { readonly kind: string; readonly plural: string },
  response: Resource,
  example: Infer<Resource>,
) {
  return {
    ...installationDefinitions(`a ${kind} installation`, `${kind}_installation_setup`, response, example),
    list: {
      tag: "Installations",
      summary: `List the ${plural} an integration is installed in`,
      access: "installation",
      roles: everyMember,
      query: pageQuerySchema,
      response: pageOf(response),
      example: { response: { items: [example] } },
    },
    create: {
      tag: "Installations",
      summary: `Install an integration into a ${kind}; emits ${kind}_installation_setup`,
      access: "administrator",
      roles: managers,
      status: 201,
      response,
      errors: ["conflict"],
      example: { response: example },
    },
    remove: {
      tag: "Installations",
      summary: `Remove an integration from a ${kind}; emits ${kind}_installation_deleted`,
      access: "administrator",
      roles: managers,
      example: {},
    },
  } as const;
}

const installation = installationDefinitions(
  "an installation",
  "installation_setup",
  installationSchema,
  installationExample,
);

const pauseExample = { reason: "It posts twice; its developers look into it." };

/** Operations for installations in organizations, and for settings. */
export const installationOperations = defineOperations({
  listInstallations: operation({
    method: "GET",
    path: "/installations",
    tag: "Installations",
    summary: "List installations",
    access: "administrator",
    roles: everyMember,
    query: organizationQuerySchema,
    response: pageOf(installationSchema),
    example: { response: { items: [installationExample] } },
  }),
  getInstallation: operation({
    method: "GET",
    path: "/installations/{installationId}",
    ...installation.read,
  }),
  updateInstallation: operation({
    method: "PATCH",
    path: "/installations/{installationId}",
    ...installation.update,
  }),
  deleteInstallation: operation({
    method: "DELETE",
    path: "/installations/{installationId}",
    tag: "Installations",
    summary: "Delete an installation with all its data; emits installation_deleted",
    access: "administrator",
    roles: managers,
    example: {},
  }),
  pauseInstallation: operation({
    method: "POST",
    path: "/installations/{installationId}/pause",
    tag: "Installations",
    summary: "Pause an installation, which queues its events",
    access: "administrator",
    keyScope: "organization:deliveries:write",
    roles: managers,
    agents: { shows: ["id", "integration", "status", "pauseReason"] },
    body: installationPauseSchema,
    response: installationSchema,
    errors: ["conflict"],
    example: {
      body: pauseExample,
      response: { ...installationExample, status: "paused", pauseReason: pauseExample.reason },
    },
  }),
  resumeInstallation: operation({
    method: "POST",
    path: "/installations/{installationId}/resume",
    tag: "Installations",
    summary: "Resume a paused installation",
    access: "administrator",
    keyScope: "organization:deliveries:write",
    roles: managers,
    agents: { shows: ["id", "integration", "status", "pauseReason"] },
    response: installationSchema,
    errors: ["conflict"],
    example: { response: installationExample },
  }),
  listPropertyOptions: operation({
    method: "GET",
    path: "/installations/{installationId}/options/{property}",
    waits: true,
    tag: "Installations",
    summary: "List the integration's options for a setting",
    access: "administrator",
    roles: managers,
    query: optionQuerySchema,
    response: pageOf(optionSchema),
    errors: ["integration_failed", "integration_unreachable"],
    example: { query: { query: "do" }, response: { items: [{ label: "#docs", value: "C024" }] } },
  }),
  createConnectTicket: operation({
    method: "POST",
    path: "/installations/{installationId}/connect/{property}",
    ...installation.createConnectTicket,
  }),
});
