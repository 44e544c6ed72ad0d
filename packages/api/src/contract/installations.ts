import * as z from "zod";
import { everyMember, managers } from "./callers.ts";
import type { Configuration } from "../environment/environment.ts";
import {
  installationExample,
  installationSchema,
  siteInstallationExample,
  siteInstallationSchema,
  spaceInstallationExample,
  spaceInstallationSchema,
} from "./installation-resource.ts";
import { settingsSchema } from "./json.ts";
import { limits } from "./limits.ts";
import { operation } from "./operation.ts";
import { organizationQuerySchema, pageOf, pageQueryFields, pageQuerySchema, type PageQuery } from "./page.ts";
import * as routes from "./routes.ts";

/** Changes to an installation. What is left out stays as it is. */
export interface InstallationUpdate {
  /** Each property given replaces the old value of that property; `null` removes it. At most 200 at a time. */
  readonly configuration?: Configuration | undefined;
  /** At most 100, each of at most 200 characters. */
  readonly externalIds?: readonly string[] | undefined;
}

/** One choice of a setting. */
export interface PropertyOption {
  readonly label: string;
  readonly value: string;
}

/** Which choices of a setting to list. */
export interface PropertyOptionQuery extends PageQuery {
  /** What the user has typed so far. */
  readonly query?: string | undefined;
  /** For a setting of the installation in this space. */
  readonly spaceId?: string | undefined;
  /** For a setting of the installation in this site. */
  readonly siteId?: string | undefined;
}

/** What opens the callback of a button among the settings. */
export interface ConnectTicket {
  /** Where the ticket is posted, as the form field `ticket`, from a page of the console. */
  readonly url: string;
  readonly ticket: string;
  /** ISO 8601 time. */
  readonly expiresAt: string;
}

const identifier = z.string().min(1).max(limits.identifierLength);

const updateSchema: z.ZodType<InstallationUpdate, InstallationUpdate> = z.object({
  configuration: settingsSchema.optional(),
  externalIds: z.array(identifier).max(limits.externalIds).optional(),
});

const optionSchema: z.ZodType<PropertyOption> = z.object({ label: z.string(), value: z.string() });

const optionQuerySchema: z.ZodType<PropertyOptionQuery, PropertyOptionQuery> = z.object({
  ...pageQueryFields,
  query: z.string().max(1000).meta({ description: "What the user has typed so far." }).optional(),
  spaceId: identifier.meta({ description: "For a setting of the installation in this space." }).optional(),
  siteId: identifier.meta({ description: "For a setting of the installation in this site." }).optional(),
});

const ticketSchema: z.ZodType<ConnectTicket> = z.object({
  url: z.url(),
  ticket: z.string(),
  expiresAt: z.iso.datetime(),
});

const update = { configuration: { channel: "#docs" } };
const ticket = {
  url: "https://sites.example/integrations/ins_1/connect",
  ticket: "eyJhbGciOiJkaXIifQ",
  expiresAt: "2026-01-15T09:31:00.000Z",
};

/** Schemas of this file that the OpenAPI document names. */
export const installationSchemas = {
  Installation: installationSchema,
  SpaceInstallation: spaceInstallationSchema,
  SiteInstallation: siteInstallationSchema,
  InstallationUpdate: updateSchema,
  PropertyOption: optionSchema,
  ConnectTicket: ticketSchema,
};

