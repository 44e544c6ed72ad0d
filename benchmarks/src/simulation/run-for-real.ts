import { setTimeout as delay } from "node:timers/promises";
import { startPostgres } from "@plugboard/test-postgres";
import { createDeliveryWorker } from "@plugboard/webhook-delivery";
import { createPostgresDeliveryStore } from "@plugboard/webhook-delivery/postgres";
import { Pool } from "pg";
import { quantile } from "../quantile.ts";
import { createRandom, type GroupResult, type Scenario } from "./simulate.ts";

/**
 * Runs a scenario: one process with the real engine on a real PostgreSQL, and endpoints that are timers. For
 * small scenarios, to check the model.
 */
export async function runForReal(scenario: Scenario): Promise<readonly GroupResult[]> {
  const server = await startPostgres();
  const pool = new Pool({ connectionString: await server.createDatabase("scenario"), max: 12 });
  const store = createPostgresDeliveryStore(pool);
  await store.migrate();
  const tenants = scenario.groups.flatMap((group) =>
    Array.from({ length: group.tenants }, (_, index) => ({
      group,
      name: `${group.name}-${index}`,
      accepted: 0,
      latencies: [] as number[],
    })),
  );
  const byName = new Map(tenants.map((tenant) => [tenant.name, tenant]));
  for (const { name } of tenants) {
    const endpoint = { url: "https://endpoint.example", eventTypes: ["made"], secrets: ["whsec_c2VjcmV0"] };
    await store.createEndpoint({ ...endpoint, tenant: name });
  }
  const worker = createDeliveryWorker({
    store,
    concurrency: scenario.slots,
    perEndpoint: scenario.perEndpoint,
    send: async ({ body }, { tenant: name }) => {
      const startedAt = Date.now();
      const tenant = byName.get(name);
      const wait = tenant?.group.responseMilliseconds ?? 0;
      await delay(wait);
      const result = { startedAt, requestHeaders: {}, timings: { total: wait } };
      if (tenant?.group.isDead === true) return { ...result, errorCode: "timeout" };
      tenant?.latencies.push(Date.now() - Number(body));
      return { ...result, status: 200 };
    },
  });
  worker.start();
  const random = createRandom(scenario.seed);
  const publishing: Promise<unknown>[] = [];
  const start = Date.now();
  let last = start;
  while (Date.now() - start < scenario.seconds * 1000) {
    await delay(10);
    const passed = (Date.now() - last) / 1000;
    last = Date.now();
    const events = tenants.flatMap((tenant) => {
      const count = random.poisson(tenant.group.eventsPerSecond * passed);
      tenant.accepted += count;
      return Array.from({ length: count }, () => ({
        id: crypto.randomUUID(),
        tenant: tenant.name,
        type: "made",
        body: String(last),
      }));
    });
    if (events.length > 0) publishing.push(store.publish(events));
  }
  await Promise.all(publishing);
  const results = scenario.groups.map((group) => {
    const own = tenants.filter((tenant) => tenant.group === group);
    const latencies = own.flatMap((tenant) => tenant.latencies);
    const accepted = own.reduce((sum, tenant) => sum + tenant.accepted, 0);
    return {
      name: group.name,
      accepted,
      delivered: latencies.length,
      waiting: accepted - latencies.length,
      p50Milliseconds: quantile(latencies, 0.5),
      p99Milliseconds: quantile(latencies, 0.99),
      worstShare: Math.min(...own.map((tenant) => tenant.latencies.length / Math.max(1, tenant.accepted))),
    };
  });
  await worker.stop();
  await store.close();
  await pool.end();
  await server.remove();
  return results;
}
