import assert from "node:assert/strict";
import type { DeliveryStoreCase } from "../kit/store-case.ts";
import { addEndpoint, addEvents, claim, eventIds, refuses, withoutAbsent } from "../kit/store-kit.ts";

/** Cases for endpoints. */
export const endpointCases: readonly DeliveryStoreCase[] = [
  {
    name: "an endpoint reads back as it was created",
    async run({ store, clock }) {
      const input = {
        id: "docs",
        tenant: "acme",
        fairnessGroup: "account-1",
        url: "https://hooks.example.com/a?b=ü",
        eventTypes: ["invoice.sent", "invoice.paid"],
        secrets: ["whsec_bmV3", "whsec_b2xk"],
        kind: "integration",
        metadata: { installation: { id: 7, tags: ["x", null] } },
        maxConcurrency: 3,
        rateLimit: { perSecond: 0.5, burst: 2 },
        options: {
          timeoutMilliseconds: 5_000,
          headers: { authorization: "Bearer token" },
          retryPolicy: { delaysMilliseconds: [60_000], jitter: 0, maxRetryAfterMilliseconds: 0 },
        },
      };
      const created = await store.createEndpoint(input);
      assert.deepEqual(withoutAbsent(created), {
        ...input,
        status: "active",
        holds: [],
        circuit: { state: "closed", failures: 0 },
        createdAt: clock.now(),
        updatedAt: clock.now(),
      });
      assert.deepEqual(await store.getEndpoint("docs"), created);
    },
  },
  {
    name: "an endpoint without an ID gets a generated one",
    async run({ store }) {
      const first = await addEndpoint(store);
      const other = await addEndpoint(store);
      assert.notEqual(first.id, other.id);
      assert.deepEqual(await store.getEndpoint(first.id), first);
      assert.equal(first.kind, "webhook");
      assert.equal(first.tenant, "");
    },
  },
  {
    name: "options are replaced as a whole, and removed",
    async run({ store }) {
      const { id } = await addEndpoint(store, {
        options: { maxAgeMilliseconds: 1, signatures: ["standard"] },
      });
      const replaced = await store.updateEndpoint(id, { options: { headers: { "x-a": "b" } } });
      assert.deepEqual(replaced.options, { headers: { "x-a": "b" } });
      const kept = await store.updateEndpoint(id, { secrets: [] });
      assert.deepEqual(kept.options, replaced.options);
      const cleared = await store.updateEndpoint(id, { options: null });
      assert.equal("options" in cleared, false);
    },
  },
  {
    name: "a taken ID, an invalid URL, invalid strings and limits below one are rejected",
    async run({ store }) {
      await addEndpoint(store, { id: "docs" });
      await refuses(addEndpoint(store, { id: "docs" }), "endpoint_exists");
      for (const url of ["hooks.example.com", "hooks.example.com:8080/in", "localhost:4545"])
        await refuses(addEndpoint(store, { url }), "invalid_endpoint");
      await refuses(addEndpoint(store, { id: "x".repeat(201) }), "invalid_endpoint");
      await refuses(addEndpoint(store, { tenant: "a\u0000b" }), "invalid_endpoint");
      await refuses(addEndpoint(store, { id: "a\ud800" }), "invalid_endpoint");
      await refuses(addEndpoint(store, { eventTypes: [""] }), "invalid_endpoint");
      await refuses(addEndpoint(store, { secrets: [""] }), "invalid_endpoint");
      const url = "https://hooks.example.com";
      // @ts-expect-error: JavaScript callers can omit the secrets
      await refuses(store.createEndpoint({ url, eventTypes: [] }), "invalid_endpoint");
      await refuses(store.updateEndpoint("docs", { secrets: ["a\ud800"] }), "invalid_endpoint");
      await refuses(addEndpoint(store, { maxConcurrency: 0 }), "invalid_endpoint");
      await refuses(addEndpoint(store, { rateLimit: { perSecond: 0, burst: 1 } }), "invalid_endpoint");
      await refuses(addEndpoint(store, { options: { headers: { host: "internal" } } }), "invalid_endpoint");
      await refuses(store.updateEndpoint("docs", { url: "/in" }), "invalid_endpoint");
      await refuses(store.updateEndpoint("blog", {}), "endpoint_not_found");
      await refuses(store.enableEndpoint("blog"), "endpoint_not_found");
      await refuses(store.deleteEndpoint("blog"), "endpoint_not_found");
      assert.equal(await store.getEndpoint("blog"), undefined);
    },
  },
  {
    name: "an update changes only the given fields, and null removes a limit",
    async run({ store, clock }) {
      const before = await addEndpoint(store);
      const rateLimit = { perSecond: 1, burst: 1 };
      const limited = await store.updateEndpoint(before.id, { maxConcurrency: 3, rateLimit });
      assert.deepEqual(limited, { ...before, maxConcurrency: 3, rateLimit });
      const same = await store.updateEndpoint(before.id, { maxConcurrency: undefined, rateLimit: undefined });
      assert.deepEqual(same, limited);
      clock.advance(5);
      const secrets = ["whsec_bmV3", "whsec_b2xk"];
      const after = await store.updateEndpoint(before.id, { secrets, maxConcurrency: null, rateLimit: null });
      assert.deepEqual(after, { ...before, secrets, updatedAt: clock.now() });
      assert.deepEqual(await store.getEndpoint(before.id), after);
    },
  },
  {
    name: "an update function sees all previous changes, and changes nothing if it throws",
    async run({ store }) {
      const { id } = await addEndpoint(store, { eventTypes: [] });
      const add = (type: string) =>
        store.updateEndpoint(id, ({ eventTypes }) => ({ eventTypes: [...eventTypes, type] }));
      const types = ["a", "b", "c", "d", "e"];
      await Promise.all(types.map(add));
      const before = await store.getEndpoint(id);
      assert.deepEqual(before?.eventTypes.toSorted(), types);

      const refusal = new Error("no");
      const refused = store.updateEndpoint(id, () => {
        throw refusal;
      });
      await assert.rejects(refused, refusal);
      await refuses(
        store.updateEndpoint(id, () => ({ maxConcurrency: 0 })),
        "invalid_endpoint",
      );
      assert.deepEqual(await store.getEndpoint(id), before);
    },
  },
  {
    name: "endpoints are listed by tenant, kind, status and event type, in pages",
    async run({ store }) {
      for (const id of ["a", "b", "c", "d"]) {
        await addEndpoint(store, {
          id,
          tenant: id === "d" ? "other" : "acme",
          kind: id === "c" ? "integration" : "webhook",
          eventTypes: id === "a" ? ["invoice.sent"] : ["invoice.sent", "invoice.paid"],
        });
      }
      const idsOf = async (query: Parameters<typeof store.listEndpoints>[0]): Promise<string[]> =>
        (await store.listEndpoints(query)).items.map(({ id }) => id);
      assert.deepEqual(await idsOf({}), ["a", "b", "c", "d"]);
      assert.deepEqual(await idsOf({ tenant: "acme", eventType: "invoice.paid" }), ["b", "c"]);
      assert.deepEqual(await idsOf({ kind: "integration" }), ["c"]);
      assert.deepEqual(await idsOf({ tenants: ["other", "acme"], kind: "webhook" }), ["a", "b", "d"]);
      assert.deepEqual(await idsOf({ tenants: [] }), []);
      assert.deepEqual(await idsOf({ status: "disabled" }), []);
      const firstPart = await store.listEndpoints({ limit: 3 });
      assert.deepEqual(
        firstPart.items.map(({ id }) => id),
        ["a", "b", "c"],
      );
      assert(firstPart.cursor !== undefined);
      assert.deepEqual(await idsOf({ limit: 3, cursor: firstPart.cursor }), ["d"]);
      assert.equal((await store.listEndpoints({ limit: 4 })).cursor, undefined);
    },
  },
  {
    name: "a deleted endpoint disappears immediately, and its data is cleaned up",
    async run({ store }) {
      const gone = await addEndpoint(store, { id: "gone" });
      const kept = await addEndpoint(store, { id: "kept" });
      const [lost] = await addEvents(store, gone.id, ["a1"]);
      await addEvents(store, gone.id, ["shared"], { endpointIds: [gone.id, kept.id] });
      await store.deleteEndpoint(gone.id);
      assert.equal(await store.getEndpoint(gone.id), undefined);
      assert.equal(await store.getDelivery(lost ?? ""), undefined);
      assert.deepEqual(eventIds(await claim(store)), ["shared"]);
      await refuses(store.enableEndpoint(gone.id), "endpoint_not_found");
      const again = await addEndpoint(store, { id: "gone" });
      const retention = { deliveredMilliseconds: 1e9, failedMilliseconds: 1e9 };
      while (await store.removeExpired(retention));
      assert.equal(await store.getEvent({ id: "a1" }), undefined);
      assert.equal((await store.getEvent({ id: "shared" }))?.id, "shared");
      assert.deepEqual(await store.getEndpoint("gone"), again);
      assert.deepEqual((await store.listDeliveries({ endpointId: "gone" })).items, []);
    },
  },
  {
    name: "deletes the endpoints of some tenants, or only those of some kinds",
    async run({ store }) {
      for (const tenant of ["a", "b", "c"])
        for (const kind of ["webhook", "envelope"])
          await addEndpoint(store, { id: `${tenant}_${kind}`, tenant, kind });
      const [lost] = await addEvents(store, "a_webhook", ["a1"]);
      await addEvents(store, "c_webhook", ["c1"]);
      for (const tenant of ["a", "b"]) await store.setHold({ tenant }, "pause");
      await store.deleteEndpointsOf([]);
      await store.deleteEndpointsOf(["a", "unknown"]);
      await store.deleteEndpointsOf(["b", "c"], ["envelope"]);
      const left = (await store.listEndpoints()).items.map(({ id }) => id);
      assert.deepEqual(left, ["b_webhook", "c_webhook"]);
      assert.equal(await store.getDelivery(lost ?? ""), undefined);
      assert.deepEqual(eventIds(await claim(store)), ["c1"]);
      assert.deepEqual((await addEndpoint(store, { tenant: "a" })).holds, []);
      assert.deepEqual((await addEndpoint(store, { tenant: "b" })).holds, ["pause"]);
    },
  },
];
