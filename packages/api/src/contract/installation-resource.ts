import * as z from "zod";
import type { Installation, SiteInstallation, SpaceInstallation } from "../environment/environment.ts";
import { installationStatuses } from "../vocabulary/installation-status.ts";
import { type Scope, scopes } from "../vocabulary/scope.ts";
import { limits } from "./limits.ts";
import { targets } from "../vocabulary/manifest-vocabulary.ts";

/** What an integration reported about a setting when it was set up. */
export interface SetupProblem {
  /** The setting's name; empty for none in particular. */
  readonly path: string;
  readonly message: string;
}

/** What an installation has at every level, besides its settings. */
interface InstallationState {
  /** What the integration reported about the settings, when it was notified of them; absent where that is nothing. */
  readonly problems?: readonly SetupProblem[] | undefined;
  /** ISO 8601 time. */
  readonly createdAt: string;
  /** ISO 8601 time. Each change has a later one than the change before; the version for `If-Match`. */
  readonly updatedAt: string;
}

/** An organization-level installation, as the HTTP API shows it. */
export interface InstallationResource extends Installation, InstallationState {
  /** Name of the installed integration. */
  readonly integration: string;
  /** Identifier of the organization it is installed in. */
  readonly organization: string;
  /** Scopes that the integration asks for by now, and that the organization has yet to consent to; absent without any. */
  readonly pendingScopes?: readonly Scope[] | undefined;
  /** The version that it runs until the organization consents to them; absent where it runs the current one. */
  readonly keptVersion?: number | undefined;
  /** Why it is paused, as whoever paused it wrote; absent where nobody did. */
  readonly pauseReason?: string | undefined;
}

/** Why an installation is paused. */
export interface InstallationPause {
  /** Shown to whoever opens the installation, and kept in the audit log; at most 300 characters. */
  readonly reason?: string | undefined;
}

/** An installation into one space, as the HTTP API shows it. */
export interface SpaceInstallationResource extends SpaceInstallation, InstallationState {}

/** An installation into one site, as the HTTP API shows it. */
export interface SiteInstallationResource extends SiteInstallation, InstallationState {}

const common = {
  status: z.enum(installationStatuses),
  configuration: z.record(z.string(), z.unknown()),
  externalIds: z.array(z.string()),
  problems: z
    .array(z.object({ path: z.string(), message: z.string() }))
    .max(limits.problems)
    .optional(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
};

/** Checks an organization-level installation. */
export const installationSchema: z.ZodType<InstallationResource> = z.object({
  ...common,
  id: z.string(),
  integration: z.string(),
  organization: z.string(),
  pendingScopes: z.array(z.enum(scopes)).optional(),
  keptVersion: z.int().positive().optional(),
  pauseReason: z.string().optional(),
  space_selection: z.object({
    type: z.enum(["all", "selected"]),
    spaces: z.array(z.string()).exactOptional(),
  }),
  urls: z.object({ publicEndpoint: z.url(), app: z.url().exactOptional() }),
  target: z.enum(targets),
});

/** Checks a request to pause an installation. */
export const installationPauseSchema: z.ZodType<InstallationPause, InstallationPause> = z.object({
  reason: z.string().trim().min(1, "must not be empty").max(limits.problemLength).optional(),
});

/** Checks an installation into a space. */
export const spaceInstallationSchema: z.ZodType<SpaceInstallationResource> = z.object({
  ...common,
  installation: z.string(),
  space: z.string(),
  urls: z.object({ publicEndpoint: z.url() }),
});

/** Checks an installation into a site. */
export const siteInstallationSchema: z.ZodType<SiteInstallationResource> = z.object({
  ...common,
  installation: z.string(),
  site: z.string(),
  space: z.string().exactOptional(),
  urls: z.object({ publicEndpoint: z.url(), published: z.url().exactOptional() }),
});

const commonExample = {
  status: "active",
  configuration: { channel: "#docs" },
  externalIds: [],
  createdAt: "2026-01-15T09:30:00.000Z",
  updatedAt: "2026-01-15T09:31:00.000Z",
} as const;

/** An installation, for examples. */
export const installationExample: InstallationResource = {
  ...commonExample,
  id: "ins_1",
  integration: "content-digest",
  organization: "org_1",
  space_selection: { type: "all" },
  urls: {
    publicEndpoint: "https://sites.example/integrations/ins_1",
    app: "https://docs.example/installations/ins_1",
  },
  target: "all",
};

/** An installation into a space, for examples. */
export const spaceInstallationExample: SpaceInstallationResource = {
  ...commonExample,
  installation: "ins_1",
  space: "spc_1",
  urls: { publicEndpoint: "https://sites.example/integrations/ins_1" },
};

/** An installation into a site, for examples. */
export const siteInstallationExample: SiteInstallationResource = {
  ...commonExample,
  installation: "ins_1",
  site: "sit_1",
  space: "spc_1",
  urls: {
    publicEndpoint: "https://sites.example/integrations/ins_1",
    published: "https://sites.example/acme-docs",
  },
};
