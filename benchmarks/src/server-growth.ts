import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import { type AnyOperation, operations } from "@plugboard/api/contract";
import { content, createPage, createSite, createSpace, savePage } from "@plugboard/content";
import {
  addMember,
  createApi,
  createOrganization,
  createPlatform,
  createRunner,
  createUrlRunner,
  createWebhookEndpoint,
  inOrganizations,
  installIntegration,
  installIntoResource,
  listEvents,
  type Platform,
  type Principal,
  publishIntegration,
} from "@plugboard/platform";
import { createIntegration } from "@plugboard/runtime";
import { serve } from "@plugboard/runtime/node";
import { generateSecret } from "@plugboard/webhook-signer";
import { quantile } from "./quantile.ts";
import {
  openServerGrowthPostgres,
  openServerGrowthSqlite,
  type ServerGrowthStore,
} from "./server-growth-store.ts";

// `pnpm bench:server-growth`: the CPU time of each operation for one organization, next to few and next to many others (`--tenants
// 500`). Each has 3 spaces, 60 pages, 3 installations, 6 endpoints, and 200 events with their deliveries. `--store sqlite` or `--store
// postgres` measures one store. The numbers cover this process and the database.

const { values } = parseArgs({
  options: { tenants: { type: "string", default: "500" }, store: { type: "string" } },
});
const few = 3;
const many = Number(values.tenants);
const opened = { sqlite: openServerGrowthSqlite, postgres: openServerGrowthPostgres };
const [spaces, pages, integrations, saves] = [3, 20, 3, 200];
const rounds = 7;
const urls = {
  api: "http://127.0.0.1/v1",
  integrations: "http://127.0.0.1/integrations",
  publicEndpoints: "http://127.0.0.1/public",
  console: "http://127.0.0.1",
  public: "http://127.0.0.1/sites",
};
const delivered = { startedAt: 0, status: 200, requestHeaders: {}, timings: { total: 1 } } as const;
const failed = { startedAt: 0, status: 410, requestHeaders: {}, timings: { total: 0 } } as const;

for (const [name, open] of Object.entries(opened)) {
  if (values.store !== undefined && values.store !== name) continue;
  const growth = await open();
  const tenant = await createTenant(growth);
  await growth.copyTenants(1, few);
  // One-time compilation must not make the first measurement the most expensive.
  await measureAll(growth, tenant);
  const small = await measureAll(growth, tenant);
  const start = performance.now();
  await growth.copyTenants(few + 1, many - few);
  console.log(`\n${name}: filled in ${Math.round((performance.now() - start) / 1000)} s`);
  const large = await measureAll(growth, tenant);
  const rows = [...small]
    .map(([step, before]) => ({ step, before, after: large.get(step) ?? 0 }))
    .map((row) => ({ ...row, ratio: row.after / row.before }))
    .toSorted((one, other) => other.ratio - one.ratio);
  console.log(`ms beside ${few}, ms beside ${many}, ratio`);
  for (const { step, before, after, ratio } of rows)
    console.log(
      `${before.toFixed(2).padStart(9)} ${after.toFixed(2).padStart(9)} ${ratio.toFixed(2).padStart(7)}  ${step}`,
    );
  console.log(`${rows.filter(({ ratio }) => ratio > 2).length} of ${rows.length} are over 2`);
  await tenant.close();
  await growth.close();
}

interface Tenant {
  readonly platform: Platform;
  readonly call: (operation: AnyOperation) => Promise<number>;
  readonly save: () => Promise<unknown>;
  readonly close: () => Promise<void>;
}

async function createTenant({ storage, secretBox }: ServerGrowthStore): Promise<Tenant> {
  const signingSecret = generateSecret();
  const host = await serve(
    createIntegration({ events: { space_content_updated: () => {}, installation_setup: () => {} } }),
    { port: 0, env: { PLUGBOARD_SIGNING_SECRET: signingSecret } },
  );
  const runner = createRunner({ urls: createUrlRunner({ allowNetworks: ["127.0.0.0/8"] }) });
  let sent = 0;
  const platform = await createPlatform({
    ...storage,
    product: content,
    secretBox,
    runner,
    urls,
    webhooks: {
      send: async () => ((sent += 1) % 20 === 0 ? failed : delivered),
      checkUrl: () => {},
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
  for (let number = 0; number < integrations; number += 1) {
    const integration = `measured-${number}`;
    await publishIntegration(platform, {
      name: integration,
      manifest: `name: ${integration}\ntitle: Measured\ndescription: Measured.\norganization: ${organizationId}\nvisibility: public\nscopes: [space:content:read]\n`,
      url: `http://127.0.0.1:${host.port}`,
      signingSecret,
    });
    ({ id: installationId } = await installIntegration(platform, integration, organizationId));
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
  const params: Readonly<Record<string, string>> = {
    organizationId,
    userId: "usr_2",
    spaceId,
    siteId,
    pageId,
    integration: "measured-0",
    installationId,
    endpointId,
    deliveryId: deliveries[0]?.id ?? "",
    eventId: event?.id ?? "",
    eventType: "space_content_updated",
    visitorId: "nobody",
  };
  const owner: Principal = {
    type: "member",
    id: "usr_1",
    name: "Ada",
    memberships: [{ organization: organizationId, role: "owner" }],
  };
  const api = createApi(platform, { authenticate: async () => owner, onError: () => {} });
  let number = 0;
  return {
    platform,
    call: async (operation) => {
      const path = operation.path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => params[name] ?? name);
      const query = operation.query?.safeParse({}).success === false ? Object(operation.example.query) : {};
      const url = new URL(`${urls.api}${path}?${new URLSearchParams(query).toString()}`);
      const response = await api.fetch(new Request(url), { address: "127.0.0.1" });
      await response.arrayBuffer();
      return response.status;
    },
    save: async () => {
      number += 1;
      await inOrganizations([organizationId], () =>
        savePage(platform, spaceId, pageId, { markdown: `Measured ${number}` }),
      );
    },
    close: async () => {
      await platform.stop();
      await runner.close();
      await host.close();
    },
  };
}

/** Returns the milliseconds of each step. */
async function measureAll(growth: ServerGrowthStore, tenant: Tenant): Promise<Map<string, number>> {
  const measured = new Map<string, number>();
  for (const operation of Object.values<AnyOperation>(operations)) {
    if (operation.method !== "GET") continue;
    if ((await tenant.call(operation)) >= 300) continue;
    measured.set(operation.id, await median(growth, () => tenant.call(operation)));
  }
  measured.set("save a page", await median(growth, tenant.save));
  measured.set(
    "save a page, fan out, deliver 6 webhooks and 3 envelopes",
    await median(growth, async () => {
      await tenant.save();
      while ((await tenant.platform.runDue()) > 0);
    }),
  );
  return measured;
}

async function median(growth: ServerGrowthStore, act: () => Promise<unknown>): Promise<number> {
  const costs: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const before = await growth.microseconds();
    await act();
    costs.push(((await growth.microseconds()) - before) / 1000);
    await delay(0);
  }
  return quantile(costs, 0.5);
}
