import type { DatabaseSync } from "node:sqlite";
import {
  AliasNode,
  IdentifierNode,
  type KyselyPlugin,
  type OperationNode,
  type RootOperationNode,
  TableNode,
} from "kysely";
import type { ListedTable } from "./organization-rows.ts";
import { currentScope, everyOrganization, type ReadScope } from "./organization-scope.ts";

const scopeFunction = "plugboard_organizations";
const viewOf = (table: string): string => `visible_${table}`;

/**
 * Isolates organizations on SQLite like row policies on PostgreSQL. Views show the rows of the organizations
 * in {@link ReadScope}, and triggers reject changes to other rows. Both are temporary and belong to this
 * connection.
 */
export function guardRows(
  database: DatabaseSync,
  readScope: ReadScope,
  hidden: readonly ListedTable[],
): void {
  // The scope is constant during a statement, so SQLite can call the function once per statement.
  database.function(scopeFunction, { deterministic: true }, () => {
    const seen = readScope();
    return seen === everyOrganization ? null : JSON.stringify(seen.split(","));
  });
  // Otherwise `insert or replace` deletes another organization's row without running its trigger.
  database.exec("pragma recursive_triggers = on");
  const present = new Set(
    database
      .prepare("select name from main.sqlite_schema where type = 'table'")
      .all()
      .map(({ name }) => name),
  );
  for (const table of hidden) {
    // An operator's command can encounter tables of another version.
    if (!present.has(table.table)) continue;
    for (const statement of describeGuards(table)) database.exec(statement);
  }
}

function describeGuards({ table, owners }: ListedTable): readonly string[] {
  // The plus keeps SQLite from using an index for this condition, so the query's own conditions determine the
  // index.
  const isVisible = (row: string): string =>
    owners
      .map((column) => `+${row}${quote(column)} in (select value from json_each(${scopeFunction}()))`)
      .join(" or ");
  const trigger = (name: string, when: string, row: "old." | "new.", consequence: string): string =>
    `create temp trigger ${quote(`${name}_${table}`)} ${when} on main.${quote(table)}
      when ${scopeFunction}() is not null and (${isVisible(row)}) is not true
      begin select raise(${consequence}); end`;
  const refusal = `abort, 'a row of ${table.replaceAll("'", "''")} belongs to another organization'`;
  return [
    `create temp view ${quote(viewOf(table))} as select * from main.${quote(table)} where ${isVisible("")}`,
    trigger("keep", "before delete", "old.", "ignore"),
    trigger("hold", "before update", "old.", "ignore"),
    trigger("move", `after update of ${owners.map(quote).join(", ")}`, "new.", refusal),
    // An audit entry can be written before its organization is known.
    ...(table === "audit_entries" ? [] : [trigger("add", "after insert", "new.", refusal)]),
  ];
}

function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** Creates the plugin that makes scoped queries read the visible rows; see {@link guardRows}. */
export function createVisibleRowsPlugin(readScope: ReadScope, hidden: readonly ListedTable[]): KyselyPlugin {
  const tables = namesOf(hidden);
  return {
    transformQuery: ({ node }) =>
      // The same kind of node with other tables.
      readScope() === everyOrganization ? node : (readVisible(node, tables) as RootOperationNode),
    transformResult: async ({ result }) => result,
  };
}

/** Creates the plugin that rejects queries for organization rows outside a scope, which would see no rows. */
export function createRequireScopePlugin(hidden: readonly ListedTable[]): KyselyPlugin {
  const tables = namesOf(hidden);
  return {
    transformQuery: ({ node }) => {
      const table = currentScope() === undefined ? findHiddenTable(node, tables) : undefined;
      if (table === undefined) return node;
      throw new Error(
        `${table} was queried outside a scope. Wrap the query in inOrganizations or withoutTenantScope.`,
      );
    },
    transformResult: async ({ result }) => result,
  };
}

type TableNames = ReadonlySet<string>;

function namesOf(hidden: readonly ListedTable[]): TableNames {
  return new Set(hidden.map(({ table }) => table));
}

function findHiddenTable(node: OperationNode, tables: TableNames): string | undefined {
  if (TableNode.is(node)) {
    const { name } = node.table.identifier;
    return tables.has(name) ? name : undefined;
  }
  for (const value of Object.values<unknown>({ ...node }))
    for (const part of Array.isArray(value) ? value : [value]) {
      const table = isNode(part) ? findHiddenTable(part, tables) : undefined;
      if (table !== undefined) return table;
    }
  return undefined;
}

/** Replaces the tables that a query reads by views. Written tables have triggers. */
function readVisible(node: OperationNode, tables: TableNames): OperationNode {
  const visible = (part: OperationNode) => readVisible(part, tables);
  const table = (part: OperationNode) => readTable(part, tables);
  switch (node.kind) {
    case "ValueNode":
    case "PrimitiveValueListNode":
      return node;
    case "DeleteQueryNode":
      return mapParts(node, (part, name) => (name === "from" ? part : visible(part)));
    case "FromNode":
    case "UsingNode":
    case "RawNode":
      return mapParts(node, table);
    case "JoinNode":
      return mapParts(node, (part, name) => (name === "table" ? table(part) : visible(part)));
    default:
      return mapParts(node, visible);
  }
}

function readTable(node: OperationNode, tables: TableNames): OperationNode {
  if (TableNode.is(node)) {
    const { name } = node.table.identifier;
    return tables.has(name)
      ? AliasNode.create(TableNode.create(viewOf(name)), IdentifierNode.create(name))
      : node;
  }
  if (AliasNode.is(node) && TableNode.is(node.node) && tables.has(node.node.table.identifier.name))
    return AliasNode.create(TableNode.create(viewOf(node.node.table.identifier.name)), node.alias);
  return readVisible(node, tables);
}

type MapPart = (part: OperationNode, name: string) => OperationNode;

function mapParts(node: OperationNode, map: MapPart): OperationNode {
  const parts = Object.entries(node).map(([name, value]: [string, unknown]) => [
    name,
    isNode(value)
      ? map(value, name)
      : Array.isArray(value)
        ? value.map((item: unknown) => (isNode(item) ? map(item, name) : item))
        : value,
  ]);
  // `kind` is a key of both, so the type is the same.
  return Object.fromEntries(parts) as OperationNode;
}

function isNode(value: unknown): value is OperationNode {
  return typeof value === "object" && value !== null && "kind" in value && typeof value.kind === "string";
}
