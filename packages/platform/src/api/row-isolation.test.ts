import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { listHiddenTables, ownedBy } from "../database/organization-rows.ts";
import { currentScope, everyOrganization, inOrganizations } from "../database/organization-scope.ts";
import {
  bodyOf,
  createTenant,
  queryOf,
  rejectingWebhooks,
  wordParameters,
} from "../fixtures/create-tenant.fixture.ts";
import { person, setUpApi } from "../fixtures/set-up-api.fixture.ts";
import { hidingKinds } from "../fixtures/set-up-storage.fixture.ts";
import { watchStatements } from "../fixtures/watch-statements.fixture.ts";
import { servedOperations } from "../fixtures/served-operations.fixture.ts";
import { composeFeatures } from "../operations/feature.ts";
import * as features from "./features.ts";

const hidden = listHiddenTables();
/** Only the access check protects integrations, because other organizations install them. */
const ofIntegrations: ReadonlySet<string> = new Set([
  "listIntegrations",
  "getIntegration",
  "getShareLink",
  "rotateShareLink",
]);

// The access check is skipped: callers are allowed everywhere.
describe.each(hidingKinds)("rows without access checks on %s", (kind) => {
  const api = setUpApi(kind, { webhooks: rejectingWebhooks });
  let acme: Awaited<ReturnType<typeof createTenant>>;
  let other: Awaited<ReturnType<typeof createTenant>>;
  beforeAll(async () => {
    acme = await createTenant(api);
    other = await createTenant(api);
  });

  const rowsOfAcme = async () => {
    const { organizationId } = acme.ids;
    const tables = hidden.map(async ({ table, owners }) => {
      const { rows } = await sql`
        select * from ${sql.table(table)} where ${ownedBy({ owners }, organizationId)}`.execute(
        api.storage().db,
      );
      return [table, rows.map((row) => JSON.stringify(row)).toSorted()] as const;
    });
    const { deliveries } = api.storage();
    const { installationId: tenant, endpointId, deliveryId, recoveryId } = acme.ids;
    const sent = [
      await deliveries.listEndpoints({ tenant }),
      await deliveries.listDeliveries({ tenant }),
      await deliveries.listAttempts(deliveryId),
      await deliveries.getRecovery(recoveryId),
      await deliveries.listRecoveries(endpointId),
      (await deliveries.listNotices()).filter((notice) => notice.endpointId === endpointId),
    ];
    return { ...Object.fromEntries(await Promise.all(tables)), sent };
  };

  /** Calls the handler of every operation for members of the other organization, with Acme's IDs. */
  async function callAll() {
    const platform = api.platform();
    const all = [...Object.values(features), ...(platform.product?.features ?? [])];
    const served = composeFeatures(all, platform, {});
    expect(served.map(({ operation }) => operation.id).toSorted()).toEqual(
      servedOperations.map(({ id }) => id).toSorted(),
    );
    const caller = person("p", { [other.ids.organizationId]: "owner" });
    const shown: unknown[] = [];
    for (const { operation, handle } of served) {
      if (
        operation.reach === "all" ||
        operation.withoutSupportAccess === true ||
        ofIntegrations.has(operation.id)
      )
        continue;
      const call = {
        params: acme.ids,
        resources: [],
        query: operation.query?.parse(queryOf(operation)),
        body: operation.body?.parse(bodyOf(operation, acme.ids)),
        caller,
        address: undefined,
        organizations: { allowed: undefined, forbidden: [] },
        idempotencyKey: undefined,
        ifMatch: undefined,
        ifNoneMatch: false,
        spend: async () => {},
      };
      const result = await inOrganizations([other.ids.organizationId], () => handle(call)).catch(
        () => undefined,
      );
      const text = JSON.stringify(result) ?? "";
      const foreign = Object.entries(acme.ids).filter(
        ([name, id]) => !wordParameters.has(name) && text.includes(id),
      );
      if (foreign.length > 0) shown.push([operation.id, foreign, text]);
    }
    return shown;
  }

  it("of another organization are neither read nor changed by any operation", async () => {
    await api.platform().logs.flush();
    const before = await rowsOfAcme();
    expect(await callAll()).toEqual([]);
    expect(await rowsOfAcme()).toEqual(before);
  });

  it.runIf(kind === "SQLite")("are only read if they are visible to the caller", async () => {
    const names = new Set<string>(hidden.map(({ table }) => table));
    const unguarded = new Set<string>();
    let scoped = 0;
    await watchStatements((sourceSQL) => {
      if ((currentScope() ?? everyOrganization) === everyOrganization) return;
      scoped += 1;
      // Triggers guard deletes, inserts and updates.
      const text = sourceSQL.replace(/^\s*delete from/i, "");
      for (const [, name = ""] of text.matchAll(/\b(?:from|join)\s+"?(\w+)/gi))
        if (names.has(name)) unguarded.add(sourceSQL);
    }, callAll);
    expect(scoped).toBeGreaterThan(100);
    expect([...unguarded]).toEqual([]);
  });
});
