import type { EmbedTokenCreation } from "@plugboard/api/client";
import { embedTokenOperations } from "@plugboard/api/contract";
import { isoTime } from "../../common/iso-time.ts";
import { PlatformError } from "../../common/platform-error.ts";
import { getInstallation } from "../../installations/installations.ts";
import { defineFeature, type Feature } from "../../operations/feature.ts";
import type { Platform } from "../../operations/platform.ts";
import { findResourceOrganization } from "../../resources/find-resource.ts";
import { type NamedResource, namedResources } from "../../resources/product-ref.ts";
import { isPortalToken } from "../portal-sessions.ts";

const defaultLifetimeSeconds = 10 * 60;

export const embedTokenFeature: Feature = defineFeature(embedTokenOperations, (platform) => ({
  createEmbedToken: async ({ params: { organizationId: organization }, body, caller }) => {
    // A person could otherwise act as another one.
    if (caller.type === "member")
      throw new PlatformError("forbidden", "Create embed tokens on your server, with an API key.");
    const { part, userId, installationId, componentId, props, origins } = body;
    const { lifetimeSeconds = defaultLifetimeSeconds, readOnly = false, eventTypes } = body;
    const [resource] = namedResources(platform.product, body);
    if (installationId !== undefined) await requireOwn(platform, organization, installationId);
    if (resource !== undefined) await requireShown(platform, organization, part, resource);
    const url = new URL(`${platform.urls.console}${pathOf(part, organization, installationId)}`);
    if (part !== "portal") url.searchParams.set("organization", organization);
    url.searchParams.set("frame", await platform.embedTokens.createFrame(organization, origins));
    const { token, expiresAt } =
      part === "portal"
        ? await platform.portalSessions.create({
            organization,
            readOnly,
            eventTypes,
            theme: {},
            lifetimeSeconds,
          })
        : await platform.embedTokens.issue({
            organization,
            lifetimeSeconds,
            // The contract requires it.
            userId: userId ?? "",
            part,
            installationId,
            componentId,
            props,
            resource: resource && { kind: resource.kind, id: resource.id },
          });
    return { token, url: url.href, expiresAt: isoTime(expiresAt) };
  },
  revokeEmbedToken: async ({ params: { organizationId }, body: { token } }) => {
    if (!isPortalToken(token)) return await platform.embedTokens.revoke(organizationId, token);
    const session = await platform.portalSessions.open(token).catch((error: unknown) => {
      if (error instanceof PlatformError && error.code === "unauthorized") return undefined;
      throw error;
    });
    if (session?.organization !== organizationId)
      throw new PlatformError("not_found", "There is no such embed token, or it has expired.");
    return await platform.portalSessions.revoke(organizationId, session.id);
  },
  getEmbedSession: async ({ caller }) => {
    const [membership] = caller.type === "member" ? caller.memberships : [];
    if (caller.type !== "member" || caller.embedded === undefined || membership === undefined)
      throw new PlatformError("forbidden", "Only an embed token can do this.");
    const { id, name, embedded } = caller;
    const { expiresAt, ...part } = embedded;
    return {
      person: { id, name },
      organization: membership.organization,
      role: membership.role,
      ...part,
      expiresAt: isoTime(expiresAt),
    };
  },
}));

/** @throws PlatformError `not_found` */
async function requireOwn(platform: Platform, organization: string, installationId: string): Promise<void> {
  const { organizationId } = await getInstallation(platform, installationId);
  if (organizationId !== organization)
    throw new PlatformError("not_found", `There is no installation ${installationId}.`);
}

/** @throws PlatformError `invalid_request`, `not_found` */
async function requireShown(
  platform: Platform,
  organization: string,
  part: string,
  { kind, id, path }: NamedResource,
): Promise<void> {
  if (part !== "block")
    throw new PlatformError("invalid_request", `${path} is only for block.`, [
      { path, message: "is only for block" },
    ]);
  if ((await findResourceOrganization(platform, platform.db, { kind, id })) !== organization)
    throw new PlatformError("not_found", `There is no ${kind} ${id}.`);
}

function pathOf(
  part: EmbedTokenCreation["part"],
  organization: string,
  installationId: string | undefined,
): string {
  if (part === "portal") return `/portal/${organization}`;
  return part === "settings"
    ? `/embed/installed/${encodeURIComponent(installationId ?? "")}`
    : `/embed/${part}`;
}
