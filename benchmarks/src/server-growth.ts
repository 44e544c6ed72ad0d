import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import { type AnyOperation, operations } from "@plugboard/api/contract";
import { contentContract } from "@plugboard/content/contract";
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
import { pairedRatio } from "./paired-ratio.ts";
import { quantile } from "./quantile.ts";
import {
  openServerGrowthPostgres,
  openServerGrowthSqlite,
  type ServerGrowthStore,
} from "./server-growth-store.ts";

// `pnpm bench:server-growth`: the CPU time of each operation for one organization, on a server with few and on one with many others
// (`--tenants 500`). Each has 3 spaces, 60 pages, 3 installations, 6 endpoints, and 200 events with their deliveries. Each deletion is
// measured on the other organizations in turn, with the removals that follow it. `--store sqlite` or `--store postgres` measures one
// store. The numbers cover this process and the database.

const { values } = parseArgs({
  options: { tenants: { type: "string", default: "500" }, store: { type: "string" } },
});
const many = Number(values.tenants);
const opened = { sqlite: openServerGrowthSqlite, postgres: openServerGrowthPostgres };
const [spaces, pages, integrations, saves] = [3, 20, 3, 200];
const rounds = 9;
/** Each round of a deletion takes another organization. */
const few = rounds + 3;
const urls = {
  api: "http://127.0.0.1/v1",
  integrations: "http://127.0.0.1/integrations",
  publicEndpoints: "http://127.0.0.1/public",
  console: "http://127.0.0.1",
  public: "http://127.0.0.1/sites",
};
const delivered = { startedAt: 0, status: 200, requestHeaders: {}, timings: { total: 1 } } as const;
const failed = { startedAt: 0, status: 410, requestHeaders: {}, timings: { total: 0 } } as const;

const all: readonly AnyOperation[] = [
  ...Object.values(operations),
  ...Object.values(contentContract.operations),
];

for (const [name, open] of Object.entries(opened)) {
  if (values.store !== undefined && values.store !== name) continue;
  const small = await openServer(open, few);
  const start = performance.now();
  const large = await openServer(open, many);
  console.log(`\n${name}: filled in ${Math.round((performance.now() - start) / 1000)} s`);
  const rows = (await measureAll(small, large)).toSorted((one, other) => other.ratio - one.ratio);
  console.log(`ms beside ${few}, ms beside ${many}, ratio`);
  for (const { step, before, after, ratio } of rows)
    console.log(
      `${before.toFixed(2).padStart(9)} ${after.toFixed(2).padStart(9)} ${ratio.toFixed(2).padStart(7)}  ${step}`,
    );
  console.log(`${rows.filter(({ ratio }) => ratio > 2).length} of ${rows.length} are over 2`);
  for (const { tenant, growth } of [small, large]) {
    await tenant.close();
    await growth.close();
  }
}

interface Server {
  readonly growth: ServerGrowthStore;
  readonly tenant: Tenant;
}

async function openServer(open: () => Promise<ServerGrowthStore>, others: number): Promise<Server> {
  const growth = await open();
  const tenant = await createTenant(growth);
  await growth.copyTenants(1, others);
  return { growth, tenant };
}

interface Tenant {
  readonly platform: Platform;
  /** Calls an operation with its example, for the organization itself or a copy. @returns the status */
  readonly call: (operation: AnyOperation, copy?: number) => Promise<number>;
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
    memberships: [undefined, ...Array.from({ length: few }, (_, copy) => copy + 1)].map((copy) => ({
      organization: idIn(organizationId, copy),
      role: "owner",
    })),
  };
  const api = createApi(platform, { authenticate: async () => owner, onError: () => {} });
  let number = 0;
  const call: Tenant["call"] = async (operation, copy) => {
    const path = operation.path.replaceAll(/\{(\w+)\}/g, (_match, name: string) =>
      encodeURIComponent(idIn(params[name] ?? name, copy)),
    );
    const query = operation.query?.safeParse({}).success === false ? Object(operation.example.query) : {};
    const url = new URL(`${urls.api}${path}?${new URLSearchParams(query).toString()}`);
    const { method } = operation;
    const body = method === "GET" || operation.body === undefined ? undefined : operation.example.body;
    const init = {
      method,
      ...(body !== undefined && {
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      }),
    };
    const response = await api.fetch(new Request(url, init), { address: "127.0.0.1" });
    await response.arrayBuffer();
    return response.status;
  };
  // Fills the other tables.
  for (const operation of all) if (operation.method !== "DELETE") await call(operation);
  while ((await platform.runDue()) > 0);
  return {
    platform,
    call,
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

interface Step {
  readonly step: string;
  /** The CPU time on the small and the large server (ms). */
  readonly before: number;
  readonly after: number;
  readonly ratio: number;
}

/** Measures each step on both servers in turn, so that other load on the machine affects both. */
async function measureAll(small: Server, large: Server): Promise<Step[]> {
  const steps: Step[] = [];
  const measure = async (
    step: string,
    act: (tenant: Tenant, round: number) => Promise<unknown>,
  ): Promise<void> => {
    const [before, after]: [number[], number[]] = [[], []];
    // The first round compiles code.
    for (let round = 0; round <= rounds; round += 1) {
      const inOrder = [[small, before] as const, [large, after] as const];
      for (const [{ growth, tenant }, costs] of round % 2 === 0 ? inOrder : inOrder.toReversed()) {
        const start = await growth.microseconds();
        await act(tenant, round);
        const cost = ((await growth.microseconds()) - start) / 1000;
        if (round > 0) costs.push(cost);
        await delay(0);
      }
    }
    steps.push({
      step,
      before: quantile(before, 0.5),
      after: quantile(after, 0.5),
      ratio: pairedRatio(after, before),
    });
  };
  for (const operation of all) {
    if (operation.method === "DELETE") continue;
    const statuses = [await small.tenant.call(operation), await large.tenant.call(operation)];
    if (statuses.some((status) => status >= 300)) continue;
    await measure(operation.id, (tenant) => tenant.call(operation));
  }
  await measure("save a page", (tenant) => tenant.save());
  await measure("save a page, fan out, deliver 6 webhooks and 3 envelopes", async (tenant) => {
    await tenant.save();
    while ((await tenant.platform.runDue()) > 0);
  });
  // From the innermost to the outermost resource.
  const deletions = all
    .filter(({ method }) => method === "DELETE")
    .toSorted((one, other) => other.path.length - one.path.length);
  for (const operation of deletions) {
    const statuses = new Set<number>();
    await measure(operation.id, async (tenant, round) => {
      statuses.add(await tenant.call(operation, round + 1));
      while ((await tenant.platform.runDue()) > 0);
    });
    if ([...statuses].some((status) => status >= 300)) steps.pop();
  }
  const measured = new Set(steps.map(({ step }) => step));
  console.log(
    `without an example that succeeds: ${all.flatMap(({ id }) => (measured.has(id) ? [] : [id])).join(", ")}`,
  );
  return steps;
}

/** Returns the ID of a resource in a copy of its organization. */
function idIn(id: string, copy: number | undefined): string {
  return copy === undefined ? id : `${id}~${copy}`;
}
