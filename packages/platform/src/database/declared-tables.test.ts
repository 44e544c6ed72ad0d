import { readFileSync } from "node:fs";
import { type Kysely, sql } from "kysely";
import { describe, expect, it } from "vitest";
import type { Tables } from "./tables.ts";
import { databaseKinds, setUpStorage } from "../fixtures/set-up-storage.fixture.ts";

// Each table is stated twice: its types, and the statement that creates it, which must not change once it is released.

/** A column in the terms of both databases. */
interface Column {
  /** `bytes`, `number`, `text`, or the database's own type if it is none of these. */
  readonly type: string;
  readonly isNullable: boolean;
}

/** Columns by `table.column`. */
type Columns = Readonly<Record<string, Column>>;

const declarations: readonly (readonly [file: string, tables: string])[] = [
  ["./tables.ts", "Tables"],
  ["../../../content/src/database/content-tables.ts", "ContentTables"],
];

/** Returns the members of each interface in a file as written, by the interface's name. */
function readInterfaces(file: string): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const code = readFileSync(new URL(file, import.meta.url), "utf8").replaceAll(/\/\*\*.*?\*\//gs, "");
  const interfaces = [...code.matchAll(/^(?:export )?interface (\w+)(?: extends \w+)? \{(.*?)^\}/gms)];
  return new Map(
    interfaces.map(([, name = "", body = ""]) => [
      name,
      new Map([...body.matchAll(/(\w+): ([^;]+);/g)].map(([, member = "", type = ""]) => [member, type])),
    ]),
  );
}

function readDeclared(): Columns {
  const columns: Record<string, Column> = {};
  for (const [file, tables] of declarations) {
    const interfaces = readInterfaces(file);
    for (const [table, row] of interfaces.get(tables) ?? [])
      for (const [column, type] of interfaces.get(row) ?? []) {
        const isNumber = /\bnumber\b|\b[01]\b/.test(type);
        columns[`${table}.${column}`] = {
          type: type.includes("Uint8Array") ? "bytes" : isNumber ? "number" : "text",
          isNullable: /\bnull\b/.test(type),
        };
      }
  }
  return columns;
}

const columnTypes: Readonly<Record<string, string>> = {
  bigint: "number",
  blob: "bytes",
  bytea: "bytes",
  "double precision": "number",
  integer: "number",
  smallint: "number",
  text: "text",
};

interface StoredColumn {
  readonly table: string;
  readonly column: string;
  readonly type: string;
  readonly isNullable: number;
}

async function readStored(db: Kysely<Tables>, kind: (typeof databaseKinds)[number]): Promise<Columns> {
  // The columns of a primary key are never null, which SQLite doesn't say of a single one.
  const statement =
    kind === "SQLite"
      ? sql<StoredColumn>`
          select m.name as "table", c.name as "column", lower(c.type) as "type",
            c."notnull" = 0 and c.pk = 0 as "isNullable"
          from sqlite_master m, pragma_table_info(m.name) c where m.type = 'table'`
      : sql<StoredColumn>`
          select table_name as "table", column_name as "column", data_type as "type",
            case is_nullable when 'YES' then 1 else 0 end as "isNullable"
          from information_schema.columns where table_schema = current_schema()`;
  const { rows } = await statement.execute(db);
  return Object.fromEntries(
    rows.map(({ table, column, type, isNullable }) => [
      `${table}.${column}`,
      { type: columnTypes[type] ?? type, isNullable: isNullable === 1 },
    ]),
  );
}

describe.each(databaseKinds)("the declared tables on %s", (kind) => {
  const { storage } = setUpStorage(kind);

  it("have the columns, types and nullability of the created ones", async () => {
    const declared = readDeclared();
    const tables = new Set(Object.keys(declared).map((name) => name.split(".")[0]));
    const stored = await readStored(storage().db, kind);
    const created = Object.entries(stored).filter(([name]) => tables.has(name.split(".")[0]));
    expect(Object.fromEntries(created)).toEqual(declared);
    expect(tables.size).toBeGreaterThan(50);
    expect(Object.keys(declared).length).toBeGreaterThan(350);
  });
});
