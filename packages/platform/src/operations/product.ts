import { invalidDefinition } from "../common/invalid-definition.ts";
import type { DispatchContext } from "../dispatch/dispatch-target.ts";
import type { Contract } from "../product/define-contract.ts";
import type { KindLookups, ProductData } from "../product/product-data.ts";
import type { Feature } from "./feature.ts";

/** Background work of a product. Only processes that deliver events run it. */
export interface ProductJob {
  /**
   * Runs work that is due and returns how much there was. It is called again until it returns 0. Its queries see no
   * organization; wrap them in `inOrganizations` or `withoutTenantScope`.
   */
  readonly run: (context: DispatchContext, onError: (error: unknown) => void) => Promise<number>;
  /** The interval in milliseconds. Defaults to 10 minutes. */
  readonly everyMilliseconds?: number | undefined;
  /** A column with the Unix time in milliseconds at which work is due, on which the job is woken. Defaults to none. */
  readonly due?: { readonly table: string; readonly column: string } | undefined;
}

/** A product: its contract, its data, its API and its background work. */
export interface Product<Declared extends Contract = Contract> extends ProductData<Declared> {
  /** Its API, served next to the platform's. Defaults to none. */
  readonly features?: readonly Feature[] | undefined;
  /** Its background work. Defaults to none. */
  readonly jobs?: readonly ProductJob[] | undefined;
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
