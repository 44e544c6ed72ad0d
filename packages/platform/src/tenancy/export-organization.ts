import { sql } from "kysely";
import { PlatformError } from "../common/platform-error.ts";
import type { PlatformContext } from "../database/platform-context.ts";
import { getOrganization } from "../organizations/organizations.ts";
import { type ListedTable, listOwnedTables, ownedBy } from "../database/organization-rows.ts";

/** One thing of an organization, as it is stored, without secrets. */
export interface ExportedRow {
  /** Which kind of thing: the name of its table, or `deliveries`. */
  readonly kind: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** A part of an export; `next` is where the one after it begins. */
export interface ExportPart {
  readonly items: readonly ExportedRow[];
  readonly next?: string | undefined;
}

const deliveriesKind = "deliveries";

/**
 * Everything that an organization has, part by part.
 *
 * @throws PlatformError `not_found`, `invalid_request` for a malformed cursor
 * @example
 * import { exportOrganization, type Platform } from "@plugboard/platform";
 *
 * async function* exportAll(platform: Platform, organizationId: string) {
 *   for (let cursor: string | undefined; ; ) {
 *     const part = await exportOrganization(platform, organizationId, { cursor, limit: 100 });
 *     yield* part.items;
 *     cursor = part.next;
 *     if (cursor === undefined) return;
 *   }
 * }
 */
export async function exportOrganization(
  context: PlatformContext,
  organizationId: string,
  { cursor, limit }: { readonly cursor?: string | undefined; readonly limit: number },
): Promise<ExportPart> {
  await getOrganization(context, organizationId);
  const tables = listOwnedTables().toReversed();
  const kinds = [...tables.map(({ table }) => table), deliveriesKind];
  const at = readCursor(cursor ?? `${kinds[0] ?? ""} 0`, kinds);
  const items: ExportedRow[] = [];
  for (let index = kinds.indexOf(at.kind), { from } = at; index < kinds.length; index += 1, from = "0") {
    const table = tables[index];
    const room = limit - items.length;
    const part =
      table === undefined
        ? await readDeliveries(context, organizationId, from, room)
        : await readTable(context, organizationId, table, Number(from), room);
    items.push(...part.rows.map((data) => ({ kind: kinds[index] ?? "", data })));
    if (part.next !== undefined) return { items, next: `${kinds[index] ?? ""} ${part.next}` };
    if (items.length === limit && index + 1 < kinds.length)
      return { items, next: `${kinds[index + 1] ?? ""} 0` };
  }
  return { items };
}

interface TablePart {
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  readonly next?: string | undefined;
}

async function readTable(
  { db }: PlatformContext,
  organizationId: string,
  { table, owners, secret }: ListedTable,
  from: number,
  room: number,
): Promise<TablePart> {
  // In the order of the whole rows, since tables have different keys.
  const { rows } = await sql<Readonly<Record<string, unknown>>>`
    select * from ${sql.table(table)} where ${ownedBy({ owners }, organizationId)}
    order by 1, 2 limit ${room + 1} offset ${from}`.execute(db);
  const shown = rows
    .slice(0, room)
    .map((row) => Object.fromEntries(Object.entries(row).filter(([column]) => !secret.includes(column))));
  return { rows: shown, next: rows.length > room ? String(from + room) : undefined };
}

async function readDeliveries(
  { db, deliveries }: PlatformContext,
  organizationId: string,
  from: string,
  room: number,
): Promise<TablePart> {
  const installations = await db
    .selectFrom("installations")
    .select("id")
    .where("organization_id", "=", organizationId)
    .execute();
  const { items, cursor } = await deliveries.listDeliveries({
    tenants: installations.map(({ id }) => id),
    cursor: from === "0" ? undefined : from,
    limit: room,
  });
  return { rows: items.map((item) => ({ ...item })), next: cursor };
}

function readCursor(
  cursor: string,
  kinds: readonly string[],
): { readonly kind: string; readonly from: string } {
  const [kind = "", from = ""] = cursor.split(" ");
  const isNumber = kind === deliveriesKind || /^\d{1,12}$/.test(from);
  if (kinds.includes(kind) && from !== "" && isNumber) return { kind, from };
  throw new PlatformError("invalid_request", "cursor: is not one that this list gave out.");
}
