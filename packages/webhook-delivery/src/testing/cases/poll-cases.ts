import assert from "node:assert/strict";
import type { EndpointInput } from "../../model/endpoint.ts";
import type { Poll } from "../../model/poll.ts";
import type { DeliveryStore } from "../../store/delivery-store.ts";
import type { DeliveryStoreCase } from "../kit/store-case.ts";
import { addEndpoint, addEvents, claim, day, manyIds, read, refuses, second } from "../kit/store-kit.ts";

/** Creates an endpoint whose consumer polls. */
async function addPolling(store: DeliveryStore, input: Partial<EndpointInput> = {}): Promise<string> {
  const { id } = await store.createEndpoint({
    polling: true,
    eventTypes: ["invoice.paid"],
    secrets: ["whsec_c2VjcmV0"],
    ...input,
  });
  return id;
}

function idsOf({ deliveries }: Poll): string[] {
  return deliveries.map(({ eventId }) => eventId);
}

const kept = { deliveredMilliseconds: 30 * day, failedMilliseconds: 90 * day };

/** Cases for polling consumers. */
export const pollCases: readonly DeliveryStoreCase[] = [
  {
    name: "a consumer gets deliveries in order, continues with a cursor, and acknowledges them as delivered",
    async run({ store, clock }) {
      const endpointId = await addPolling(store, { tenant: "acme" });
      assert.deepEqual(await store.poll({ endpointId }), {
        endpoint: await store.getEndpoint(endpointId),
        deliveries: [],
        cursor: undefined,
      });
      const ids = await addEvents(store, endpointId, manyIds("a", 5), { metadata: { customer: "c1" } });
      assert.deepEqual((await claim(store)).deliveries, [], "no worker takes them");
      const first = await store.poll({ endpointId, limit: 2 });
      assert.deepEqual(first.deliveries[0], {
        id: ids[0],
        eventId: "a1",
        eventType: "invoice.paid",
        body: '{"eventId":"a1"}',
        metadata: { customer: "c1" },
        createdAt: clock.now(),
      });
      assert.deepEqual(idsOf(first), ["a1", "a2"]);
      const next = await store.poll({ endpointId, limit: 2, cursor: first.cursor });
      assert.deepEqual(idsOf(next), ["a3", "a4"]);
      assert.deepEqual(
        idsOf(await store.poll({ endpointId })),
        manyIds("a", 5),
        "unacknowledged deliveries are returned again",
      );
      assert.equal((await read(store, ids[2])).state, "sending");
      clock.advance(2 * second);
      assert.equal(await store.acknowledge(endpointId, next.cursor ?? ""), 4);
      const delivered = await read(store, ids[3]);
      assert.deepEqual(
        [delivered.state, delivered.finishedAt, delivered.attempts],
        ["delivered", clock.now(), 0],
      );
      assert.deepEqual(idsOf(await store.poll({ endpointId })), ["a5"]);
      assert.equal(await store.acknowledge(endpointId, next.cursor ?? ""), 0, "repeating it is harmless");
      assert.equal(await store.acknowledge(endpointId, first.cursor ?? ""), 0, "an older cursor too");
      const statistics = await store.endpointStatistics(endpointId, { since: 0 });
      assert.deepEqual([statistics.pending, statistics.sending], [0, 1]);
      const [hour] = statistics.hours;
      assert.deepEqual(
        [hour?.delivered, hour?.failed, hour?.attempts, hour?.attemptMilliseconds],
        [4, 0, 4, 8_000],
      );
      const listed = await store.listDeliveries({ endpointId, states: ["delivered"] });
      assert.deepEqual(
        listed.items.map(({ eventId }) => eventId),
        ["a4", "a3", "a2", "a1"],
      );
    },
  },
  {
    name: "concurrent consumers get the same deliveries, and an acknowledgement covers none returned after its poll",
    async run({ store }) {
      const endpointId = await addPolling(store);
      await addEvents(store, endpointId, manyIds("a", 10));
      const polls = await Promise.all(manyIds("c", 4).map(() => store.poll({ endpointId, limit: 10 })));
      for (const poll of polls) assert.deepEqual(idsOf(poll), manyIds("a", 10));
      const [one] = polls;
      await addEvents(store, endpointId, ["b1"]);
      await store.poll({ endpointId, cursor: one?.cursor });
      const counts = await Promise.all(
        polls.map(({ cursor }) => store.acknowledge(endpointId, cursor ?? "")),
      );
      assert.ok(Math.max(...counts) === 10, `${counts.join(", ")} were acknowledged`);
      assert.deepEqual(idsOf(await store.poll({ endpointId })), ["b1"]);
    },
  },
  {
    name: "published events, delayed ones and resent ones reach a polling endpoint in the order they come due",
    async run({ store, clock }) {
      const endpointId = await addPolling(store, { tenant: "acme" });
      await addEvents(store, endpointId, ["later"], { dueAt: clock.now() + 10 * second });
      await store.publish([{ id: "now", tenant: "acme", type: "invoice.paid", body: "{}" }]);
      const first = await store.poll({ endpointId });
      assert.deepEqual(idsOf(first), ["now"]);
      clock.advance(10 * second);
      const delayed = await store.poll({ endpointId, cursor: first.cursor });
      assert.deepEqual(idsOf(delayed), ["later"]);
      await store.acknowledge(endpointId, delayed.cursor ?? "");
      await store.resend(first.deliveries[0]?.id ?? "");
      assert.equal(
        await store.acknowledge(endpointId, delayed.cursor ?? ""),
        0,
        "it was not handed out again yet",
      );
      const again = await store.poll({ endpointId, cursor: delayed.cursor });
      assert.deepEqual(idsOf(again), ["now"]);
      await store.cancelDelivery(again.deliveries[0]?.id ?? "");
      assert.equal(
        await store.acknowledge(endpointId, again.cursor ?? ""),
        0,
        "a canceled one stays canceled",
      );
      assert.equal((await claim(store)).nextAt, undefined);
    },
  },
  {
    name: "a consumer gets the next delivery of an ordering group once the previous one is acknowledged",
    async run({ store }) {
      const endpointId = await addPolling(store);
      await addEvents(store, endpointId, ["a1", "a2"], { ordering: { key: "a", onFailure: "block" } });
      await addEvents(store, endpointId, ["b1"], { ordering: { key: "b", onFailure: "block" } });
      const first = await store.poll({ endpointId });
      assert.deepEqual(idsOf(first).toSorted(), ["a1", "b1"]);
      await store.acknowledge(endpointId, first.cursor ?? "");
      assert.deepEqual(idsOf(await store.poll({ endpointId })), ["a2"]);
    },
  },
  {
    name: "a held endpoint returns no deliveries, but accepts acknowledgements",
    async run({ store }) {
      const endpointId = await addPolling(store, { tenant: "acme" });
      await addEvents(store, endpointId, ["a1", "a2"]);
      const { cursor } = await store.poll({ endpointId, limit: 1 });
      await store.setHold({ tenant: "acme" }, "review");
      const held = await store.poll({ endpointId, cursor });
      assert.deepEqual([held.deliveries, held.endpoint.holds, held.cursor], [[], ["review"], cursor]);
      assert.equal(await store.acknowledge(endpointId, cursor ?? ""), 1);
      await store.clearHold({ tenant: "acme" }, "review");
      assert.deepEqual(idsOf(await store.poll({ endpointId, cursor })), ["a2"]);
      await store.deleteEndpoint(endpointId);
      await refuses(store.poll({ endpointId }), "endpoint_not_found");
    },
  },
  {
    name: "deliveries that are too old or not polled for long fail, whether or not they were returned before",
    async run({ store, clock }) {
      const endpointId = await addPolling(store, { options: { maxAgeMilliseconds: 60 * second } });
      const [seen] = await addEvents(store, endpointId, ["seen"]);
      await store.poll({ endpointId });
      const [brief] = await addEvents(store, endpointId, ["brief"], { expiresAt: clock.now() + second });
      clock.advance(59 * second);
      await addEvents(store, endpointId, ["fresh"]);
      clock.advance(2 * second);
      const poll = await store.poll({ endpointId });
      assert.deepEqual(idsOf(poll), ["fresh"]);
      for (const id of [seen, brief]) {
        const delivery = await read(store, id);
        assert.deepEqual(
          [delivery.state, delivery.failureReason, delivery.attempts],
          ["failed", "expired", 0],
        );
      }
      await store.acknowledge(endpointId, poll.cursor ?? "");
      const [hour] = (await store.endpointStatistics(endpointId, { since: 0 })).hours;
      assert.deepEqual([hour?.delivered, hour?.failed, hour?.attempts], [1, 2, 1]);
      await store.resend(seen ?? "");
      assert.deepEqual(idsOf(await store.poll({ endpointId })), ["seen"], "a resent delivery never expires");

      const lasting = await addPolling(store);
      const untaken = await addEvents(store, lasting, manyIds("u", 250));
      await store.poll({ endpointId: lasting, limit: 1 });
      clock.advance(91 * day);
      const [young] = await addEvents(store, lasting, ["young"]);
      for (let step = 0; step < 20 && (await store.removeExpired(kept)); step += 1);
      const left = await store.listDeliveries({ endpointId: lasting, states: ["scheduled", "sending"] });
      assert.deepEqual(
        left.items.map(({ id }) => id),
        [young],
      );
      assert.equal((await read(store, untaken.at(-1))).failureReason, "expired");
    },
  },
  {
    name: "a poll returns at most 4 MiB, but at least one delivery",
    async run({ store }) {
      const endpointId = await addPolling(store);
      const sizes = [5, 2, 1, 2];
      await store.enqueue(
        sizes.map((size, index) => ({
          id: `e${index}`,
          type: "invoice.paid",
          body: "x".repeat(size * 1_024 * 1_024),
          endpointIds: [endpointId],
        })),
      );
      const polled: string[][] = [];
      let cursor: string | undefined;
      for (let poll = await store.poll({ endpointId }); poll.deliveries.length > 0; ) {
        polled.push(idsOf(poll));
        ({ cursor } = poll);
        poll = await store.poll({ endpointId, cursor });
      }
      assert.deepEqual(polled, [["e0"], ["e1", "e2"], ["e3"]]);
    },
  },
  {
    name: "a poll waits until there is a delivery, it times out, or its signal aborts",
    async run({ store, clock }) {
      const endpointId = await addPolling(store);
      const other = await addPolling(store);
      const waitMilliseconds = 30_000;
      const waiting = [1, 2, 3].map(() => store.poll({ endpointId, waitMilliseconds }));
      const leaving = new AbortController();
      const elsewhere = store.poll({ endpointId: other, waitMilliseconds, signal: leaving.signal });
      await addEvents(store, endpointId, ["a1"]);
      for (const poll of await Promise.all(waiting)) assert.deepEqual(idsOf(poll), ["a1"]);
      leaving.abort();
      assert.deepEqual(idsOf(await elsewhere), []);
      assert.deepEqual(
        idsOf(await store.poll({ endpointId: other, waitMilliseconds, signal: leaving.signal })),
        [],
      );
      assert.deepEqual(idsOf(await store.poll({ endpointId: other, waitMilliseconds: 20 })), []);
      await addEvents(store, other, ["later"], { dueAt: clock.now() + second });
      const patient = store.poll({ endpointId: other, waitMilliseconds });
      clock.advance(second);
      assert.deepEqual(idsOf(await patient), ["later"]);
      const held = await addPolling(store, { holds: ["review"] });
      await addEvents(store, held, ["h1"]);
      assert.deepEqual(idsOf(await store.poll({ endpointId: held, waitMilliseconds: 20 })), []);
      await refuses(store.poll({ endpointId, waitMilliseconds: 30_001 }), "invalid_query");
    },
  },
  {
    name: "polling is rejected for an endpoint with a URL, a foreign cursor, and options that do not apply",
    async run({ store }) {
      const endpointId = await addPolling(store);
      const other = await addPolling(store);
      const pushed = await addEndpoint(store);
      assert.equal((await store.getEndpoint(endpointId))?.url, "");
      assert.equal((await store.getEndpoint(pushed.id))?.polling, undefined);
      await refuses(store.poll({ endpointId: pushed.id }), "not_polling");
      await refuses(store.acknowledge(pushed.id, "1-1"), "not_polling");
      await refuses(store.poll({ endpointId: "nobody" }), "endpoint_not_found");
      await addEvents(store, endpointId, ["a1"]);
      await addEvents(store, other, ["b1"]);
      const { cursor } = await store.poll({ endpointId });
      await store.poll({ endpointId: other });
      for (const foreign of [cursor ?? "", "7-7", "next", ""]) {
        await refuses(store.poll({ endpointId: other, cursor: foreign }), "invalid_query");
        await refuses(store.acknowledge(other, foreign), "invalid_query");
      }
      await refuses(store.poll({ endpointId, limit: 1_001 }), "invalid_query");
      const url = "https://hooks.example.com/in";
      const useless: readonly Partial<EndpointInput>[] = [
        { url },
        { maxConcurrency: 1 },
        { rateLimit: { perSecond: 1, burst: 1 } },
        { options: { timeoutMilliseconds: 1 } },
      ];
      for (const input of useless) await refuses(addPolling(store, input), "invalid_endpoint");
      await refuses(store.createEndpoint({ eventTypes: [], secrets: [] }), "invalid_endpoint");
      await refuses(store.updateEndpoint(endpointId, { url }), "invalid_endpoint");
      const changed = await store.updateEndpoint(endpointId, { eventTypes: ["invoice.sent"] });
      assert.deepEqual([changed.polling, changed.eventTypes], [true, ["invoice.sent"]]);
    },
  },
];
