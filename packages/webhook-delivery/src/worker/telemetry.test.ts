import {
  type Attributes,
  type Context,
  createContextKey,
  createNoopMeter,
  metrics,
  propagation,
  type Span,
  trace,
  type Tracer,
} from "@opentelemetry/api";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addEndpoint, addEvents, resultOf } from "../testing/kit/store-kit.ts";
import { createDeliveryWorker } from "./delivery-worker.ts";
import { createStore } from "./running-worker.fixture.ts";

const counted: { name: string; value: number; attributes: Attributes | undefined }[] = [];
const spans: { name: string; attributes: Attributes | undefined; ended: boolean; parent: unknown }[] = [];
const traceKey = createContextKey("trace");

beforeAll(() => {
  // The API's no-op meter and tracer, with the methods that the worker calls replaced by recorders.
  const instrument = (name: string) => {
    const note = (value: number, attributes?: Attributes): void =>
      void counted.push({ name, value, attributes });
    return { add: note, record: note };
  };
  const meter = Object.assign(Object.create(createNoopMeter()), {
    createCounter: instrument,
    createHistogram: instrument,
    createUpDownCounter: instrument,
  });
  metrics.setGlobalMeterProvider({ getMeter: () => meter });
  const tracer: Tracer = Object.assign(Object.create(trace.getTracer("none")), {
    startActiveSpan(
      name: string,
      { attributes }: { attributes?: Attributes },
      parent: Context,
      run: (span: Span) => unknown,
    ) {
      const span = { name, attributes, ended: false, parent: parent.getValue(traceKey) };
      spans.push(span);
      return run(
        Object.assign(trace.wrapSpanContext({ traceId: "1", spanId: "1", traceFlags: 0 }), {
          end: () => {
            span.ended = true;
          },
        }),
      );
    },
  });
  trace.setGlobalTracerProvider({ getTracer: () => tracer });
  propagation.setGlobalPropagator({
    inject: () => {},
    extract: (context, carrier: { traceparent?: string }) => context.setValue(traceKey, carrier.traceparent),
    fields: () => ["traceparent"],
  });
});

afterAll(() => {
  metrics.disable();
  trace.disable();
  propagation.disable();
});

test("a worker counts its attempts by outcome, times them, and traces each", async () => {
  const store = await createStore();
  const { id } = await addEndpoint(store, { kind: "integration" });
  const [delivery] = await addEvents(store, id, ["a1"]);
  const worker = createDeliveryWorker({
    store,
    send: async ({ attempt }) => resultOf(attempt === 1 ? "timeout" : 200, Date.now()),
    retryPolicy: { delaysMilliseconds: [1], jitter: 0, maxRetryAfterMilliseconds: 1 },
  });
  worker.start();
  while ((await store.getDelivery(delivery ?? ""))?.state !== "delivered") {
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  await worker.stop();

  const kind = { "webhook.endpoint.kind": "integration" };
  expect(counted.filter(({ name }) => name === "webhook.delivery.attempts")).toEqual([
    {
      name: "webhook.delivery.attempts",
      value: 1,
      attributes: { ...kind, "webhook.delivery.outcome": "scheduled", "error.type": "timeout" },
    },
    {
      name: "webhook.delivery.attempts",
      value: 1,
      attributes: { ...kind, "webhook.delivery.outcome": "delivered" },
    },
  ]);
  const values = (wanted: string): number[] =>
    counted.filter(({ name }) => name === wanted).map(({ value }) => value);
  expect(values("webhook.delivery.in_flight")).toEqual([1, -1, 1, -1]);
  expect(values("webhook.delivery.attempt.duration")).toEqual([0.012, 0.012]);
  expect(values("webhook.delivery.lag")).toHaveLength(2);
  expect(spans).toHaveLength(2);
  expect(spans[0]).toMatchObject({
    name: "webhook delivery attempt",
    ended: true,
    attributes: {
      ...kind,
      "webhook.delivery.id": delivery,
      "webhook.delivery.attempt": 1,
      "webhook.event.id": "a1",
      "webhook.event.type": "invoice.paid",
      "webhook.endpoint.id": id,
    },
  });
});

test("an attempt continues the trace of its event, or the surrounding one without it", async () => {
  const store = await createStore();
  const { id } = await addEndpoint(store);
  const traceparent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
  await addEvents(store, id, ["traced"], { metadata: { traceparent } });
  await addEvents(store, id, ["untraced"], { metadata: { source: "import" } });
  const from = spans.length;
  const worker = createDeliveryWorker({ store, send: async () => resultOf(200, Date.now()) });
  worker.start();
  await expect.poll(() => spans.slice(from).filter(({ ended }) => ended)).toHaveLength(2);
  await worker.stop();
  const parents = spans
    .slice(from)
    .map(({ attributes, parent }) => [attributes?.["webhook.event.id"], parent]);
  expect(Object.fromEntries(parents)).toEqual({ traced: traceparent, untraced: undefined });
});
