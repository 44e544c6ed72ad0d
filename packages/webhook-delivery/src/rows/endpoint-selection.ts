import type { DeliveryQuery } from "../model/delivery.ts";
import { number, type Row, text } from "./columns.ts";

/** The parts of a query that select endpoints. */
export type EndpointSelection = Pick<
  DeliveryQuery,
  "endpointId" | "endpointIds" | "tenant" | "tenants" | "kind"
>;

/** Returns whether a query includes all endpoints. */
export function namesNoEndpoint({
  endpointId,
  endpointIds,
  tenant,
  tenants,
  kind,
}: EndpointSelection): boolean {
  return [endpointId, endpointIds, tenant, tenants, kind].every((part) => part === undefined);
}

/** Filters endpoints, found by one part of a query, by the other parts. @returns their sequence numbers */
export function selectEndpoints(
  rows: readonly Row[],
  { endpointIds, tenant, tenants, kind }: EndpointSelection,
): number[] {
  return rows
    .filter((row) => {
      const owner = text(row, "tenant");
      const isTheirs = owner === (tenant ?? owner) && (tenants?.includes(owner) ?? true);
      if (endpointIds?.includes(text(row, "id")) === false) return false;
      return isTheirs && (kind === undefined || text(row, "kind") === kind);
    })
    .map((row) => number(row, "seq"));
}
