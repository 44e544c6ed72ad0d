import assert from "node:assert/strict";
import type { DeliveryStoreCase } from "../kit/store-case.ts";
import {
  addEndpoint,
  addEvents,
  claim,
  departure,
  eventIds,
  manyIds,
  read,
  record,
  refuses,
  second,
  withoutAbsent,
} from "../kit/store-kit.ts";

const event = { type: "invoice.paid", body: "{}" };

/** Cases for accepting events. */
export const enqueueCases: readonly DeliveryStoreCase[] = [
  {
    name: "10,000 events in one call are accepted as a whole, and the same call again adds nothing",
    async run({ store }) {
      const { id } = await addEndpoint(store);
      const events = manyIds("a", 10_000).map((event) => ({
        id: event,
        type: "invoice.paid",
        body: `{"id":"${event}"}`,
        endpointIds: [id],
      }));
      const createdOf = async (): Promise<number> =>
        (await store.enqueue(events)).filter(({ deliveries }) => deliveries[0]?.created === true).length;
      assert.equal(await createdOf(), 10_000);
      assert.equal(await createdOf(), 0);
      const { pending } = await store.endpointStatistics(id, { since: 0 });
      assert.equal(pending, 10_000);
    },
  },
  {
    name: "an event has an expiry",
    async run({ store, clock }) {
      const { id } = await addEndpoint(store);
      await addEvents(store, id, ["a1"], { expiresAt: clock.now() + second });
      await addEvents(store, id, ["a2"]);
      const { deliveries } = await claim(store);
      assert.deepEqual(
        deliveries.map(({ expiresAt }) => expiresAt),
        [clock.now() + second, undefined],
      );
      const event = { id: "a3", type: "invoice.paid", body: "{}", endpointIds: [id], expiresAt: 0.5 };
      await refuses(store.enqueue([event]), "invalid_event");
    },
  },
  {
    name: "an event is stored once, as the exact text",
    async run({ store, clock }) {
      const one = await addEndpoint(store);
      const other = await addEndpoint(store);
      const body = '{ "text":"Zürich \\u00e9 🚀",\r\n\t"n":1.0 }\n';
      const [enqueued] = await store.enqueue([
        { id: "a1", type: "invoice.sent", body, endpointIds: [one.id, other.id] },
      ]);
      assert.equal(enqueued?.eventId, "a1");
      assert.deepEqual(enqueued.unknownEndpointIds, []);
      assert.deepEqual(
        enqueued.deliveries.map(({ endpointId, created }) => ({ endpointId, created })),
        [
          { endpointId: one.id, created: true },
          { endpointId: other.id, created: true },
        ],
      );
      const stored = {
        id: "a1",
        tenant: "",
        type: "invoice.sent",
        body,
        metadata: {},
        createdAt: clock.now(),
      };
      assert.deepEqual(withoutAbsent((await store.getEvent({ id: "a1" })) ?? {}), stored);
      const { deliveries } = await claim(store);
      assert.deepEqual(
        deliveries.map((delivery) => delivery.body),
        [body, body],
      );
    },
  },
  {
    name: "an event enqueued again adds deliveries only to endpoints that had none",
    async run({ store }) {
      const one = await addEndpoint(store);
      const other = await addEndpoint(store);
      const [first] = await store.enqueue([{ ...event, id: "a1", endpointIds: [one.id, one.id] }]);
      const [again] = await store.enqueue([{ ...event, id: "a1", endpointIds: [one.id, other.id] }]);
      assert.equal(first?.deliveries.length, 1);
      assert.deepEqual(again?.deliveries[0], { ...first.deliveries[0], created: false });
      assert.equal(again.deliveries[1]?.created, true);
      assert.equal((await store.listDeliveries()).items.length, 2);
    },
  },
  {
    name: "a repeated event returns the IDs of its deliveries",
    async run({ store }) {
      const endpointIds = [(await addEndpoint(store)).id, (await addEndpoint(store)).id];
      const events = ["a1", "a2"].map((id) => ({ ...event, id, endpointIds }));
      const idsOf = async (): Promise<string[][]> =>
        (await store.enqueue(events)).map(({ deliveries }) => deliveries.map(({ id }) => id));
      const ids = await idsOf();
      assert.equal(new Set(ids.flat()).size, 4);
      assert.deepEqual(await idsOf(), ids);
    },
  },
  {
    name: "reusing an event's ID with another body or type rejects the whole call",
    async run({ store }) {
      const one = await addEndpoint(store);
      const other = await addEndpoint(store);
      const known = { ...event, id: "a1", endpointIds: [one.id] };
      await store.enqueue([known]);
      for (const differing of [
        { ...known, body: '{"other":true}', endpointIds: [other.id] },
        { ...known, type: "invoice.sent", endpointIds: [one.id] },
      ]) {
        const good = { ...event, id: "a2", endpointIds: [other.id] };
        await refuses(store.enqueue([good, differing]), "event_conflict");
      }
      const twice = { ...event, id: "a3", endpointIds: [one.id] };
      await refuses(store.enqueue([twice, { ...twice, body: "[]" }]), "event_conflict");
      assert.deepEqual(eventIds(await claim(store)), ["a1"]);
    },
  },
  {
    name: "a rejected event does not affect concurrent calls",
    async run({ store }) {
      const { id } = await addEndpoint(store);
      const call = (parts: object) => store.enqueue([{ ...event, endpointIds: [id], id: "a1", ...parts }]);
      await call({});
      const [good, bad, other] = await Promise.allSettled([
        call({ id: "a2" }),
        call({ body: "[]" }),
        call({ id: "a3" }),
      ]);
      assert.deepEqual([good.status, bad.status, other.status], ["fulfilled", "rejected", "fulfilled"]);
      assert.deepEqual(eventIds(await claim(store)), ["a1", "a2", "a3"]);
    },
  },
  {
    name: "event IDs are scoped to a tenant",
    async run({ store }) {
      const acme = await addEndpoint(store, { tenant: "acme" });
      const rival = await addEndpoint(store, { tenant: "rival" });
      await store.enqueue([{ id: "a1", type: "invoice.paid", body: '"acme"', endpointIds: [acme.id] }]);
      const [own] = await store.enqueue([
        { id: "a1", type: "invoice.sent", body: '"rival"', endpointIds: [rival.id] },
      ]);
      assert.equal(own?.deliveries[0]?.created, true);
      const { deliveries } = await claim(store);
      assert.deepEqual(
        new Map(deliveries.map(({ endpointId, eventType, body }) => [endpointId, [eventType, body]])),
        new Map([
          [acme.id, ["invoice.paid", '"acme"']],
          [rival.id, ["invoice.sent", '"rival"']],
        ]),
      );
      assert.equal((await store.getEvent({ tenant: "acme", id: "a1" }))?.body, '"acme"');
      assert.equal((await store.getEvent({ tenant: "rival", id: "a1" }))?.body, '"rival"');
      assert.equal(await store.getEvent({ id: "a1" }), undefined);
    },
  },
  {
    name: "an event's metadata is returned with its deliveries and never changes",
    async run({ store }) {
      const one = await addEndpoint(store);
      const other = await addEndpoint(store);
      const metadata = { installation: "i1", text: "ü" };
      await store.enqueue([{ ...event, id: "a1", metadata, endpointIds: [one.id] }]);
      await store.enqueue([
        { ...event, id: "a1", metadata: { installation: "i2" }, endpointIds: [other.id] },
      ]);
      await store.enqueue([{ ...event, id: "a2", endpointIds: [one.id] }]);
      const { deliveries } = await claim(store);
      assert.deepEqual(
        deliveries
          .map((delivery) => delivery.metadata)
          .toSorted((a, b) => Object.keys(b).length - Object.keys(a).length),
        [metadata, metadata, {}],
      );
      assert.deepEqual((await store.getEvent({ id: "a1" }))?.metadata, metadata);
    },
  },
  {
    name: "unknown endpoints are reported, and an event without endpoints is not kept",
    async run({ store }) {
      const { id } = await addEndpoint(store);
      const [partly, nobody] = await store.enqueue([
        { ...event, id: "a1", endpointIds: ["ghost", id] },
        { ...event, id: "a2", endpointIds: ["ghost"] },
      ]);
      assert.deepEqual(partly?.unknownEndpointIds, ["ghost"]);
      assert.equal(partly.deliveries.length, 1);
      assert.deepEqual(nobody, { eventId: "a2", deliveries: [], unknownEndpointIds: ["ghost"] });
      assert.equal(await store.getEvent({ id: "a2" }), undefined);
    },
  },
  {
    name: "a call with one bad event accepts none of its events",
    async run({ store }) {
      const { id } = await addEndpoint(store);
      const good = { ...event, id: "a1", endpointIds: [id] };
      for (const bad of [
        { ...good, id: "" },
        { ...good, id: "x".repeat(201) },
        { ...good, body: "a\u0000b" },
        // A lone surrogate has no UTF-8 encoding: it would be stored, and looked up, as another character.
        { ...good, id: "a\ud800" },
        { ...good, body: "\udfffa" },
        { ...good, dueAt: Number.NaN },
        { ...good, metadata: { a: "\ud800" } },
        { ...good, ordering: { key: "", onFailure: "skip" as const } },
      ]) {
        await refuses(store.enqueue([good, bad]), "invalid_event");
      }
      assert.equal(await store.getEvent({ id: "a1" }), undefined);
    },
  },
  {
    name: "concurrent calls each get their own response",
    async run({ store }) {
      const { id } = await addEndpoint(store);
      const ids = manyIds("a", 60);
      const responses = await Promise.all(
        ids.map((eventId) => store.enqueue([{ ...event, id: eventId, endpointIds: [id] }])),
      );
      assert.deepEqual(
        responses.map(([response]) => response?.eventId),
        ids,
      );
      const deliveryIds = responses.flatMap((response) => response.flatMap(({ deliveries }) => deliveries));
      assert.equal(new Set(deliveryIds.map((delivery) => delivery.id)).size, 60);
      for (const [index, delivery] of deliveryIds.entries()) {
        assert.equal((await read(store, delivery.id)).eventId, ids[index]);
      }
    },
  },
  {
    name: "an event due later is not claimed before its time, which the claim returns",
    async run({ store, clock }) {
      const { id } = await addEndpoint(store);
      const dueAt = clock.now() + 5 * second;
      const [delivery] = await addEvents(store, id, ["a1"], { dueAt });
      assert.equal((await read(store, delivery)).dueAt, dueAt);
      const early = await claim(store);
      assert.deepEqual(eventIds(early), []);
      assert.equal(early.nextAt, dueAt);
      clock.advance(5 * second - 1);
      assert.deepEqual(eventIds(await claim(store)), []);
      clock.advance(1);
      assert.deepEqual(eventIds(await claim(store)), ["a1"]);
    },
  },
  {
    name: "an event for a disabled endpoint is kept as failed",
    async run({ store, clock }) {
      const { id } = await addEndpoint(store);
      await addEvents(store, id, ["a1"]);
      await record(store, clock, (await claim(store)).deliveries, departure);
      const [delivery] = await addEvents(store, id, ["a2"]);
      const { state, failureReason, finishedAt } = await read(store, delivery);
      assert.deepEqual(
        { state, failureReason, finishedAt },
        { state: "failed", failureReason: "disabled", finishedAt: clock.now() },
      );
    },
  },
  {
    name: "listeners are called after events are accepted, until they stop watching",
    async run({ store }) {
      const { id } = await addEndpoint(store);
      let calls = 0;
      let called = (): void => {};
      const end = store.watch(() => {
        calls += 1;
        called();
      });
      const call = new Promise<void>((resolve) => {
        called = resolve;
      });
      await addEvents(store, id, ["a1"]);
      await call;
      end();
      const before = calls;
      await addEvents(store, id, ["a2"]);
      assert.equal(calls, before);
    },
  },
];
