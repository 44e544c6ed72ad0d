import { type Kysely, sql } from "kysely";
import { invalidDefinition } from "../common/invalid-definition.ts";
import type { ProductTable, ProductTables } from "../product/product-data.ts";
import { platformTables } from "./organization-rows.ts";
import type { Tables } from "./tables.ts";

/** A stored table or view. */
interface StoredTable {
  readonly name: string;
  readonly isView: boolean;
  readonly columns: readonly string[];
  /** The columns of the primary key. */
  readonly key: readonly string[];
}

/**
 * Checks the declared tables of a product against the stored ones.
 *
 * @param ignored - tables of neither the platform nor the product
 * @throws PlatformError `invalid_definition`
 */
export async function checkProductTables(
  db: Kysely<Tables>,
  dialect: "sqlite" | "postgres",
  { name, tables }: { readonly name: string; readonly tables: ProductTables },
  ignored: readonly string[],
): Promise<void> {
  const stored = await listStored(db, dialect);
  const undeclared = stored.find(
    (each) =>
      !platformTables.has(each.name) && !ignored.includes(each.name) && !Object.hasOwn(tables, each.name),
  );
  if (undeclared !== undefined) {
    const advice = undeclared.isView
      ? `Query its tables instead, or add it to \`tables\` of the product ${name} as "platform": a view can show the rows of all organizations.`
      : `Add it to \`tables\` of the product ${name}, so that its rows are kept apart by organization.`;
    throw invalidDefinition(`The ${kindOf(undeclared)} ${undeclared.name} is not declared. ${advice}`);
  }
  for (const [table, declared] of Object.entries(tables)) {
    const found = stored.find((each) => each.name === table);
    if (found === undefined)
      throw invalidDefinition(
        `The table ${table} of the product ${name} does not exist. Create it in a migration.`,
      );
    if (declared !== "platform") checkTable(name, found, declared);
  }
}

function checkTable(product: string, stored: StoredTable, declared: ProductTable): void {
  const subject = `The ${kindOf(stored)} ${stored.name} of the product ${product}`;
  if (stored.isView)
    throw invalidDefinition(
      `${subject} cannot be limited to an organization. Declare it as "platform", or query its tables instead.`,
    );
  const { column, key = ["id"], secret = [], encrypted = [], binary = [], lease = column } = declared;
  const named = [column, ...secret, ...encrypted, ...binary, lease];
  const missing = named.find((each) => !stored.columns.includes(each));
  if (missing !== undefined)
    throw invalidDefinition(
      `${subject} has no column ${missing}. Correct its declaration or add the column.`,
    );
  if (stored.key.length === 0) throw invalidDefinition(`${subject} has no primary key. Add one.`);
  // An export and a removal go through the rows in the order of their keys.
  if (stored.key.length !== key.length || stored.key.some((each) => !key.includes(each))) {
    throw invalidDefinition(
      `${subject} has the primary key ${stored.key.join(", ")}, not ${key.join(", ")}. Set its \`key\`.`,
    );
  }
}

function kindOf({ isView }: StoredTable): "view" | "table" {
  return isView ? "view" : "table";
}

interface ColumnRow {
  readonly name: string;
  readonly isView: number;
  readonly column: string | null;
  readonly isKey: number;
}

const columnsOf = {
  sqlite: sql<ColumnRow>`
    select stored.name as name, stored.type = 'view' as "isView", field.name as "column", field.pk > 0 as "isKey"
    from main.sqlite_schema stored left join pragma_table_info(stored.name, 'main') field
    where stored.type in ('table', 'view') and stored.name not like 'sqlite\\_%' escape '\\'`,
  // Foreign tables have no row policies either. Extensions such as pg_stat_statements add views.
  postgres: sql<ColumnRow>`
    select stored.relname as name, (stored.relkind not in ('r', 'p'))::integer as "isView",
      field.attname as "column", coalesce(field.attnum = any(key.indkey), false)::integer as "isKey"
    from pg_class stored
    left join pg_attribute field
      on field.attrelid = stored.oid and field.attnum > 0 and not field.attisdropped
    left join pg_index key on key.indrelid = stored.oid and key.indisprimary
    where stored.relnamespace = current_schema()::regnamespace and stored.relkind in ('r', 'p', 'v', 'm', 'f')
      and not exists (select from pg_depend
        where classid = 'pg_class'::regclass and objid = stored.oid and deptype = 'e')
    order by stored.relname, field.attnum`,
};

async function listStored(
  db: Kysely<Tables>,
  dialect: "sqlite" | "postgres",
): Promise<readonly StoredTable[]> {
  const { rows } = await columnsOf[dialect].execute(db);
  return Array.from(
    Map.groupBy(rows, ({ name }) => name),
    ([name, fields]) => ({
      name,
      isView: fields.some(({ isView }) => isView === 1),
      columns: fields.flatMap(({ column }) => column ?? []),
      key: fields.flatMap(({ column, isKey }) => (isKey === 1 ? (column ?? []) : [])),
    }),
  );
}
