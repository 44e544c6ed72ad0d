import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { type AnyOperation, operationsOf } from "@plugboard/api/contract";
import { createComponent } from "@plugboard/components";
import {
  createContent,
  createGitProgram,
  createPage,
  createSite,
  createSpace,
  savePage,
} from "@plugboard/content";
import { contentContract } from "@plugboard/content/contract";
import {
  addMember,
  createApi,
  createOrganization,
  createPlatform,
  createRunner,
  createUrlRunner,
  createWebhookEndpoint,
  installIntegration,
  installIntoResource,
  listEvents,
  type Platform,
  type Principal,
  publishIntegration,
} from "@plugboard/platform";
import { createIntegration } from "@plugboard/content/integration";
import { completionResponse, createTool } from "@plugboard/runtime";
import { serve } from "@plugboard/runtime/node";
import { generateSecret } from "@plugboard/webhook-signer";
import type { ServerGrowthStore } from "./server-growth-store.ts";

/** All operations of the platform and the documentation product. */
export const allOperations: readonly AnyOperation[] = operationsOf(contentContract);

/** A subscription to the events of `measured-0`. */
export const growthSubscription = {
  name: "measured-0__invoice.paid",
  arguments: {},
  url: "https://agent.example/events",
  secret: "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD",
};

/** A call of an operation. Each part defaults to one with the ids of the tenant. */
export interface GrowthCall {
  readonly caller?: Principal | undefined;
  readonly params?: Readonly<Record<string, string>> | undefined;
  readonly query?: Readonly<Record<string, string>> | undefined;
  readonly body?: unknown;
}

/** An organization with its API. */
export interface GrowthTenant {
  readonly platform: Platform;
  /** The resources of parameters in paths. */
  readonly ids: Readonly<Record<string, string>>;
  /** The signing secret and the URL of its integrations. */
  readonly host: { readonly url: string; readonly signingSecret: string };
  /** Calls an operation for the organization itself or a copy of it. */
  readonly call: (
    operation: AnyOperation,
    call?: GrowthCall,
    copy?: number,
  ) => Promise<{ readonly status: number; readonly text: string }>;
  /** Calls an operation by its id and returns the body. @throws unless it succeeds */
  readonly run: (id: string, call?: GrowthCall) => Promise<Readonly<Record<string, unknown>>>;
  readonly close: () => Promise<void>;
}

const [spaces, pages, integrations, saves] = [3, 20, 3, 200];
export const growthUrls = {
  api: "http://127.0.0.1/v1",
  console: "http://127.0.0.1",
  public: "http://127.0.0.1/sites",
};
const delivered = { startedAt: 0, status: 200, requestHeaders: {}, timings: { total: 1 } } as const;
const rejected = { ...delivered, status: 422 };
const gone = { ...delivered, status: 410 };

/** An endpoint that responds with 410. */
export const goneEndpoint: { readonly url: string; readonly eventTypes: readonly string[] } = {
  url: "https://gone.example.com/in",
  eventTypes: ["site_view"],
};
const integrationScopes = [
  "space:content:read",
  "space:content:write",
  "site:views:read",
  "organization:events:read",
  "agent:events:read",
  "agent:tools:read",
  "agent:tools:write",
  "site:visitor:auth",
] as const;

/** The manifest of an integration with a part of each kind that an operation needs. */
export function growthManifest(name: string, organization: string): string {
  const connect = (title: string) =>
    `{ properties: { account: { type: button, title: ${title}, description: Connects., button_text: Connect, callback_url: /connect }, channel: { type: string, title: Channel, description: A channel., completion_url: /channels } } }`;
  return `name: ${name}
title: Measured
description: Measured.
organization: ${organization}
visibility: public
scopes: [${integrationScopes.join(", ")}]
blocks:
  - { id: digest, title: Digest, description: A digest., urlUnfurl: ["https://github.com/**"] }
tools:
  - { id: find_pages, title: Find, description: Finds pages., inputSchema: { type: object }, component: digest }
  - { id: add_page, title: Add, description: Adds a page., writes: true, inputSchema: { type: object } }
schedules:
  - { id: nightly, cron: "0 3 * * *" }
configurations:
  account: ${connect("Account")}
  space: ${connect("Space")}
  site: ${connect("Site")}
`;
}

