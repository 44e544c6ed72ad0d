import { type AnyOperation, operations } from "@plugboard/api/contract";
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { content } from "../../../content/src/index.ts";
import { createSubscriptionRemoval } from "../agent-events/remove-subscriptions.ts";
import { removeOldAuditEntries } from "../audit/audit-log.ts";
import { listOwnedTables } from "../database/organization-rows.ts";
import { inOrganizations, withoutTenantScope } from "../database/organization-scope.ts";
import { removeOldEvents } from "../delivery/workers.ts";
import { bodyOf, createTenant, queryOf, rejectingWebhooks } from "../fixtures/create-tenant.fixture.ts";
import { removeUnusedImages } from "../../../content/src/spaces/remove-unused-images.ts";
import { checkDueDomains } from "../../../content/src/sites/site-domains.ts";
import { administrator, person, setUpApi } from "../fixtures/set-up-api.fixture.ts";
import { type DatabaseKind, databaseKinds } from "../fixtures/set-up-storage.fixture.ts";
import { watchStatementsOn } from "../fixtures/watch-statements.fixture.ts";
import { expungeOldEvents } from "../tenancy/expunge-events.ts";
import { runRemovals } from "../tenancy/run-removals.ts";
import { servedOperations } from "../fixtures/served-operations.fixture.ts";

const isQuery = /^\s*(?:with|select|insert|update|delete)\b/i;
/** The tables of the delivery engine, whose plans have their own test. */
const isEngine = /\bwebhooks?[._]/;
/** Log lines are written later, during other operations. */
const isLog = /"integration_log|^select "id", "organization_id" from "installations" where "id" in/;

/** Allowed scans of growing tables, with the reason. */
const allowed: readonly { readonly statement: RegExp; readonly because: string }[] = [
  {
    statement:
      /from "\w+" (?:where "(?:deleted|removed)_at" is null )?order by "\w+" (?:desc )?limit [^)]*\)?/,
    because: "A page in the order of the primary key ends at its limit.",
  },
  {
    statement: /select distinct "members"/,
    because:
      "The administrator's scope is the organizations that are not closed, which are counted in thousands.",
  },
  {
    statement:
      /from "organization_limits" inner join "installations"|where "name" = .* from "organization_limits"/,
    because: "Few organizations have a limit of their own.",
  },
];

/** Runs work and returns the platform's statements in order. */
async function statementsOf(kind: DatabaseKind, work: () => Promise<unknown>): Promise<string[]> {
  const statements: string[] = [];
  const note = (text: string): void => {
    if (isQuery.test(text) && !isEngine.test(text)) statements.push(text);
  };
  await watchStatementsOn(kind, note, work);
  return statements;
}

/** An operation with more statements is listed in `statement-counts.txt`, so that a review notices it. */
const fewStatements = 10;

interface PlanNode {
  readonly "Node Type": string;
  readonly "Relation Name"?: string;
  readonly "Index Cond"?: string;
  readonly Plans?: readonly PlanNode[];
}

const growing: ReadonlySet<string> = new Set(listOwnedTables(content).map(({ table }) => table));

function scansOf(node: PlanNode): string[] {
  const table = node["Relation Name"] ?? "";
  const isScan = node["Node Type"] === "Seq Scan" && growing.has(table);
  return [...(isScan ? [table] : []), ...(node.Plans ?? []).flatMap(scansOf)];
}

