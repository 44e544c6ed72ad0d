import { array, assert, nat, property } from "fast-check";
import { expect, test } from "vitest";
import { shareByTenant, shareSlots } from "./share-slots.ts";

test("everyone gets one before anyone gets a second, and what one has no room for goes to others", () => {
  expect(shareSlots([9, 9, 9], 3)).toEqual([1, 1, 1]);
  expect(shareSlots([9, 1, 9], 7)).toEqual([3, 1, 3]);
  expect(shareSlots([9, 9, 9], 2)).toEqual([1, 1, 0]);
  expect(shareSlots([0, 5, 0], 9)).toEqual([0, 5, 0]);
  expect(shareSlots([], 9)).toEqual([]);
});

test("who has fewer slots already comes first", () => {
  expect(shareSlots([9, 9], 4, [3, 0])).toEqual([1, 3]);
  expect(shareSlots([9, 2], 6, [9, 0])).toEqual([4, 2]);
});

test("tenants share first, then each tenant's endpoints among themselves", () => {
  const many = Array.from({ length: 4 }, () => ({ tenant: "many", room: 9 }));
  expect(shareByTenant([...many, { tenant: "one", room: 9 }], 8)).toEqual([1, 1, 1, 1, 4]);
  expect(shareByTenant([...many, { tenant: "one", room: 2 }], 8)).toEqual([2, 2, 1, 1, 2]);
  expect(shareByTenant([...many, { tenant: "one", room: 9 }], 8, new Map([["many", 6]]))).toEqual([
    1, 0, 0, 0, 7,
  ]);
});

test("any rooms: nobody gets more than there is room for, no slot is wasted, and shares differ by need alone", () => {
  assert(
    property(array(nat({ max: 40 }), { maxLength: 30 }), nat({ max: 300 }), (rooms, slots) => {
      const shares = shareSlots(rooms, slots);
      const total = shares.reduce((sum, share) => sum + share, 0);
      expect(total).toBe(
        Math.min(
          slots,
          rooms.reduce((sum, room) => sum + room, 0),
        ),
      );
      const most = Math.max(0, ...shares);
      for (const [index, room] of rooms.entries()) {
        const share = shares[index] ?? 0;
        expect(share).toBeLessThanOrEqual(room);
        expect(share).toBeGreaterThanOrEqual(Math.min(room, most - 1));
      }
    }),
  );
});