/** Installations in organizations, and in spaces and sites, with their settings. */
export const installationOperations = {
  listInstallations: operation(routes.listInstallations, {
    tag: "Installations",
    summary: "List installations",
    access: "administrator",
    roles: everyMember,
    query: organizationQuerySchema,
    response: pageOf(installationSchema),
    example: { response: { items: [installationExample] } },
  }),
  getInstallation: operation(routes.getInstallation, {
    tag: "Installations",
    summary: "Read an installation",
    access: "installation",
    roles: everyMember,
    response: installationSchema,
    version: "updatedAt",
    example: { response: installationExample },
  }),
  updateInstallation: operation(routes.updateInstallation, {
    tag: "Installations",
    summary: "Edit an installation; an edit of its configuration emits installation_setup",
    access: "installation",
    roles: managers,
    body: updateSchema,
    maxBodyBytes: limits.jsonBodyBytes,
    response: installationSchema,
    version: "updatedAt",
    errors: ["invalid_configuration"],
    example: { body: update, response: installationExample },
  }),
  deleteInstallation: operation(routes.deleteInstallation, {
    tag: "Installations",
    summary: "Remove an installation with all that belongs to it; emits installation_deleted",
    access: "administrator",
    roles: managers,
    example: {},
  }),
  pauseInstallation: operation(routes.pauseInstallation, {
    tag: "Installations",
    summary: "Hold back an installation's events",
    access: "administrator",
    roles: managers,
    response: installationSchema,
    errors: ["conflict"],
    example: { response: { ...installationExample, status: "paused" } },
  }),
  resumeInstallation: operation(routes.resumeInstallation, {
    tag: "Installations",
    summary: "Let an installation's events through again",
    access: "administrator",
    roles: managers,
    response: installationSchema,
    errors: ["conflict"],
    example: { response: installationExample },
  }),
  listSpaceInstallations: operation(routes.listSpaceInstallations, {
    tag: "Installations",
    summary: "List the spaces an integration is installed in",
    access: "installation",
    roles: everyMember,
    query: pageQuerySchema,
    response: pageOf(spaceInstallationSchema),
    example: { response: { items: [spaceInstallationExample] } },
  }),
  createSpaceInstallation: operation(routes.createSpaceInstallation, {
    tag: "Installations",
    summary: "Install an integration into a space; emits space_installation_setup",
    access: "administrator",
    roles: managers,
    status: 201,
    response: spaceInstallationSchema,
    errors: ["conflict"],
    example: { response: spaceInstallationExample },
  }),
  getSpaceInstallation: operation(routes.getSpaceInstallation, {
    tag: "Installations",
    summary: "Read a space installation",
    access: "installation",
    roles: everyMember,
    response: spaceInstallationSchema,
    version: "updatedAt",
    example: { response: spaceInstallationExample },
  }),
  updateSpaceInstallation: operation(routes.updateSpaceInstallation, {
    tag: "Installations",
    summary: "Edit a space installation; an edit of its configuration emits space_installation_setup",
    access: "installation",
    roles: managers,
    body: updateSchema,
    maxBodyBytes: limits.jsonBodyBytes,
    response: spaceInstallationSchema,
    version: "updatedAt",
    errors: ["invalid_configuration"],
    example: { body: update, response: spaceInstallationExample },
  }),
  deleteSpaceInstallation: operation(routes.deleteSpaceInstallation, {
    tag: "Installations",
    summary: "Remove an integration from a space; emits space_installation_deleted",
    access: "administrator",
    roles: managers,
    example: {},
  }),
  listSiteInstallations: operation(routes.listSiteInstallations, {
    tag: "Installations",
    summary: "List the sites an integration is installed in",
    access: "installation",
    roles: everyMember,
    query: pageQuerySchema,
    response: pageOf(siteInstallationSchema),
    example: { response: { items: [siteInstallationExample] } },
  }),
  createSiteInstallation: operation(routes.createSiteInstallation, {
    tag: "Installations",
    summary: "Install an integration into a site; emits site_installation_setup",
    access: "administrator",
    roles: managers,
    status: 201,
    response: siteInstallationSchema,
    errors: ["conflict"],
    example: { response: siteInstallationExample },
  }),
  getSiteInstallation: operation(routes.getSiteInstallation, {
    tag: "Installations",
    summary: "Read a site installation",
    access: "installation",
    roles: everyMember,
    response: siteInstallationSchema,
    version: "updatedAt",
    example: { response: siteInstallationExample },
  }),
  updateSiteInstallation: operation(routes.updateSiteInstallation, {
    tag: "Installations",
    summary: "Edit a site installation; an edit of its configuration emits site_installation_setup",
    access: "installation",
    roles: managers,
    body: updateSchema,
    maxBodyBytes: limits.jsonBodyBytes,
    response: siteInstallationSchema,
    version: "updatedAt",
    errors: ["invalid_configuration"],
    example: { body: update, response: siteInstallationExample },
  }),
  deleteSiteInstallation: operation(routes.deleteSiteInstallation, {
    tag: "Installations",
    summary: "Remove an integration from a site; emits site_installation_deleted",
    access: "administrator",
    roles: managers,
    example: {},
  }),
  listPropertyOptions: operation(routes.listPropertyOptions, {
    tag: "Installations",
    summary: "List the options of a setting, as its integration offers them",
    access: "administrator",
    roles: managers,
    query: optionQuerySchema,
    response: pageOf(optionSchema),
    errors: ["integration_failed", "integration_unreachable"],
    example: { query: { query: "do" }, response: { items: [{ label: "#docs", value: "C024" }] } },
  }),
  createConnectTicket: operation(routes.createConnectTicket, {
    tag: "Installations",
    summary: "Get a ticket that opens the callback of a button among the settings of an installation",
    access: "administrator",
    roles: managers,
    status: 201,
    response: ticketSchema,
    example: { response: ticket },
  }),
  createSpaceConnectTicket: operation(routes.createSpaceConnectTicket, {
    tag: "Installations",
    summary: "Get a ticket that opens the callback of a button among the settings of a space installation",
    access: "administrator",
    roles: managers,
    status: 201,
    response: ticketSchema,
    example: { response: ticket },
  }),
  createSiteConnectTicket: operation(routes.createSiteConnectTicket, {
    tag: "Installations",
    summary: "Get a ticket that opens the callback of a button among the settings of a site installation",
    access: "administrator",
    roles: managers,
    status: 201,
    response: ticketSchema,
    example: { response: ticket },
  }),
};
