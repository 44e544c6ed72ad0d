import { provisioningScope } from "@plugboard/api";
import { type ApiClient, createApiClient } from "@plugboard/api/client";
import * as routes from "@plugboard/api/routes";
import * as contentRoutes from "@plugboard/content/routes";
import { createIntegration } from "@plugboard/content/integration";
import { serve } from "@plugboard/runtime/node";
import { generateSecret } from "@plugboard/webhook-signer";
import { setTimeout as delay } from "node:timers/promises";
import { findFreePort } from "../../http/src/find-free-port.ts";
import { startTarget, type Target } from "./start-target.ts";

/** A server with a victim that has every kind of resource, and an attacker installed next to it. */
export interface Scene {
  readonly target: Target;
  /** The administrator's client. */
  readonly api: ApiClient;
  /** The victim's values of path parameters. */
  readonly victim: Readonly<Record<string, string>>;
  readonly attacker: {
    readonly installationId: string;
    readonly installationToken: string;
    readonly integrationToken: string;
    /** The token of a polling endpoint. */
    readonly pollToken: string;
    /** The token of the victim's own identity provider. */
    readonly scimToken: string;
    /** The token of another organization's identity provider. */
    readonly otherScimToken: string;
  };
  /** Sets the cookies that the attacker's integration returns from now on. */
  readonly setCookies: (cookies: readonly string[]) => void;
  readonly stop: () => Promise<void>;
}

const lines =
  "title: T\ndescription: D.\norganization: acme\nvisibility: private\nscopes: [space:content:read]\n";

/** Sets up the scene on a new server, or on an existing one. */
export async function setUpScene(given?: Target): Promise<Scene> {
  const target = given ?? (await startTarget(await findFreePort()));
  const api = createApiClient({ endpoint: `${target.consoleUrl}/v1`, token: target.adminToken });
  const tokens = new Map<
    string,
    { readonly integration: string; readonly installation?: string | undefined }
  >();
  let cookies: readonly string[] = [];
  const integration = createIntegration({
    events: {
      installation_setup: ({ installationId }, { environment }) => {
        tokens.set(installationId, environment.apiTokens);
      },
    },
    task: () => {},
    fetch: () => new Response("ok", { headers: cookies.map((cookie) => ["set-cookie", cookie]) }),
  });
  const signingSecret = generateSecret();
  const env = { PLUGBOARD_SIGNING_SECRET: signingSecret };
  const host = await serve(integration, { port: 0, hostname: "127.0.0.1", env });
  const [organization] = (await api.call(routes.listOrganizations)).items;
  const install = async (name: string): Promise<string> => {
    const body = { manifest: `name: ${name}\n${lines}`, url: `http://127.0.0.1:${host.port}`, signingSecret };
    await api.call(routes.publishIntegration, { params: { integration: name }, body });
    const params = { integration: name };
    const made = { organization: organization?.id ?? "" };
    return (await api.call(routes.installIntegration, { params, body: made })).id;
  };
  const [installationId, attackerId] = [await install("victim"), await install("attacker")];
  const [space] = (await api.call(contentRoutes.listSpaces)).items;
  const [site] = (await api.call(contentRoutes.listSites)).items;
  const [spaceId, siteId] = [space?.id ?? "", site?.id ?? ""];
  const [page] = (await api.call(contentRoutes.listPages, { params: { spaceId } })).items;
  const changeRequest = await api.call(contentRoutes.createChangeRequest, {
    params: { spaceId },
    body: { title: "Version 2" },
  });
  await api.call(contentRoutes.createSpaceInstallation, { params: { installationId, spaceId } });
  await api.call(contentRoutes.createSiteInstallation, { params: { installationId, siteId } });
  const endpoint = await api.call(routes.createWebhookEndpoint, {
    params: { installationId },
    body: { url: "http://127.0.0.1:1/", eventTypes: ["site_view"] },
  });
  const polling = await api.call(routes.createWebhookEndpoint, {
    params: { installationId: attackerId },
    body: { polling: true, eventTypes: ["site_view"] },
  });
  const { token: pollToken } = await api.call(routes.rotateWebhookEndpointPollToken, {
    params: { installationId: attackerId, endpointId: polling.id },
    body: {},
  });
  const connect = async (organizationId: string): Promise<string> => {
    const body = { name: "Identity provider", scopes: [provisioningScope] };
    return (await api.call(routes.createApiKey, { params: { organizationId }, body })).token;
  };
  const other = await api.call(routes.createOrganization, {
    body: { title: "Other", subdomain: `other-${Date.now()}` },
  });
  const organizationId = organization?.id ?? "";
  const [scimToken, otherScimToken] = [await connect(organizationId), await connect(other.id)];
  const identityProvider = createApiClient({ endpoint: `${target.consoleUrl}/v1`, token: scimToken });
  const provisioned = await identityProvider.call(routes.createProvisionedUser, {
    params: { organizationId },
    body: { userName: `${Date.now()}@acme.example`, active: true },
  });
  const group = await identityProvider.call(routes.createProvisionedGroup, {
    params: { organizationId },
    body: { displayName: `Group ${Date.now()}`, members: [provisioned.id] },
  });
  while (tokens.size < 2) await delay(20);
  const held = tokens.get(attackerId);
  return {
    target,
    api,
    victim: {
      organizationId,
      provisionedUserId: provisioned.id,
      provisionedGroupId: group.id,
      integration: "victim",
      installationId,
      spaceId,
      siteId,
      pageId: page?.id ?? "",
      changeRequestId: changeRequest.id,
      endpointId: endpoint.id,
    },
    attacker: {
      installationId: attackerId,
      installationToken: held?.installation ?? "",
      integrationToken: held?.integration ?? "",
      pollToken,
      scimToken,
      otherScimToken,
    },
    setCookies: (set) => {
      cookies = set;
    },
    stop: async () => {
      await target.stop();
      await host.close();
    },
  };
}
