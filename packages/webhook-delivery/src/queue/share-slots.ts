/**
 * Shares slots out in turns: everyone gets one before anyone gets a second, and what one has no room for goes to the others.
 * Returns the number for each, in the order of `rooms`.
 */
export function shareSlots(rooms: readonly number[], slots: number): number[] {
  const shares = rooms.map(() => 0);
  let open = rooms.map((room, index) => ({ index, room })).filter(({ room }) => room > 0);
  let left = slots;
  while (left > 0 && open.length > 0) {
    const turn = Math.max(1, Math.floor(left / open.length));
    for (const taker of open) {
      const taken = Math.min(turn, taker.room, left);
      shares[taker.index] = (shares[taker.index] ?? 0) + taken;
      taker.room -= taken;
      left -= taken;
    }
    open = open.filter(({ room }) => room > 0);
  }
  return shares;
}
