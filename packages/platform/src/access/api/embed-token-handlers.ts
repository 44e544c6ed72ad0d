import { embedTokenOperations } from "@plugboard/api/contract";
import { isoTime } from "../../common/iso-time.ts";
import { PlatformError } from "../../common/platform-error.ts";
import { getInstallation } from "../../installations/installations.ts";
import { defineFeature, type Feature } from "../../operations/feature.ts";

const defaultLifetimeSeconds = 10 * 60;

export const embedTokenFeature: Feature = defineFeature(embedTokenOperations, (platform) => ({
  createEmbedToken: async ({ params: { organizationId: organization }, body, caller }) => {
    // A person could otherwise act as another one.
    if (caller.type === "member")
      throw new PlatformError("forbidden", "Create embed tokens on your server, with an API key.");
    const { lifetimeSeconds = defaultLifetimeSeconds, ...named } = body;
    const { part, installationId } = named;
    if (installationId !== undefined) {
      const installation = await getInstallation(platform, installationId);
      if (installation.organizationId !== organization)
        throw new PlatformError("not_found", `There is no installation ${installationId}.`);
    }
    const token = await platform.embedTokens.issue({ ...named, organization, lifetimeSeconds });
    const path = part === "settings" ? `installed/${encodeURIComponent(installationId ?? "")}` : part;
    const url = new URL(`${platform.urls.console}/embed/${path}`);
    url.searchParams.set("organization", organization);
    url.searchParams.set("frame", token.frame);
    return { token: token.token, url: url.href, expiresAt: isoTime(token.expiresAt) };
  },
  revokeEmbedToken: async ({ params: { organizationId }, body }) =>
    await platform.embedTokens.revoke(organizationId, body.token),
  getEmbedSession: async ({ caller }) => {
    const [membership] = caller.type === "member" ? caller.memberships : [];
    if (caller.type !== "member" || caller.embedded === undefined || membership === undefined)
      throw new PlatformError("forbidden", "Only an embed token can do this.");
    const { id, name, embedded } = caller;
    return {
      person: { id, name },
      organization: membership.organization,
      role: membership.role,
      part: embedded.part,
      installationId: embedded.installationId,
      expiresAt: isoTime(embedded.expiresAt),
    };
  },
}));
