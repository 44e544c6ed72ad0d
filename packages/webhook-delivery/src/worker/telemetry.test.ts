import { type Attributes, createNoopMeter, metrics, type Span, trace, type Tracer } from "@opentelemetry/api";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addEndpoint, addEvents, resultOf } from "../testing/kit/store-kit.ts";
import { createDeliveryWorker } from "./delivery-worker.ts";
import { createStore } from "./running-worker.fixture.ts";

const counted: { name: string; value: number; attributes: Attributes | undefined }[] = [];
const spans: { name: string; attributes: Attributes | undefined; ended: boolean }[] = [];

beforeAll(() => {
  // The API's own do-nothing meter and tracer, with what the worker calls replaced by recording.
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
      _trace: unknown,
      run: (span: Span) => unknown,
    ) {
      const span = { name, attributes, ended: false };
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
});

afterAll(() => {
  metrics.disable();
  trace.disable();
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
      "webhook.event.type": "page_feedback",
      "webhook.endpoint.id": id,
    },
  });
});
