/**
 * Shares slots out in turns: everyone gets one before anyone gets a second, and what one has no room for goes to the others.
 * Returns the number for each, in the order of `rooms`.
 *
 * @param used slots that each has already: who has fewer comes first
 */
export function shareSlots(rooms: readonly number[], slots: number, used: readonly number[] = []): number[] {
  const takers = rooms.map((room, index) => ({ index, room, used: used[index] ?? 0, share: 0 }));
  let left = slots;
  let open = takers.filter(({ room }) => room > 0);
  while (left > 0 && open.length > 0) {
    const level = Math.min(...open.map((taker) => taker.used + taker.share));
    const lowest = open.filter((taker) => taker.used + taker.share === level);
    const above = Math.min(...open.map((taker) => taker.used + taker.share).filter((value) => value > level));
    const turn = Math.max(1, Math.min(Math.floor(left / lowest.length), above - level));
    for (const taker of lowest) {
      const taken = Math.min(turn, taker.room - taker.share, left);
      taker.share += taken;
      left -= taken;
    }
    open = open.filter(({ room, share }) => room > share);
  }
  return takers.map(({ share }) => share);
}

/** A tenant's endpoint that wants slots. */
export interface TenantRoom {
  readonly tenant: string;
  readonly room: number;
}

/**
 * The same in two steps: among tenants first, then each tenant's among its endpoints. However many endpoints a tenant has, it
 * gets no more than another tenant that wants as much.
 *
 * @param used slots that each tenant has already
 */
export function shareByTenant(
  endpoints: readonly TenantRoom[],
  slots: number,
  used: ReadonlyMap<string, number> = new Map(),
): number[] {
  const byTenant = new Map<string, number[]>();
  for (const [index, { tenant }] of endpoints.entries()) {
    const known = byTenant.get(tenant);
    if (known === undefined) byTenant.set(tenant, [index]);
    else known.push(index);
  }
  const roomsOf = (indexes: readonly number[]): number[] =>
    indexes.map((index) => endpoints[index]?.room ?? 0);
  const tenants = [...byTenant];
  const tenantShares = shareSlots(
    tenants.map(([, indexes]) => roomsOf(indexes).reduce((sum, room) => sum + room, 0)),
    slots,
    tenants.map(([tenant]) => used.get(tenant) ?? 0),
  );
  const shares = endpoints.map(() => 0);
  for (const [place, [, indexes]] of tenants.entries()) {
    const own = shareSlots(roomsOf(indexes), tenantShares[place] ?? 0);
    for (const [order, index] of indexes.entries()) shares[index] = own[order] ?? 0;
  }
  return shares;
}
