import assert from "node:assert/strict";
import type { DeliveryCountQuery, DeliveryQuery, FailureGroupQuery } from "../../model/delivery.ts";
import type { DeliveryStoreCase } from "../kit/store-case.ts";
import {
  addEndpoint,
  addEvents,
  claim,
  claimOne,
  eventIds,
  exhaustion,
  manyIds,
  read,
  record,
  refusal,
  refuses,
  retryAt,
  second,
  success,
} from "../kit/store-kit.ts";

/** Cases for operations on deliveries. */
export const operationCases: readonly DeliveryStoreCase[] = [
  {
    name: "deliveries are listed by every filter of a query, newest or oldest first",
    async run({ store, clock }) {
      const one = await addEndpoint(store, { tenant: "acme" });
      const other = await addEndpoint(store);
      const started = clock.now();
      await addEvents(store, one.id, ["a1", "a2"]);
      clock.advance(second);
      await addEvents(store, one.id, ["b1"], { type: "invoice.sent", endpointIds: [one.id, other.id] });
      const [held] = (await claim(store, { limit: 1 })).deliveries;
      assert.equal(held?.eventId, "a1");
      await record(store, clock, [held], refusal);
      const readAll = async (query: DeliveryQuery): Promise<string[]> => {
        const { items, cursor } = await store.listDeliveries(query);
        const names = items.map(({ eventId, endpointId }) =>
          endpointId === one.id ? eventId : `${eventId} other`,
        );
        return cursor === undefined ? names : [...names, ...(await readAll({ ...query, cursor }))];
      };
      const list = async (query: DeliveryQuery): Promise<string[]> => {
        const newestFirst = await readAll({ ...query, limit: 1 });
        const oldestFirst = await readAll({ ...query, order: "oldest", limit: 1 });
        assert.deepEqual(oldestFirst, newestFirst.toReversed());
        return newestFirst;
      };
      assert.deepEqual(await list({}), ["b1 other", "b1", "a2", "a1"]);
      assert.deepEqual(await list({ endpointId: one.id }), ["b1", "a2", "a1"]);
      assert.deepEqual(await list({ tenant: "acme" }), ["b1", "a2", "a1"]);
      assert.deepEqual(await list({ tenants: ["acme"] }), ["b1", "a2", "a1"]);
      assert.deepEqual(await list({ tenants: [] }), []);
      assert.deepEqual(await list({ eventId: "b1" }), ["b1 other", "b1"]);
      assert.deepEqual(await list({ eventType: "invoice.paid" }), ["a2", "a1"]);
      assert.deepEqual(await list({ eventTypes: ["invoice.paid", "ghost"] }), ["a2", "a1"]);
      assert.deepEqual(await list({ endpointIds: [one.id], eventTypes: ["invoice.sent"] }), ["b1"]);
      assert.deepEqual(await list({ endpointIds: [other.id, "ghost"] }), ["b1 other"]);
      assert.deepEqual(await list({ endpointIds: [one.id, other.id], endpointId: one.id, eventId: "b1" }), [
        "b1",
      ]);
      assert.deepEqual(await list({ endpointIds: [] }), []);
      assert.deepEqual(await list({ states: ["failed"] }), ["a1"]);
      assert.deepEqual(await list({ tenants: ["acme"], kind: "webhook" }), ["b1", "a2", "a1"]);
      assert.deepEqual(await list({ kind: "other" }), []);
      assert.deepEqual(await list({ states: ["scheduled", "failed"], endpointId: one.id }), [
        "b1",
        "a2",
        "a1",
      ]);
      assert.deepEqual(await list({ states: [] }), []);
      assert.deepEqual(await list({ createdSince: started + second }), ["b1 other", "b1"]);
      assert.deepEqual(await list({ createdBefore: started + second }), ["a2", "a1"]);
      assert.deepEqual(await list({ endpointId: "ghost" }), []);
      assert.deepEqual(await list({ lastStatus: 400 }), ["a1"]);
      assert.deepEqual(await list({ lastStatus: 200 }), []);
    },
  },
  {
    name: "deliveries are listed by their next attempt or number of attempts, each with its own index",
    async run({ store, clock }) {
      const one = await addEndpoint(store, { tenant: "acme" });
      const other = await addEndpoint(store, { tenant: "acme" });
      const stranger = await addEndpoint(store);
      await addEvents(store, one.id, ["a1", "a2", "a3"]);
      await addEvents(store, other.id, ["b1"]);
      await addEvents(store, stranger.id, ["c1"]);
      const seconds: Readonly<Record<string, number>> = { a1: 30, a2: 10, b1: 20, c1: 5 };
      for (const delivery of (await claim(store)).deliveries) {
        const wait = seconds[delivery.eventId];
        const end = wait === undefined ? success : retryAt(clock.now() + wait * second);
        await record(store, clock, [delivery], end);
      }
      const list = async (query: DeliveryQuery): Promise<string[]> => {
        const { items, cursor } = await store.listDeliveries({ ...query, limit: 1 });
        const names = items.map(({ eventId }) => eventId);
        return cursor === undefined ? names : [...names, ...(await list({ ...query, cursor }))];
      };
      const next = { order: "next_attempt" } as const;
      assert.deepEqual(await list(next), ["c1", "a2", "b1", "a1"]);
      assert.deepEqual(await list({ ...next, tenants: ["acme"] }), ["a2", "b1", "a1"]);
      assert.deepEqual(await list({ ...next, endpointId: one.id, states: ["scheduled"] }), ["a2", "a1"]);
      assert.deepEqual(await list({ ...next, states: ["delivered"] }), []);
      clock.advance(40 * second);
      for (const delivery of (await claim(store)).deliveries)
        await record(store, clock, [delivery], delivery.eventId === "a1" ? retryAt(clock.now()) : success);
      assert.deepEqual(await list({ ...next, states: ["delivered"] }), []);
      await record(store, clock, (await claim(store)).deliveries, success);
      const most = { order: "attempts" } as const;
      assert.deepEqual(await list(most), ["a1", "c1", "b1", "a2"]);
      assert.deepEqual(await list({ ...most, tenant: "acme" }), ["a1", "b1", "a2"]);
      assert.deepEqual(await list({ ...most, endpointIds: [other.id] }), ["b1"]);
      assert.deepEqual(await list({ ...most, eventId: "a2" }), ["a2"]);
      assert.deepEqual(await list({ ...most, lastStatus: 503 }), []);
      await refuses(store.listDeliveries({ ...most, bodyText: "text" }), "invalid_query");
    },
  },
  {
    name: "deliveries are counted by the time their events were accepted",
    async run({ store, clock }) {
      const one = await addEndpoint(store, { tenant: "acme" });
      const other = await addEndpoint(store);
      const started = clock.now();
      await addEvents(store, one.id, ["a1", "a2", "a3"]);
      const { deliveries } = await claim(store, { limit: 2 });
      await record(store, clock, deliveries.slice(0, 1), refusal);
      await record(store, clock, deliveries.slice(1), success);
      clock.advance(second);
      await addEvents(store, one.id, ["b1"], { type: "invoice.sent", endpointIds: [one.id, other.id] });
      const boundaries = [started, started + second, started + 2 * second, started + 3 * second];
      const count = async (query: Omit<DeliveryCountQuery, "boundaries">): Promise<number[][]> =>
        (await store.countDeliveries({ ...query, boundaries })).map((span, index) => {
          assert.equal(span.since, boundaries[index]);
          return [span.open, span.delivered, span.failed];
        });
      const nothing = [0, 0, 0];
      assert.deepEqual(await count({}), [[1, 1, 1], [2, 0, 0], nothing]);
      assert.deepEqual(await count({ tenants: ["acme"] }), [[1, 1, 1], [1, 0, 0], nothing]);
      assert.deepEqual(await count({ tenants: [] }), [nothing, nothing, nothing]);
      assert.deepEqual(await count({ endpointId: other.id }), [nothing, [1, 0, 0], nothing]);
      assert.deepEqual(await count({ endpointId: other.id, tenants: ["acme"] }), [nothing, nothing, nothing]);
      assert.deepEqual(await count({ kind: "webhook", tenants: ["acme"] }), [[1, 1, 1], [1, 0, 0], nothing]);
      assert.deepEqual(await count({ kind: "other" }), [nothing, nothing, nothing]);
      assert.deepEqual(await count({ eventType: "invoice.sent" }), [nothing, [2, 0, 0], nothing]);
      const own = { tenants: ["acme"], eventType: "invoice.sent" };
      assert.deepEqual(await count(own), [nothing, [1, 0, 0], nothing]);
      assert.deepEqual(await count({ eventTypes: ["invoice.sent"] }), [nothing, [2, 0, 0], nothing]);
      const chosen = { endpointIds: [one.id], eventTypes: ["invoice.sent", "ghost"] };
      assert.deepEqual(await count(chosen), [nothing, [1, 0, 0], nothing]);
      assert.deepEqual(await count({ ...chosen, endpointId: other.id }), [nothing, nothing, nothing]);
      assert.deepEqual(await count({ endpointIds: [] }), [nothing, nothing, nothing]);
      assert.deepEqual(await count({ lastStatus: 400 }), [[0, 0, 1], nothing, nothing]);
      assert.deepEqual(await count({ lastStatus: 200 }), [[0, 1, 0], nothing, nothing]);
      await refuses(store.countDeliveries({ boundaries: [2, 1] }), "invalid_query");
      const groups = async (query: Omit<FailureGroupQuery, "since" | "before">): Promise<unknown[]> =>
        (await store.groupFailures({ ...query, since: started, before: started + second })).map(
          ({ endpointId, failureReason, lastStatus, count }) => [
            endpointId,
            failureReason,
            lastStatus,
            count,
          ],
        );
      const refused = [[one.id, "rejected", 400, 1]];
      for (const query of [{}, { tenants: ["acme"] }, { endpointId: one.id }, { lastStatus: 400 }])
        assert.deepEqual(await groups(query), refused);
      assert.deepEqual(await groups({ eventType: "invoice.sent" }), []);
      assert.deepEqual(await groups({ endpointIds: [one.id], eventTypes: ["invoice.paid"] }), refused);
      assert.deepEqual(await groups({ eventTypes: ["invoice.sent"] }), []);
      assert.deepEqual(await groups({ endpointIds: [other.id] }), []);
      assert.deepEqual(await groups({ lastStatus: 500 }), []);
      assert.deepEqual(await groups({ endpointId: other.id }), []);
      assert.deepEqual(await groups({ tenants: [] }), []);
      assert.deepEqual(await store.groupFailures({ since: started + second, before: clock.now() + 1 }), []);
    },
  },
  {
    name: "the oldest due delivery is found, unless it is held back",
    async run({ store, clock }) {
      const one = await addEndpoint(store, { tenant: "acme" });
      const other = await addEndpoint(store);
      const started = clock.now();
      assert.equal(await store.oldestDue(), undefined);
      await addEvents(store, one.id, ["a1"], { dueAt: started + second });
      assert.equal(await store.oldestDue(), undefined);
      clock.advance(2 * second);
      const later = { endpointId: one.id, dueAt: started + second };
      assert.deepEqual(await store.oldestDue(), later, "no worker has looked");
      await addEvents(store, other.id, ["b1", "b2"]);
      assert.deepEqual(await store.oldestDue(), later);
      await record(store, clock, (await claim(store, { limit: 2 })).deliveries, success);
      const { dueAt } = (await store.oldestDue()) ?? {};
      assert.equal(dueAt, started + 2 * second);
      await store.setHold({ endpointId: other.id }, "test");
      await store.setHold({ endpointId: one.id }, "test");
      assert.equal(await store.oldestDue(), undefined, "held");
      await store.clearHold({ endpointId: other.id }, "test");
      await store.clearHold({ endpointId: one.id }, "test");
      await record(store, clock, (await claim(store)).deliveries, success);
      assert.equal(await store.oldestDue(), undefined, "no delivery is due");
    },
  },
  {
    name: "a long list is returned in pages",
    async run({ store }) {
      const { id } = await addEndpoint(store);
      await addEvents(store, id, manyIds("a", 5));
      const seen: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await store.listDeliveries({ limit: 2, cursor });
        seen.push(...page.items.map(({ eventId }) => eventId));
        cursor = page.cursor;
      } while (cursor !== undefined);
      assert.deepEqual(seen, ["a5", "a4", "a3", "a2", "a1"]);
      await refuses(store.listDeliveries({ limit: 0 }), "invalid_query");
      await refuses(store.listDeliveries({ cursor: "a5" }), "invalid_query");
    },
  },
  {
    name: "a text is searched in the bodies of the newest events, and in older ones page by page",
    async run({ store, clock }) {
      const one = await addEndpoint(store, { tenant: "acme" });
      const started = clock.now();
      await addEvents(store, one.id, ["old"], { type: "invoice.sent" });
      clock.advance(second);
      for (let batch = 0; batch < 11; batch += 1) await addEvents(store, one.id, manyIds(`${batch}n`, 1000));
      const find = (query: DeliveryQuery) => store.listDeliveries({ endpointId: one.id, ...query });
      const idsOf = ({ items }: { items: readonly { eventId: string }[] }) =>
        items.map(({ eventId }) => eventId);
      assert.deepEqual(idsOf(await find({ bodyText: '"10n999"' })), ["10n999"]);
      assert.deepEqual(idsOf(await find({ bodyText: '"10N999"' })), [], "the search is exact");
      assert.deepEqual(idsOf(await find({ bodyText: "10n99%" })), [], "no pattern");
      const newest = { bodyText: '"10n999"', order: "oldest" } as const;
      for (const query of [newest, { ...newest, endpointId: undefined }]) {
        const first = await find(query);
        assert.deepEqual(idsOf(first), []);
        assert.deepEqual(idsOf(await find({ ...query, cursor: first.cursor })), ["10n999"]);
      }
      const oldest = { bodyText: '"old"' };
      for (const query of [
        oldest,
        { ...oldest, endpointId: undefined },
        { ...oldest, eventType: "invoice.sent" },
      ]) {
        const first = await find(query);
        assert.deepEqual(idsOf(first), []);
        assert(first.cursor !== undefined);
        const next = await find({ ...query, cursor: first.cursor });
        assert.deepEqual(idsOf(next), ["old"]);
        assert.equal(next.cursor, undefined);
      }
      assert.deepEqual(idsOf(await find({ ...oldest, createdBefore: started + second })), ["old"]);
      const recent = await find({ bodyText: "old", createdSince: started + second });
      assert.deepEqual(idsOf(await find({ bodyText: "old", eventId: "old" })), ["old"]);
      assert.deepEqual(idsOf(recent), []);
    },
  },
  {
    name: "resending makes a delivery due now, with a new schedule and the old attempts",
    async run({ store, clock }) {
      const { id } = await addEndpoint(store);
      await addEvents(store, id, ["a1"]);
      const first = await claimOne(store);
      await record(store, clock, [first], exhaustion);
      const again = await store.resend(first.id);
      assert.deepEqual([again.state, again.failureReason, again.attempts], ["scheduled", undefined, 1]);
      const next = await claimOne(store);
      assert.deepEqual([next.attempt, next.scheduledAttempt], [2, 1]);
      await record(store, clock, [next], success);
      assert.equal((await store.listAttempts(first.id)).length, 2);
      await store.resend(first.id);
      assert.equal((await claimOne(store)).attempt, 3, "delivered ones too");
    },
  },
  {
    name: "resending moves a retry forward, and ignores a delivery in flight",
    async run({ store, clock }) {
      const { id } = await addEndpoint(store);
      await addEvents(store, id, ["a1"]);
      const first = await claimOne(store);
      await record(store, clock, [first], retryAt(clock.now() + 60 * second));
      await store.resend(first.id);
      const held = await claimOne(store);
      assert.equal((await store.resend(first.id)).state, "sending");
      assert.deepEqual((await claim(store)).deliveries, []);
      assert.deepEqual(await record(store, clock, [held], success), []);
      await refuses(store.resend("dlv_999"), "delivery_not_found");
      await refuses(store.resend("999"), "delivery_not_found");
    },
  },
  {
    name: "a canceled delivery is not sent, and a late outcome is rejected",
    async run({ store, clock }) {
      const { id } = await addEndpoint(store);
      const [scheduled] = await addEvents(store, id, ["a1", "a2"]);
      const canceled = await store.cancelDelivery(scheduled ?? "");
      assert.deepEqual([canceled.state, canceled.failureReason], ["failed", "canceled"]);
      const held = await claimOne(store);
      assert.equal(held.eventId, "a2");
      await store.cancelDelivery(held.id);
      assert.deepEqual(await record(store, clock, [held], success), [held.id]);
      assert.equal((await read(store, held.id)).failureReason, "canceled");
      await refuses(store.cancelDelivery("dlv_999"), "delivery_not_found");
    },
  },
  {
    name: "a delivered delivery cannot be canceled",
    async run({ store, clock }) {
      const { id } = await addEndpoint(store);
      await addEvents(store, id, ["a1"]);
      const held = await claimOne(store);
      await record(store, clock, [held], success);
      assert.equal((await store.cancelDelivery(held.id)).state, "delivered");
    },
  },
  {
    name: "repeated and concurrent migrations change nothing",
    async run({ store }) {
      const { id } = await addEndpoint(store);
      await addEvents(store, id, ["a1"]);
      await Promise.all([store.migrate(), store.migrate()]);
      assert.deepEqual(eventIds(await claim(store)), ["a1"]);
    },
  },
];
