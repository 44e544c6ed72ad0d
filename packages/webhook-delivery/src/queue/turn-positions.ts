/** An endpoint that a claim looked at, and what it got. */
export interface SharedVisit {
  readonly tenant: string;
  /** The endpoint's row. */
  readonly seq: number;
  readonly room: number;
  readonly share: number;
}

const maxTenants = 1_000;

/**
 * Where claims go on within each tenant, by endpoint row: after the last endpoint that got something, while others of the tenant
 * got nothing, or after the last one looked at, while there are more. Forgetting it costs a tenant's endpoints no more than a turn.
 *
 * @returns whether every endpoint with a turn was looked at
 */
export function notePositions(
  positions: Map<string, number>,
  visits: readonly SharedVisit[],
  visitsPerTenant: number,
): boolean {
  if (positions.size > maxTenants) positions.clear();
  let complete = true;
  for (const [tenant, own] of Map.groupBy(visits, (visit) => visit.tenant)) {
    const lastServed = own.findLast(({ share }) => share > 0);
    const isWalked = own.length < visitsPerTenant;
    const isServed = own.every(({ room, share }) => room === 0 || share > 0);
    const position = isServed ? (isWalked ? undefined : own.at(-1)) : lastServed;
    complete &&= isWalked;
    if (position !== undefined) positions.set(tenant, position.seq);
    else if (isServed) positions.delete(tenant);
  }
  return complete;
}
