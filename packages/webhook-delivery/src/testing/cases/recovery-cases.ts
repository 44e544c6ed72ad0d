import assert from "node:assert/strict";
import type { DeliveryStoreCase } from "../kit/store-case.ts";
import {
  addEndpoint,
  addEvents,
  claim,
  claimOne,
  eventIds,
  exhaustion,
  manyIds,
  record,
  refusal,
  refuses,
  type RecordedEnd,
  second,
  withoutAbsent,
} from "../kit/store-kit.ts";
import type { RecoverySelection } from "../../model/recovery.ts";

/** Cases for recoveries. */
export const recoveryCases: readonly DeliveryStoreCase[] = [
  {
    name: "a recovery resends deliveries that failed before the clock was set back",
    async run({ store, clock }) {
      const { id } = await addEndpoint(store);
      const failedSince = clock.now() - second;
      await addEvents(store, id, manyIds("a", 3));
      await record(store, clock, (await claim(store)).deliveries, refusal);
      clock.advance(-300);
      const { total } = await store.startRecovery({ endpointId: id, failedSince, perSecond: 1 });
      assert.equal(total, 3);
      await store.advanceRecoveries();
      const again = store.startRecovery({ endpointId: id, failedSince, perSecond: 1 });
      await refuses(again, "recovery_running");
      assert.deepEqual(eventIds(await claim(store)), ["a1"]);
    },
  },
  {
    name: "a recovery run by a clock two hours ahead continues once the clock is right",
    async run({ store, clock }) {
      const { id } = await addEndpoint(store);
      const failedSince = clock.now();
      await addEvents(store, id, manyIds("a", 3));
      await record(store, clock, (await claim(store)).deliveries, refusal);
      clock.advance(2 * 3_600 * second);
      await store.startRecovery({ endpointId: id, failedSince, perSecond: 0.5 });
      await store.advanceRecoveries();
      clock.advance(-2 * 3_600 * second);
      await store.takeOverExpiredLeases();
      await store.advanceRecoveries();
      assert.deepEqual(eventIds(await claim(store)), ["a1", "a2"]);
      const next = await store.advanceRecoveries();
      assert.equal(next, clock.now() + 2 * second, "at its own pace again");
    },
  },
  {
    name: "a recovery can be counted first, and is limited to its time range, types and reasons",
    async run({ store, clock }) {
      const { id } = await addEndpoint(store);
      const from = clock.now();
      const fail = async (ids: readonly string[], type: string, end: RecordedEnd): Promise<void> => {
        await addEvents(store, id, ids, { type });
        await record(store, clock, (await claim(store)).deliveries, end);
        clock.advance(second);
      };
      await fail(["a1", "a2"], "invoice.paid", refusal);
      await fail(["b1"], "invoice.sent", refusal);
      await fail(["c1", "c2"], "invoice.sent", exhaustion);
      await fail(["d1"], "invoice.sent", exhaustion);
      const all = { endpointId: id, failedSince: from };
      const count = (selection: Partial<RecoverySelection>): Promise<number> =>
        store.countRecoverable({ ...all, ...selection });
      assert.equal(await count({}), 6);
      assert.equal(await count({ failedBefore: from + second }), 2);
      assert.equal(await count({ failedSince: from + second, failedBefore: from + 3 * second }), 3);
      assert.equal(await count({ eventTypes: ["invoice.sent", "other"] }), 4);
      assert.equal(await count({ failureReasons: ["rejected"] }), 3);
      const selection = {
        failedBefore: from + 3 * second,
        eventTypes: ["invoice.sent"],
        failureReasons: ["exhausted"],
      } as const;
      assert.equal(await count(selection), 2);
      const { total, id: recoveryId } = await store.startRecovery({ ...all, ...selection });
      assert.equal(total, 2);
      await store.advanceRecoveries();
      const { items } = await store.listDeliveries({ endpointId: id, states: ["scheduled"] });
      assert.deepEqual(
        items.map(({ eventId }) => eventId),
        ["c2", "c1"],
      );
      const done = await store.getRecovery(recoveryId);
      assert.deepEqual(withoutAbsent({ ...done, finishedAt: undefined }), {
        ...all,
        ...selection,
        id: recoveryId,
        perSecond: 100,
        status: "done",
        recovered: 2,
        total: 2,
        createdAt: clock.now(),
      });
      for (const wrong of [
        { failedBefore: 0.5 },
        { eventTypes: [] },
        { failureReasons: ["canceled"] as const },
      ])
        await refuses(count(wrong), "invalid_option");
      await refuses(store.countRecoverable({ ...all, endpointId: "nobody" }), "endpoint_not_found");
    },
  },
  {
    name: "a recovery resends deliveries that failed since a time, at its rate, and reports its progress",
    async run({ store, clock }) {
      const { id } = await addEndpoint(store);
      await addEvents(store, id, ["old"]);
      await record(store, clock, [await claimOne(store)], refusal);
      clock.advance(second);
      const failedSince = clock.now();
      await addEvents(store, id, manyIds("a", 5));
      await record(store, clock, (await claim(store)).deliveries, refusal);
      clock.advance(second);

      const recovery = await store.startRecovery({ endpointId: id, failedSince, perSecond: 2 });
      assert.deepEqual(withoutAbsent(recovery), {
        id: recovery.id,
        endpointId: id,
        failedSince,
        perSecond: 2,
        status: "running",
        recovered: 0,
        total: 5,
        createdAt: clock.now(),
      });
      for (const [events, recovered] of [
        [["a1", "a2"], 2],
        [["a3", "a4"], 4],
        [["a5"], 5],
      ] as const) {
        const nextAt = await store.advanceRecoveries();
        assert.deepEqual(eventIds(await claim(store)), events);
        assert.equal((await store.getRecovery(recovery.id))?.recovered, recovered);
        if (recovered === 5) break;
        assert.equal(nextAt, clock.now() + second);
        await store.advanceRecoveries();
        assert.deepEqual((await claim(store)).deliveries, [], "before its time");
        clock.advance(second);
      }
      const done = await store.getRecovery(recovery.id);
      assert.deepEqual([done?.status, done?.finishedAt], ["done", clock.now()]);
      assert.equal(await store.advanceRecoveries(), undefined);
      assert.deepEqual(
        (await store.listDeliveries({ states: ["failed"] })).items.map(({ eventId }) => eventId),
        ["old"],
      );
    },
  },
  {
    name: "a recovery skips deliveries that fail again while it runs, and canceled ones",
    async run({ store, clock }) {
      const { id } = await addEndpoint(store);
      const [canceled] = await addEvents(store, id, ["a1", "a2", "a3"]);
      await store.cancelDelivery(canceled ?? "");
      await record(store, clock, (await claim(store)).deliveries, refusal);
      const { total } = await store.startRecovery({ endpointId: id, failedSince: 0, perSecond: 1 });
      assert.equal(total, 2);
      let sent = 0;
      for (let nextAt = await store.advanceRecoveries(); nextAt !== undefined; ) {
        clock.advance(second);
        const { deliveries } = await claim(store);
        sent += deliveries.length;
        await record(store, clock, deliveries, refusal);
        nextAt = await store.advanceRecoveries();
      }
      assert.equal(sent + (await claim(store)).deliveries.length, 2);
    },
  },
  {
    name: "a recovery includes the deliveries that failed while the endpoint was disabled",
    async run({ store, clock }) {
      const { id } = await addEndpoint(store);
      await addEvents(store, id, ["a1", "a2"]);
      const gone = { end: 410, outcome: { state: "failed", reason: "gone" } } as const;
      await record(store, clock, (await claim(store, { limit: 1 })).deliveries, gone);
      await claim(store);
      await addEvents(store, id, ["a3"]);
      await store.enableEndpoint(id);
      await store.startRecovery({ endpointId: id, failedSince: 0 });
      await store.advanceRecoveries();
      assert.deepEqual(eventIds(await claim(store)), ["a1", "a2", "a3"]);
    },
  },
  {
    name: "a canceled recovery stops resending",
    async run({ store, clock }) {
      const { id } = await addEndpoint(store);
      await addEvents(store, id, ["a1", "a2"]);
      await record(store, clock, (await claim(store)).deliveries, exhaustion);
      await store.enableEndpoint(id);
      const { id: recoveryId } = await store.startRecovery({ endpointId: id, failedSince: 0, perSecond: 1 });
      await store.advanceRecoveries();
      const canceled = await store.cancelRecovery(recoveryId);
      assert.deepEqual([canceled.status, canceled.recovered], ["canceled", 1]);
      clock.advance(10 * second);
      assert.equal(await store.advanceRecoveries(), undefined);
      assert.deepEqual(eventIds(await claim(store)), ["a1"]);
      assert.deepEqual(await store.listRecoveries(id), [canceled]);
    },
  },
  {
    name: "concurrent recoveries of one endpoint are rejected except for one",
    async run({ store }) {
      const [{ id }, { id: otherId }] = [await addEndpoint(store), await addEndpoint(store)];
      const start = async (endpointId: string) => await store.startRecovery({ endpointId, failedSince: 0 });
      const started = await Promise.allSettled(manyIds("try", 5).map(() => start(id)));
      const refused = started.filter((end) => end.status === "rejected");
      assert.equal(refused.length, 4);
      for (const { reason } of refused) assert.equal(reason.code, "recovery_running");
      const [running, ...more] = await store.listRecoveries(id);
      assert.deepEqual([running?.status, more], ["running", []]);
      assert.equal((await start(otherId)).status, "running");
      await store.cancelRecovery(running?.id ?? "");
      assert.equal((await start(id)).status, "running");
    },
  },
  {
    name: "a recovery started again with the same key is the same one, concurrently and after its end",
    async run({ store }) {
      const [{ id }, { id: otherId }] = [await addEndpoint(store), await addEndpoint(store)];
      const start = async (endpointId: string, idempotencyKey: string) =>
        await store.startRecovery({ endpointId, failedSince: 0, idempotencyKey });
      const started = await Promise.all(manyIds("try", 5).map(() => start(id, "once")));
      const [recovery] = await store.listRecoveries(id);
      assert.deepEqual(
        started,
        started.map(() => recovery),
      );
      await store.advanceRecoveries();
      assert.deepEqual(await start(id, "once"), await store.getRecovery(recovery?.id ?? ""));
      assert.equal((await store.getRecovery(recovery?.id ?? ""))?.status, "done");
      assert.notEqual((await start(id, "twice")).id, recovery?.id);
      assert.notEqual((await start(otherId, "once")).id, recovery?.id);
    },
  },
  {
    name: "unknown endpoints, unknown recoveries, invalid rates and invalid keys are rejected",
    async run({ store }) {
      const { id } = await addEndpoint(store);
      await refuses(store.startRecovery({ endpointId: "ghost", failedSince: 0 }), "endpoint_not_found");
      await refuses(store.startRecovery({ endpointId: id, failedSince: 0, perSecond: 0 }), "invalid_option");
      for (const idempotencyKey of ["", "a\u0000b", "x".repeat(201)])
        await refuses(
          store.startRecovery({ endpointId: id, failedSince: 0, idempotencyKey }),
          "invalid_option",
        );
      await refuses(store.cancelRecovery("rec_999"), "recovery_not_found");
      assert.equal(await store.getRecovery("rec_999"), undefined);
      assert.deepEqual(await store.listRecoveries(id), []);
    },
  },
];