/** Creates an organization with content, installations, endpoints and one of each other resource. */
export async function createGrowthTenant(
  { storage, secretBox }: ServerGrowthStore,
  copies: number,
): Promise<GrowthTenant> {
  const signingSecret = generateSecret();
  const digest = createComponent({
    componentId: "digest",
    action: async (element) => element,
    render: async () => ({ type: "block", children: [] }),
  });
  const host = await serve(
    createIntegration({
      events: { space_content_updated: () => {}, installation_setup: () => {} },
      components: [digest],
      tools: [
        createTool({ id: "find_pages", execute: () => ({ pages: 1 }) }),
        createTool({ id: "add_page", execute: () => ({ pages: 2 }) }),
      ],
      task: () => {},
      schedule: () => {},
      fetch: ({ url }) =>
        url.includes("/teams")
          ? Response.json([{ id: "docs", label: "Docs" }])
          : completionResponse([{ label: "Docs", value: "docs" }]),
      fetch_visitor_authentication: () => new Response(),
    }),
    { port: 0, env: { PLUGBOARD_SIGNING_SECRET: signingSecret } },
  );
  const url = `http://127.0.0.1:${host.port}`;
  const folder = await mkdtemp(join(tmpdir(), "growth-git-"));
  await promisify(execFile)("git", ["init", "--bare", "--initial-branch=main", folder]);
  const runner = createRunner({ urls: createUrlRunner({ allowNetworks: ["127.0.0.0/8"] }) });
  let sent = 0;
  const platform = await createPlatform({
    ...storage,
    product: createContent({ git: createGitProgram({ allowFiles: true }) }),
    secretBox,
    runner,
    urls: growthUrls,
    webhooks: {
      send: async (request) => {
        sent += 1;
        if (request.url === goneEndpoint.url) return gone;
        return sent % 20 === 0 ? rejected : delivered;
      },
      checkEndpoint: () => {},
      destinations: [],
      challenge: async () => ({ isVerified: true, result: delivered }),
    },
  });
  const { id: organizationId } = await createOrganization(platform, {
    title: "Measured",
    subdomain: "measured",
    owner: { id: "usr_1", name: "Ada" },
  });
  for (let number = 2; number < 10; number += 1)
    await addMember(platform, organizationId, { id: `usr_${number}`, name: "Ada" }, "reader");
  const places: { readonly spaceId: string; readonly siteId: string; readonly pageId: string }[] = [];
  for (let space = 0; space < spaces; space += 1) {
    const { id: spaceId } = await createSpace(platform, { organizationId, title: `Space ${space}` });
    const { id: siteId } = await createSite(platform, { spaceId, title: `Site ${space}` });
    let pageId = "";
    for (let page = 0; page < pages; page += 1)
      pageId = (
        await createPage(platform, spaceId, {
          title: `Page ${page}`,
          markdown: "Signed webhooks. ".repeat(50),
        })
      ).id;
    places.push({ spaceId, siteId, pageId });
  }
  const { spaceId = "", siteId = "", pageId = "" } = places[0] ?? {};
  let [installationId, endpointId] = ["", ""];
  for (let number = integrations - 1; number >= 0; number -= 1) {
    const name = `measured-${number}`;
    const manifest = growthManifest(name, organizationId);
    await publishIntegration(platform, { name, manifest, url, signingSecret });
    ({ id: installationId } = await installIntegration(platform, name, organizationId));
    for (const place of places) {
      await installIntoResource(platform, installationId, "space", place.spaceId);
      await installIntoResource(platform, installationId, "site", place.siteId);
    }
    for (let endpoint = 0; endpoint < 2; endpoint += 1)
      ({ id: endpointId } = await createWebhookEndpoint(platform, installationId, {
        url: "https://hooks.example.com/in",
        eventTypes: ["space_content_updated"],
      }));
  }
  for (let count = 0; count < saves; count += 1)
    await savePage(platform, spaceId, pageId, { markdown: `Save ${count}` });
  while ((await platform.runDue()) > 0);
  const [event] = (await listEvents(platform, { limit: 1 })).items;
  const { items: deliveries } = await platform.deliveries.listDeliveries({ endpointId, limit: 1 });
  const integration = "measured-0";
  const words: Readonly<Record<string, string>> = {
    eventType: "space_content_updated",
    visitorId: "nobody",
    componentId: "digest",
    toolId: "find_pages",
    property: "account",
    storageKey: "last-report",
    documentName: "pets",
    customEventType: "invoice.paid",
  };
  const ids: Record<string, string> = {
    organizationId,
    userId: "usr_2",
    spaceId,
    siteId,
    pageId,
    integration,
    installationId,
    endpointId,
    deliveryId: deliveries[0]?.id ?? "",
    eventId: event?.id ?? "",
  };
  const owner: Principal = {
    type: "member",
    id: "usr_1",
    name: "Ada",
    memberships: [undefined, ...Array.from({ length: copies }, (_, copy) => copy + 1)].map((copy) => ({
      organization: idIn(organizationId, copy),
      role: "owner",
    })),
  };
  const callerOf = ({ roles, access }: AnyOperation, copy: number | undefined): Principal => {
    if (roles.length > 0) return owner;
    if (access === "integration") return { type: "integration", integration, scopes: integrationScopes };
    if (access !== "installation") return { type: "admin" };
    const installation = idIn(installationId, copy);
    return { type: "installation", integration, installation, scopes: integrationScopes };
  };
  let caller: Principal = owner;
  const api = createApi(platform, {
    authenticate: async () => caller,
    onError: console.error,
    settings: { list: () => [], update: async () => [] },
  });
  const call: GrowthTenant["call"] = async (operation, { params = {}, query, body, ...parts } = {}, copy) => {
    caller = parts.caller ?? callerOf(operation, copy);
    const path = operation.path.replaceAll(/\{(\w+)\}/g, (_match, name: string) =>
      encodeURIComponent(params[name] ?? words[name] ?? idIn(ids[name] ?? name, copy)),
    );
    const isComplete = operation.query === undefined || operation.query.safeParse({}).success;
    const search = new URLSearchParams(query ?? (isComplete ? {} : Object(operation.example.query)));
    const sentBody = operation.body === undefined ? undefined : (body ?? bodyWith(ids, operation, copy));
    const response = await api.fetch(
      new Request(`${growthUrls.api}${path}?${search.toString()}`, {
        method: operation.method,
        ...(sentBody !== undefined && {
          headers: { "content-type": "application/json" },
          body: JSON.stringify(sentBody),
        }),
      }),
      { address: "127.0.0.1" },
    );
    return { status: response.status, text: await response.text() };
  };
  const run: GrowthTenant["run"] = async (id, parts) => {
    const operation = allOperations.find((each) => each.id === id);
    if (operation === undefined) throw new Error(`There is no operation ${id}.`);
    const { status, text } = await call(operation, parts);
    if (status >= 300) throw new Error(`${id} responded with ${status}: ${text}`);
    return text === "" ? {} : JSON.parse(text);
  };
  const idOf = async (id: string, parts?: GrowthCall): Promise<string> =>
    String((await run(id, parts))["id"]);
  await run("requestSupportAccess");
  await run("createCustomEventType");
  await run("configureGitSync", { body: { remote: `file://${folder}` } });
  await run("setStoredValue");
  await run("uploadOpenApiDocument");
  await run("savePageDraft");
  await run("sendSampleEvent");
  await run("updateScriptGrant");
  const polling = { polling: true, eventTypes: ["space_content_updated"] };
  Object.assign(ids, {
    revisionId: String((await run("getSpace"))["revisionId"]),
    pollingEndpointId: await idOf("createWebhookEndpoint", { body: polling }),
    recoveryId: await idOf("startWebhookEndpointRecovery"),
    endpointRecoveryId: await idOf("startIntegrationEndpointRecovery"),
    keyId: await idOf("createApiKey"),
    viewId: await idOf("saveDeliveryView"),
    invitationId: await idOf("createInvitation"),
    portalSessionId: await idOf("createPortalSession"),
    portalOriginId: await idOf("addPortalOrigin"),
    taskId: await idOf("queueTask", { body: { task: { type: "sync" }, delaySeconds: 3600, installationId } }),
    subscriptionId: await idOf("subscribeAgent", { body: growthSubscription }),
    threadId: await idOf("createComment"),
    imageId: await idOf("uploadImage"),
    draftId: await idOf("startSharedDraft"),
  });
  return {
    platform,
    ids,
    host: { url, signingSecret },
    call,
    run,
    close: async () => {
      await platform.stop();
      await runner.close();
      await host.close();
      await rm(folder, { recursive: true });
    },
  };
}

/** Returns the body of an example with the ids of a tenant. */
function bodyWith(
  ids: Readonly<Record<string, string>>,
  { example }: AnyOperation,
  copy: number | undefined,
): unknown {
  if (example.body === undefined) return undefined;
  const text = JSON.stringify(example.body).replaceAll(/"([a-z]{3}_)\d+"/g, (placeholder, prefix: string) => {
    const id = Object.values(ids).find((each) => each.startsWith(prefix));
    return id === undefined ? placeholder : JSON.stringify(idIn(id, copy));
  });
  return JSON.parse(text);
}

/** Returns the ID of a resource in a copy of its organization. */
function idIn(id: string, copy: number | undefined): string {
  return copy === undefined ? id : `${id}~${copy}`;
}
