import {
  createSiteInstallation,
  createSpaceInstallation,
  getInstallation,
  listSiteInstallations,
  listSpaceInstallations,
} from "@plugboard/api/routes";
import type {
  InstallationResource,
  InstallationUpdate,
  SiteInstallationResource,
  SpaceInstallationResource,
} from "@plugboard/api/client";
import type { ConfigurationLevel } from "@plugboard/manifest";
import * as z from "zod";
import { toInstallation, toSiteInstallation, toSpaceInstallation } from "../platform/build-environment.ts";
import { changeInstallation } from "../platform/change-installation.ts";
import type { PlatformState } from "../platform/platform-state.ts";
import { testIds } from "../platform/test-ids.ts";
import {
  type ApiCallInput,
  ApiFailure,
  defineRead,
  defineWrite,
  requireName,
  type ApiOperations,
} from "./api-operation.ts";
import { paginate } from "./paginate.ts";

const update: z.ZodType<InstallationUpdate> = z.object({
  configuration: z.record(z.string(), z.unknown()).exactOptional(),
  externalIds: z.array(z.string()).exactOptional(),
});

/** The installations of each level. */
export function installationOperations(state: PlatformState): ApiOperations {
  const account = { read: () => toInstallationResource(state), level: "account" } as const;
  const space = { read: () => toSpaceResource(state), level: "space" } as const;
  const site = { read: () => toSiteResource(state), level: "site" } as const;
  const read = <Resource>({ read }: Place<Resource>) =>
    defineRead(undefined, (input) => {
      requireInstalled(state, input.params);
      return read();
    });
  const list = <Resource>({ read }: Place<Resource>) =>
    defineRead(undefined, (input) => {
      requireInstalled(state, input.params);
      return paginate([read()], input.query);
    });
  const write = <Resource>({ read, level }: Place<Resource>) =>
    defineWrite(undefined, update, (input) => {
      requireInstalled(state, input.params);
      edit(state, level, input);
      return read();
    });
  return {
    [getInstallation.path]: { GET: read(account), PATCH: write(account) },
    [listSpaceInstallations.path]: { GET: list(space) },
    [createSpaceInstallation.path]: { GET: read(space), PATCH: write(space) },
    [listSiteInstallations.path]: { GET: list(site) },
    [createSiteInstallation.path]: { GET: read(site), PATCH: write(site) },
  };
}

interface Place<Resource> {
  readonly read: () => Resource;
  readonly level: ConfigurationLevel;
}

/** Refuses calls about an installation, space or site that is not there. */
export function requireInstalled(state: PlatformState, params: Readonly<Record<string, string>>): void {
  const { installationId, spaceId = testIds.space, siteId = testIds.site } = params;
  requireName(state.removed ? undefined : installationId, testIds.installation, "installation");
  requireName(spaceId, testIds.space, "installation in space");
  requireName(siteId, testIds.site, "installation in site");
}

function edit(
  state: PlatformState,
  level: ConfigurationLevel,
  { body: change, ifMatch }: ApiCallInput<InstallationUpdate>,
): void {
  const { updatedAt } = state.installations[level];
  if (ifMatch !== undefined && Date.parse(ifMatch) !== updatedAt) {
    throw new ApiFailure(412, "precondition_failed", "The installation was changed since.");
  }
  const outcome = changeInstallation(state, level, change);
  if (outcome.type === "saved") {
    if (outcome.event !== undefined) state.queue.push({ event: outcome.event, dueAt: state.now() });
    return;
  }
  const [problem] = outcome.problems;
  throw new ApiFailure(
    422,
    "invalid_configuration",
    problem?.message ?? "The configuration is wrong.",
    problem?.path,
  );
}

/** The organization's installation as the API shows it. */
export function toInstallationResource(state: PlatformState): InstallationResource {
  return {
    ...toInstallation(state),
    integration: state.manifest.name,
    organization: testIds.organization,
    ...times(state, "account"),
  };
}

function toSpaceResource(state: PlatformState): SpaceInstallationResource {
  return { ...toSpaceInstallation(state), ...times(state, "space") };
}

function toSiteResource(state: PlatformState): SiteInstallationResource {
  return { ...toSiteInstallation(state), ...times(state, "site") };
}

function times({ installations, startedAt }: PlatformState, level: ConfigurationLevel) {
  const { updatedAt } = installations[level];
  return { createdAt: toTime(startedAt), updatedAt: toTime(updatedAt) };
}

/** Milliseconds since the epoch as ISO 8601, which the API speaks. */
export function toTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