describe.each(databaseKinds)("statements on %s", (kind) => {
  const api = setUpApi(kind, { webhooks: rejectingWebhooks });
  let tenant: Awaited<ReturnType<typeof createTenant>>;
  const counts = new Map<string, number>();
  const statements = new Set<string>();

  /** Runs work, and records its statements and their number. */
  async function measure(name: string, work: () => Promise<unknown>): Promise<void> {
    const own = await statementsOf(kind, work);
    await api.platform().logs.flush();
    counts.set(name, own.filter((statement) => !isLog.test(statement)).length);
    for (const statement of own) statements.add(statement);
  }

  beforeAll(async () => {
    tenant = await createTenant(api);
    const { organizationId } = tenant.ids;
    const owner = person("p", { [organizationId]: "owner" });
    const context = api.platform();
    // Reads first, then removals from the innermost to the outermost resource.
    const rank = ({ method }: AnyOperation): number =>
      ["GET", "POST", "PUT", "PATCH", "DELETE"].indexOf(method);
    const inOrder = servedOperations.toSorted(
      (one, other) => rank(one) - rank(other) || other.path.length - one.path.length,
    );
    for (const caller of [owner, administrator]) {
      if (caller === administrator)
        await api.succeed(administrator, operations.requestSupportAccess, {
          params: { organizationId },
          body: { reason: "To look after it." },
        });
      for (const operation of inOrder) {
        if (caller === administrator && operation.method !== "GET") continue;
        if (caller === owner && operation.method === "DELETE") continue;
        await measure(`${operation.id}${caller === owner ? "" : " by an administrator"}`, () =>
          api.call(caller, operation, {
            params: tenant.ids,
            query: queryOf(operation),
            body: bodyOf(operation, tenant.ids),
          }),
        );
      }
    }
    await measure("fan-out, the first time", () => context.runDue());
    await api.platform().logs.flush();
    await measure("cleaning", async () => {
      await withoutTenantScope("cleaning", async () => {
        await createSubscriptionRemoval(context, rejectingWebhooks, (error) => {
          throw error;
        }).run();
        await removeOldEvents(context, -1);
        await removeOldAuditEntries(context, 365 * 24 * 3600 * 1000);
        await context.logs.removeOld();
        await expungeOldEvents(context);
        await removeUnusedImages({ ...context, now: () => context.now() + 2 * 24 * 3600 * 1000 });
        await checkDueDomains(context, async () => []);
      });
    });
    for (const operation of inOrder.filter(({ method }) => method === "DELETE"))
      await measure(operation.id, () => api.call(owner, operation, { params: tenant.ids }));
    await measure("removals", () => runRemovals(context));
  });

  it("never scan a growing table", async () => {
    expect(statements.size).toBeGreaterThan(150);
    const { db } = api.storage();
    const scans: string[] = [];
    const explain = async (text: string): Promise<readonly string[]> => {
      if (kind === "SQLite") {
        const { rows } = await sql<{
          readonly detail: string;
        }>`${sql.raw(`explain query plan ${text}`)}`.execute(db);
        return (
          rows
            .map(({ detail }) => detail)
            .filter((detail) =>
              /^SCAN (?!json_each|\d+-ROW|CONSTANT|\(|own\b|listed\b|removals\b)/.test(detail),
            )
            // A partial index that only contains waiting rows.
            .filter((detail) => !/INDEX \w+_(?:waiting|removals|open|due|listed)\b/.test(detail))
        );
      }
      return await inOrganizations(["org_1"], () =>
        db.transaction().execute(async (transaction) => {
          await sql`set local enable_seqscan = off`.execute(transaction);
          const { rows } = await sql<{
            readonly "QUERY PLAN": readonly { readonly Plan: PlanNode }[];
          }>`${sql.raw(`explain (format json, generic_plan) ${text}`)}`.execute(transaction);
          return (rows[0]?.["QUERY PLAN"] ?? []).flatMap(({ Plan }) => scansOf(Plan));
        }),
      );
    };
    for (const text of statements) {
      if (allowed.some(({ statement }) => statement.test(text))) continue;
      const planScans = await explain(text).catch((error: unknown) => [String(error)]);
      if (planScans.length > 0) scans.push(`${planScans.join(", ")}: ${text}`);
    }
    expect(scans).toEqual([]);
  });

  it.runIf(kind === "SQLite")(
    "are few per operation, except for operations listed with their count",
    async () => {
      const lines = [...counts]
        .filter(([, count]) => count > fewStatements)
        .toSorted(([one], [other]) => (one < other ? -1 : 1));
      await expect(lines.map(([name, count]) => `${name} ${count}\n`).join("")).toMatchFileSnapshot(
        "./statement-counts.txt",
      );
    },
  );
});
