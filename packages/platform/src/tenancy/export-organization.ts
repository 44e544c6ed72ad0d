import { sql } from "kysely";
import * as z from "zod";
import { readJson } from "../common/json.ts";
import { PlatformError } from "../common/platform-error.ts";
import type { PlatformContext } from "../database/platform-context.ts";
import { getOrganization } from "../organizations/organizations.ts";
import { type ListedTable, listOwnedTables, ownedBy } from "../database/organization-rows.ts";

/** A stored resource of an organization, without secrets. */
export interface ExportedRow {
  /** The name of its table, or `deliveries`. */
  readonly kind: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** A part of an export. `next` is the cursor of the following part. */
export interface ExportPart {
  readonly items: readonly ExportedRow[];
  readonly next?: string | undefined;
}

const deliveriesKind = "deliveries";

/**
 * Returns all data of an organization, in parts.
 *
 * @throws PlatformError `not_found`, `invalid_request` for a malformed cursor
 */
export async function exportOrganization(
  context: PlatformContext,
  organizationId: string,
  { cursor, limit }: { readonly cursor?: string | undefined; readonly limit: number },
): Promise<ExportPart> {
  await getOrganization(context, organizationId);
  const tables = listOwnedTables(context.product).toReversed();
  const kinds = [...tables.map(({ table }) => table), deliveriesKind];
  const at = readCursor(cursor ?? kinds[0] ?? "", kinds);
  const items: ExportedRow[] = [];
  for (
    let index = kinds.indexOf(at.kind), { after } = at;
    index < kinds.length;
    index += 1, after = undefined
  ) {
    const [kind = "", table] = [kinds[index], tables[index]];
    const room = limit - items.length;
    const part =
      table === undefined
        ? await readDeliveries(context, organizationId, after, room)
        : await readTable(context, organizationId, table, after, room);
    items.push(...part.rows.map((data) => ({ kind, data })));
    if (part.next !== undefined) return { items, next: `${kind} ${part.next}` };
    if (items.length === limit && index + 1 < kinds.length) return { items, next: kinds[index + 1] };
  }
  return { items };
}

interface TablePart {
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  readonly next?: string | undefined;
}

async function readTable(
  { db, secretBox }: PlatformContext,
  organizationId: string,
  { table, key, owners, secret, opened, binary }: ListedTable,
  after: string | undefined,
  maxRows: number,
): Promise<TablePart> {
  const room = binary.length === 0 ? maxRows : 1;
  const keys = sql.join(key.map((column) => sql.ref(column)));
  const start = after === undefined ? sql`true` : sql`(${keys}) > (${sql.join(readKey(after, key))})`;
  const { rows } = await sql<Readonly<Record<string, unknown>>>`
    select * from ${sql.table(table)} where ${ownedBy({ owners }, organizationId)} and ${start}
    order by ${keys} limit ${room + 1}`.execute(db);
  const pageRows = rows.slice(0, room);
  const show = (column: string, value: unknown): unknown => {
    if (opened.includes(column)) return secretBox.decrypt(String(value));
    return binary.includes(column) && value instanceof Uint8Array
      ? Buffer.from(value).toString("base64")
      : value;
  };
  const last = pageRows.at(-1);
  return {
    rows: pageRows.map((row) =>
      Object.fromEntries(
        Object.entries(row)
          .filter(([column]) => !secret.includes(column))
          .map(([column, value]) => [column, show(column, value)]),
      ),
    ),
    next: rows.length > room && last !== undefined ? writeKey(key.map((column) => last[column])) : undefined,
  };
}

const keySchema = z.array(z.union([z.string(), z.number()]));

function writeKey(values: readonly unknown[]): string {
  return Buffer.from(JSON.stringify(values)).toString("base64url");
}

function readKey(text: string, key: readonly string[]): readonly (string | number)[] {
  const { data } = keySchema.safeParse(readJson(Buffer.from(text, "base64url")));
  if (data?.length === key.length) return data;
  throw wrongCursor();
}

async function readDeliveries(
  { db, deliveries }: PlatformContext,
  organizationId: string,
  after: string | undefined,
  room: number,
): Promise<TablePart> {
  const installations = await db
    .selectFrom("installations")
    .select("id")
    .where("organization_id", "=", organizationId)
    .execute();
  const { items, cursor } = await deliveries.listDeliveries({
    tenants: installations.map(({ id }) => id),
    cursor: after,
    limit: room,
  });
  return { rows: items.map((item) => ({ ...item })), next: cursor };
}

function readCursor(
  cursor: string,
  kinds: readonly string[],
): { readonly kind: string; readonly after: string | undefined } {
  const [kind = "", after] = cursor.split(" ");
  if (kinds.includes(kind)) return { kind, after };
  throw wrongCursor();
}

function wrongCursor(): PlatformError {
  return new PlatformError("invalid_request", "cursor: use the nextCursor of a previous response.");
}
