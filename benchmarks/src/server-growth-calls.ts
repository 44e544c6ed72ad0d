import { printBlock } from "@plugboard/content/markdown";
import { type Principal, withoutTenantScope } from "@plugboard/platform";
import {
  type GrowthCall,
  type GrowthTenant,
  goneEndpoint,
  growthManifest,
  growthSubscription,
  growthUrls,
} from "./server-growth-tenant.ts";

/** Does the work before a call that is not measured. `number` differs each time. */
type Prepare = (tenant: GrowthTenant, number: number) => GrowthCall | Promise<GrowthCall>;

const person = (id: string): Principal & { readonly type: "member" } => ({
  type: "member",
  id,
  name: "Grace",
  memberships: [],
});

const body =
  (value: unknown): Prepare =>
  () => ({ body: value });

const params =
  (values: (ids: GrowthTenant["ids"]) => Readonly<Record<string, string | undefined>>): Prepare =>
  ({ ids }) => ({
    params: Object.fromEntries(Object.entries(values(ids)).map(([name, id]) => [name, id ?? ""])),
  });

/** Creates a resource with the operation `id`, for a parameter in the path. */
const withNew =
  (parameter: string, id: string, then?: string, create: Prepare = () => ({})): Prepare =>
  async (tenant, number) => {
    const { id: created } = await tenant.run(id, await create(tenant, number));
    const call = { params: { [parameter]: String(created) } };
    if (then !== undefined) await tenant.run(then, call);
    return call;
  };

const after =
  (id: string, call?: GrowthCall): Prepare =>
  async ({ run }) => {
    await run(id, call);
    return {};
  };

/** Publishes another integration of the tenant. */
const newIntegration = async ({ run, ids, host }: GrowthTenant, number: number): Promise<string> => {
  const integration = `another-${number}`;
  const manifest = growthManifest(integration, ids["organizationId"] ?? "");
  await run("publishIntegration", { params: { integration }, body: { manifest, ...host } });
  return integration;
};

const newInstallation = async (
  tenant: GrowthTenant,
  number: number,
): Promise<{ readonly installationId: string }> => {
  const integration = await newIntegration(tenant, number);
  const { id } = await tenant.run("installIntegration", { params: { integration } });
  // Delivers its first event, which creates its endpoint.
  while ((await tenant.platform.runDue()) > 0);
  return { installationId: String(id) };
};

const newReview: Prepare = async (tenant, number) => {
  const params = { integration: await newIntegration(tenant, number) };
  const { id } = await tenant.run("submitIntegration", { params });
  return { params: { reviewId: String(id) } };
};

const newPage: Prepare = (_tenant, number) => ({ body: { title: `Page ${number}` } });
const pollingEndpoint = ({ ids: { pollingEndpointId = "" } }: GrowthTenant): GrowthCall => ({
  params: { endpointId: pollingEndpointId },
});
const keyOf = (organization: string): Principal => ({
  type: "key",
  id: "key_1",
  organization,
  role: "owner",
});

