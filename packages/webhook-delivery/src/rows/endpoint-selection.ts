import type { DeliveryQuery } from "../model/delivery.ts";
import { number, type Row, text } from "./columns.ts";

/** The parts of a query that name endpoints. */
export type EndpointSelection = Pick<DeliveryQuery, "endpointId" | "tenant" | "tenants" | "kind">;

/** Whether deliveries to any endpoint are asked for. */
export function namesNoEndpoint({ endpointId, tenant, tenants, kind }: EndpointSelection): boolean {
  return [endpointId, tenant, tenants, kind].every((part) => part === undefined);
}

/** Those of some endpoints that meet all parts of a query, where the rows were found by one of them. @returns their sequence numbers */
export function selectEndpoints(
  rows: readonly Row[],
  { tenant, tenants, kind }: EndpointSelection,
): number[] {
  return rows
    .filter((row) => {
      const owner = text(row, "tenant");
      const isTheirs = owner === (tenant ?? owner) && (tenants?.includes(owner) ?? true);
      return isTheirs && (kind === undefined || text(row, "kind") === kind);
    })
    .map((row) => number(row, "seq"));
}
