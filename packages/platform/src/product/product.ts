import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";
import { invalidDefinition } from "../common/invalid-definition.ts";
import type { Contract } from "./define-contract.ts";

/** A resource of a product. */
export interface ProductResource {
  readonly id: string;
  readonly organizationId: string;
}

/** The lookups of a kind. */
export interface KindLookups {
  /** Returns the resources with these ids, in any order. Reads with the given connection, which can be a transaction. */
  readonly find: (db: Kysely<unknown>, ids: readonly string[]) => Promise<readonly ProductResource[]>;
}

/** A table of a product, whose rows belong to organizations. */
export interface ProductTable {
  /** The column with the organization's id. Other organizations neither see nor change the row. */
  readonly column: string;
  /** The columns of the primary key. Defaults to `id`. */
  readonly key?: readonly string[] | undefined;
  /** Columns that an export of the organization omits. */
  readonly secret?: readonly string[] | undefined;
}

/** The tables of a product by name, in the order of removal; `platform` for rows that belong to no organization. */
export type ProductTables = Readonly<Record<string, ProductTable | "platform">>;

/** A product: its contract, and how to find its resources. */
export interface Product<Declared extends Contract = Contract> {
  readonly contract: Declared;
  readonly kinds: { readonly [Kind in keyof Declared["kinds"]]: KindLookups };
  /**
   * Its own tables. Their rows are isolated by organization, and exported and removed with it. Startup fails
   * if a stored table or view is not declared.
   */
  readonly tables?: ProductTables | undefined;
  /**
   * The changes to its tables by name, in alphabetical order. They run after the platform's, in one transaction.
   * Never edit a released one.
   */
  readonly migrations?: Readonly<Record<string, Migration>> | undefined;
}

/**
 * Adds code to a contract. Pass the result to `createPlatform`.
 *
 * @throws PlatformError `invalid_definition` if a kind has no lookup
 *
 * @example
 * import { defineContract, defineProduct } from "@plugboard/platform";
 *
 * const contract = defineContract({
 *   name: "tracker",
 *   kinds: { project: { title: "Project", plural: "projects" } },
 * });
 * const projects = new Map([["prj_1", { id: "prj_1", organizationId: "org_1" }]]);
 * const tracker = defineProduct({
 *   contract,
 *   kinds: { project: { find: async (_db, ids) => ids.flatMap((id) => projects.get(id) ?? []) } },
 * });
 * console.log(tracker.contract.name); // tracker
 */
export function defineProduct<const Declared extends Contract>(
  product: Product<Declared>,
): Product<Declared> {
  const lookups: Readonly<Record<string, Partial<KindLookups> | undefined>> = product.kinds;
  const without = Object.keys(product.contract.kinds).find((kind) => lookups[kind]?.find === undefined);
  if (without !== undefined)
    throw invalidDefinition(`The kind ${without} has no lookup. Add kinds.${without}.find.`);
  const unknown = Object.keys(lookups).find((kind) => !Object.hasOwn(product.contract.kinds, kind));
  if (unknown !== undefined)
    throw invalidDefinition(`kinds.${unknown} is a lookup for a kind that the contract lacks. Remove it.`);
  return product;
}
