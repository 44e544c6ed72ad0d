import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import type { AnyOperation } from "@plugboard/api/contract";
import { savePage } from "@plugboard/content";
import { inOrganizations } from "@plugboard/platform";
import { pairedRatio } from "./paired-ratio.ts";
import { quantile } from "./quantile.ts";
import { growthCalls } from "./server-growth-calls.ts";
import {
  openServerGrowthPostgres,
  openServerGrowthSqlite,
  type ServerGrowthStore,
} from "./server-growth-store.ts";
import { allOperations, createGrowthTenant, type GrowthTenant } from "./server-growth-tenant.ts";

// `pnpm bench:server-growth`: the CPU time of each operation for one organization, on a server with few and on one with many others
// (`--tenants 500`). Each has 3 spaces, 60 pages, 3 installations, 6 endpoints, and 200 events with their deliveries. Each deletion is
// measured on the other organizations in turn, with the removals that follow it. `--store sqlite` or `--store postgres` measures one
// store. The numbers cover this process and the database.

const { values } = parseArgs({
  options: { tenants: { type: "string", default: "500" }, store: { type: "string" } },
});
const many = Number(values.tenants);
const opened = { sqlite: openServerGrowthSqlite, postgres: openServerGrowthPostgres };
const rounds = 9;
/** Each round of a deletion takes another organization. */
const few = rounds + 3;

for (const [name, open] of Object.entries(opened)) {
  if (values.store !== undefined && values.store !== name) continue;
  const small = await openServer(open, few);
  const start = performance.now();
  const large = await openServer(open, many);
  console.log(`\n${name}: filled in ${Math.round((performance.now() - start) / 1000)} s`);
  const { steps, failures } = await measureAll(small, large);
  console.log(`ms beside ${few}, ms beside ${many}, ratio`);
  for (const { step, before, after, ratio } of steps.toSorted((one, other) => other.ratio - one.ratio))
    console.log(
      `${before.toFixed(2).padStart(9)} ${after.toFixed(2).padStart(9)} ${ratio.toFixed(2).padStart(7)}  ${step}`,
    );
  for (const failure of failures) console.log(`not measured: ${failure}`);
  console.log(
    `${allOperations.length - failures.length} of ${allOperations.length} operations are measured, ${steps.filter(({ ratio }) => ratio > 2).length} steps are over 2`,
  );
  for (const { tenant, growth } of [small, large]) {
    await tenant.close();
    await growth.close();
  }
}

interface Server {
  readonly growth: ServerGrowthStore;
  readonly tenant: GrowthTenant;
}

async function openServer(open: () => Promise<ServerGrowthStore>, others: number): Promise<Server> {
  const growth = await open();
  const tenant = await createGrowthTenant(growth, few);
  // Fill the other tables.
  for (const operation of allOperations)
    if (operation.method !== "DELETE" && growthCalls[operation.id] === undefined)
      await tenant.call(operation);
  while ((await tenant.platform.runDue()) > 0);
  await growth.copyTenants(1, others);
  return { growth, tenant };
}

interface Step {
  readonly step: string;
  /** The CPU time on the small and the large server (ms). */
  readonly before: number;
  readonly after: number;
  readonly ratio: number;
}

/** Does the work of a round, of which only the function that it returns is measured. */
type Prepared = (tenant: GrowthTenant, round: number) => Promise<() => Promise<unknown>>;

/** Measures each step on both servers in turn, so that other load on the machine affects both. */
async function measureAll(
  small: Server,
  large: Server,
): Promise<{ readonly steps: readonly Step[]; readonly failures: readonly string[] }> {
  const steps: Step[] = [];
  const measure = async (step: string, prepare: Prepared): Promise<void> => {
    const [before, after]: [number[], number[]] = [[], []];
    // The first round compiles code.
    for (let round = 0; round <= rounds; round += 1) {
      const inOrder = [[small, before] as const, [large, after] as const];
      for (const [{ growth, tenant }, costs] of round % 2 === 0 ? inOrder : inOrder.toReversed()) {
        const act = await prepare(tenant, round);
        const start = await growth.microseconds();
        await act();
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
  const failures: string[] = [];
  let number = 0;
  const isDeletion = ({ id, method }: AnyOperation): boolean =>
    method === "DELETE" && growthCalls[id] === undefined;
  const measureOperation = async (operation: AnyOperation): Promise<void> => {
    const deletes = isDeletion(operation);
    await measure(operation.id, async (tenant, round) => {
      number += 1;
      const call = await growthCalls[operation.id]?.(tenant, number);
      return async () => {
        const { status, text } = await tenant.call(operation, call, deletes ? round + 1 : undefined);
        if (status >= 300) throw new Error(`${status}: ${text}`);
        if (deletes) while ((await tenant.platform.runDue()) > 0);
      };
    }).catch((error: unknown) => failures.push(`${operation.id}: ${String(error)}`));
  };
  for (const operation of allOperations) if (!isDeletion(operation)) await measureOperation(operation);
  number = 0;
  const save = async ({ platform, ids }: GrowthTenant): Promise<void> => {
    const { organizationId = "", spaceId = "", pageId = "" } = ids;
    number += 1;
    await inOrganizations([organizationId], () =>
      savePage(platform, spaceId, pageId, { markdown: `Measured ${number}` }),
    );
  };
  await measure("save a page", async (tenant) => () => save(tenant));
  await measure("save a page, fan out, deliver 6 webhooks and 3 envelopes", async (tenant) => async () => {
    await save(tenant);
    while ((await tenant.platform.runDue()) > 0);
  });
  // From the innermost to the outermost resource.
  const depth = ({ id, path }: AnyOperation): number =>
    id === "deleteOrganization" ? 0 : path.split("/").length;
  const deletions = allOperations.filter(isDeletion).toSorted((one, other) => depth(other) - depth(one));
  for (const operation of deletions) await measureOperation(operation);
  return { steps, failures };
}
