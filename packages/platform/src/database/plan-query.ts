import type { Compilable, CompiledQuery, DialectAdapter, Kysely } from "kysely";
import { currentScope, everyOrganization } from "./organization-scope.ts";

interface Plan<Values, Row> {
  readonly query: CompiledQuery<Row>;
  /** The name of the value that each parameter takes. `undefined` for constants of the query. */
  readonly names: readonly (keyof Values | undefined)[];
}

/**
 * Returns a function that runs a query whose text is built once per database. Kysely takes longer to build and compile
 * a query of a single row than SQLite to run it, so this is for the queries of each event.
 *
 * `build` gets placeholders instead of the values and must pass them on as they are. Each call must have the same names.
 * Anything else that changes the text goes into `variant`, which has a text of its own.
 *
 * @example
 * import type { Platform, Tables } from "@plugboard/platform";
 * import { planQuery } from "@plugboard/platform/product";
 * import type { Kysely } from "kysely";
 *
 * const selectTitle = planQuery((db: Kysely<Tables>, { id }: { readonly id: string }) =>
 *   db.selectFrom("organizations").select("title").where("id", "=", id),
 * );
 *
 * declare const platform: Platform;
 * const [organization] = await selectTitle(platform.db, { id: "org_1" });
 * console.log(organization?.title);
 */
export function planQuery<Schema, Values extends object, Row>(
  build: (db: Kysely<Schema>, values: Values, variant?: string) => Compilable<Row>,
): (db: Kysely<Schema>, values: Values, variant?: string) => Promise<Row[]> {
  const plansOf = new WeakMap<DialectAdapter, Map<string, Plan<Values, Row>>>();
  return async (db, values, variant) => {
    // A database and its transactions share an adapter.
    const { adapter } = db.getExecutor();
    const plans = plansOf.get(adapter) ?? new Map<string, Plan<Values, Row>>();
    plansOf.set(adapter, plans);
    const key = `${scopeKind()} ${variant ?? ""}`;
    const plan =
      plans.get(key) ?? createPlan<Values, Row>((placeholders) => build(db, placeholders, variant), values);
    plans.set(key, plan);
    const parameters = plan.query.parameters.map((constant, index) => {
      const name = plan.names[index];
      return name === undefined ? constant : values[name];
    });
    const { rows } = await db.executeQuery<Row>({ ...plan.query, parameters });
    return rows;
  };
}

/** Plugins rewrite or reject a query by the kind of its scope. */
function scopeKind(): "none" | "all" | "some" {
  const scope = currentScope();
  if (scope === undefined) return "none";
  return scope === everyOrganization ? "all" : "some";
}

function createPlan<Values extends object, Row>(
  build: (placeholders: Values) => Compilable<Row>,
  values: Values,
): Plan<Values, Row> {
  // `Object.keys` forgets the names.
  const names = Object.keys(values) as (keyof Values)[];
  const nameOf = new Map(names.map((name): [unknown, keyof Values] => [Symbol(String(name)), name]));
  const placeholders = Object.fromEntries([...nameOf].map(([placeholder, name]) => [name, placeholder]));
  // Kysely turns any value into a parameter.
  const query = build(placeholders as Values).compile();
  return { query, names: query.parameters.map((parameter) => nameOf.get(parameter)) };
}