/** The calls whose examples need more than the ids of the tenant. */
export const growthCalls: Readonly<Record<string, Prepare>> = {
  // State that each call changes.
  acceptInvitation: async ({ run }, number) => {
    const email = `grace-${number}@acme.example`;
    const { token } = await run("createInvitation", { body: { email, role: "reader" } });
    return { caller: person(`usr_new_${number}`), body: { token } };
  },
  acknowledgeNotice: async ({ platform, run }) => {
    const { id } = await run("createWebhookEndpoint", { body: goneEndpoint });
    await run("sendTestEvent", { params: { endpointId: String(id) }, body: {} });
    while ((await platform.runDue()) > 0);
    const notices = await platform.deliveries.listNotices();
    return { params: { noticeId: notices.find(({ endpointId }) => endpointId === id)?.id ?? "" } };
  },
  addMember: (_tenant, number) => ({ params: { userId: `usr_new_${number}` } }),
  approveIntegration: newReview,
  rejectIntegration: newReview,
  submitIntegration: async (tenant, number) => ({
    params: { integration: await newIntegration(tenant, number) },
  }),
  publishIntegration: ({ ids, host }, number) => {
    const integration = `published-${number}`;
    return {
      params: { integration },
      body: { manifest: growthManifest(integration, ids["organizationId"] ?? ""), ...host },
    };
  },
  rollBackIntegration: async (tenant, number) => {
    const integration = await newIntegration(tenant, number);
    const manifest = growthManifest(integration, tenant.ids["organizationId"] ?? "");
    await tenant.run("publishIntegration", { params: { integration }, body: { manifest, ...tenant.host } });
    return { params: { integration }, body: { version: 1 } };
  },
  installIntegration: async (tenant, number) => ({
    params: { integration: await newIntegration(tenant, number) },
  }),
  createCustomEventType: (_tenant, number) => ({ body: { type: `order.paid-${number}`, summary: "Paid" } }),
  addPortalOrigin: (_tenant, number) => ({ body: { origin: `https://app-${number}.example.com` } }),
  createOrganization: (_tenant, number) => ({
    caller: { type: "admin" },
    body: { title: "Acme", subdomain: `acme-${number}` },
  }),
  // The examples archive the event type and lower the quota, which other calls need.
  updateCustomEventType: body({ summary: "An invoice was paid" }),
  setOrganizationQuota: body({ requestsPerMinute: 12_000, maxWebhookEndpoints: 1000 }),
  updateSite: (_tenant, number) => ({ body: { path: `acme-docs-${number}` } }),
  createPage: newPage,
  trashSpace: withNew("spaceId", "createSpace"),
  restoreSpace: withNew("spaceId", "createSpace", "trashSpace"),
  trashSite: withNew("siteId", "createSite"),
  restoreSite: withNew("siteId", "createSite", "trashSite"),
  createSpaceInstallation: withNew("spaceId", "createSpace"),
  createSiteInstallation: withNew("siteId", "createSite"),
  movePage: withNew("pageId", "createPage", undefined, newPage),
  startSharedDraft: withNew("pageId", "createPage", undefined, newPage),
  cancelTask: withNew("taskId", "queueTask", undefined, ({ ids: { installationId } }) => ({
    body: { task: { type: "sync" }, delaySeconds: 3600, installationId },
  })),
  pauseWebhookEndpoint: withNew("endpointId", "createWebhookEndpoint"),
  resumeWebhookEndpoint: withNew("endpointId", "createWebhookEndpoint", "pauseWebhookEndpoint"),
  startWebhookEndpointRecovery: withNew("endpointId", "createWebhookEndpoint"),
  cancelWebhookEndpointRecovery: async ({ run }) => {
    const { id } = await run("createWebhookEndpoint");
    const endpoint = { endpointId: String(id) };
    const recovery = await run("startWebhookEndpointRecovery", { params: endpoint });
    return { params: { ...endpoint, recoveryId: String(recovery["id"]) } };
  },
  startIntegrationEndpointRecovery: async (tenant, number) => ({
    params: await newInstallation(tenant, number),
  }),
  cancelIntegrationEndpointRecovery: async (tenant, number) => {
    const installation = await newInstallation(tenant, number);
    const { id } = await tenant.run("startIntegrationEndpointRecovery", { params: installation });
    return { params: { ...installation, recoveryId: String(id) } };
  },
  rotateWebhookEndpointSecret: body({ overlapSeconds: 0 }),
  pauseInstallation: async (tenant, number) => ({ params: await newInstallation(tenant, number) }),
  resumeInstallation: async (tenant, number) => {
    const call = { params: await newInstallation(tenant, number) };
    await tenant.run("pauseInstallation", call);
    return call;
  },
  selectSpaces: async (tenant, number) => ({ params: await newInstallation(tenant, number) }),
  saveTaskCheckpoint: async ({ platform, run, ids: { installationId } }) => {
    const { id } = await run("queueTask", {
      body: { task: { type: "sync" }, delaySeconds: 3600, installationId },
    });
    const taskId = String(id);
    await withoutTenantScope("start", async () => {
      const running = platform.db.updateTable("tasks").set({ status: "running", run: 2 });
      await running.where("id", "=", taskId).execute();
    });
    return { params: { taskId } };
  },
  appendSharedDraftChange: async ({ run, ids: { draftId } }) => {
    const { sequence } = Object((await run("getSharedDraft"))["draft"]);
    return { body: { draftId, after: sequence, content: "AAA=" } };
  },
  saveSharedDraft: async ({ run, ids: { draftId } }) => {
    const { sequence } = Object((await run("getSharedDraft"))["draft"]);
    return { body: { title: "Page", markdown: "Text", draftId, sequence, state: "AAA=" } };
  },
  discardPageDraft: after("savePageDraft"),
  unsubscribeAgent: after("subscribeAgent", { body: growthSubscription }),
  revokeEmbedToken: async ({ run, ids: { organizationId = "" } }) => {
    const { token } = await run("createEmbedToken", { caller: keyOf(organizationId) });
    return { body: { token } };
  },
  removeDeliveryView: withNew("viewId", "saveDeliveryView", undefined, (_tenant, number) => ({
    body: { name: `View ${number}`, search: {} },
  })),
  // Callers.
  createEmbedToken: ({ ids: { organizationId = "" } }) => ({ caller: keyOf(organizationId) }),
  getEmbedSession: ({ ids: { organizationId: organization = "" } }) => ({
    caller: {
      ...person("usr_2"),
      type: "member",
      memberships: [{ organization, role: "reader" }],
      embedded: { part: "marketplace", expiresAt: Date.now() + 60_000 },
    },
  }),
  getPortalSession: ({ ids: { organizationId: organization = "" } }) => ({
    caller: {
      type: "portal",
      id: "pse_1",
      organization,
      readOnly: false,
      theme: {},
      expiresAt: Date.now() + 60_000,
    },
  }),
  // Parameters and bodies.
  subscribeAgent: (_tenant, number) => ({
    body: { ...growthSubscription, url: `https://agent-${number}.example/events` },
  }),
  pollAgentEvents: body({ name: growthSubscription.name, arguments: {} }),
  listSelectOptions: ({ ids: { installationId } }) => ({
    query: { url: `${growthUrls.public}/integrations/${installationId}/teams` },
  }),
  listPropertyOptions: params(() => ({ property: "channel" })),
  callWritingTool: params(() => ({ toolId: "add_page" })),
  sendDeliveriesAgain: ({ ids: { deliveryId } }) => ({ body: { deliveryIds: [deliveryId] } }),
  pollWebhookEndpoint: (tenant) => ({ ...pollingEndpoint(tenant), body: { waitSeconds: 0 } }),
  acknowledgeWebhookEndpoint: async (tenant) => {
    const call = pollingEndpoint(tenant);
    await tenant.run("sendTestEvent", { ...call, body: {} });
    const { cursor } = await tenant.run("pollWebhookEndpoint", { ...call, body: { waitSeconds: 0 } });
    return { ...call, body: { cursor } };
  },
  rotateWebhookEndpointPollToken: pollingEndpoint,
  getIntegrationEndpointRecovery: params(({ endpointRecoveryId: recoveryId }) => ({ recoveryId })),
  queueTask: ({ ids: { installationId } }) => ({ body: { task: { type: "sync" }, installationId } }),
  incrementStoredValue: params(() => ({ storageKey: "count" })),
  updatePageBlock: async ({ run }, number) => {
    const markdown = printBlock({ integration: "measured-0", component: "digest", props: { number } });
    const { id } = await run("createPage", { body: { title: `Page ${number}`, markdown } });
    return { params: { pageId: String(id), blockIndex: "0" }, body: { props: { number: 7 } } };
  },
};
