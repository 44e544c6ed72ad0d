import {
  type Attributes,
  type AttributeValue,
  INVALID_SPAN_CONTEXT,
  propagation,
  type Span,
  type SpanContext,
  SpanKind,
  type SpanOptions,
  type SpanStatus,
  SpanStatusCode,
  trace,
  type Tracer,
} from "@opentelemetry/api";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import type { RequestHeaders } from "./exchange.ts";
import { createFaultReceiver, type FaultReceiver } from "./testing/fault-receiver.ts";
import { createWebhookSender, type WebhookSender } from "./webhook-sender.ts";

interface RecordedSpan {
  readonly name: string;
  readonly kind: SpanKind | undefined;
  readonly attributes: Attributes;
  status?: SpanStatus;
  ended: number;
}

const spans: RecordedSpan[] = [];
const traced = { traceId: "4bf92f3577b34da6a3ce929d0e0e4736", spanId: "00f067aa0ba902b7", traceFlags: 1 };
let spanContext: SpanContext = INVALID_SPAN_CONTEXT;
let receiver: FaultReceiver;
let sender: WebhookSender;

beforeAll(async () => {
  // The API's no-op tracer and span, with the methods that the sender calls replaced by recorders.
  const recorder: Tracer = Object.assign(Object.create(trace.getTracer("none")), { startSpan: recordSpan });
  trace.setGlobalTracerProvider({ getTracer: () => recorder });
  receiver = await createFaultReceiver();
  sender = createWebhookSender({ allowNetworks: ["127.0.0.0/8"] });
});

afterAll(async () => {
  trace.disable();
  await Promise.all([receiver.close(), sender.close()]);
});

function recordSpan(name: string, { kind, attributes }: SpanOptions = {}): Span {
  const recorded: RecordedSpan = { name, kind, attributes: { ...attributes }, ended: 0 };
  spans.push(recorded);
  return Object.assign(Object.create(trace.wrapSpanContext(spanContext)), {
    setAttribute(key: string, value: AttributeValue) {
      recorded.attributes[key] = value;
    },
    setStatus(status: SpanStatus) {
      recorded.status = status;
    },
    end() {
      recorded.ended += 1;
    },
  });
}

test.each([
  { fault: "accept", attributes: { "http.response.status_code": 200 } },
  {
    fault: "status-500",
    attributes: { "http.response.status_code": 500, "error.type": "500" },
    status: { code: SpanStatusCode.ERROR },
  },
  {
    fault: "reset-before-headers",
    attributes: { "error.type": "connection_reset" },
    status: { code: SpanStatusCode.ERROR, message: expect.any(String) },
  },
] as const)(
  "an attempt with the fault $fault creates one client span without path or query",
  async ({ fault, attributes, ...rest }) => {
    spans.length = 0;
    const url = receiver.urlOf(fault);
    await sender.send({ url: `${url}?token=abc`, secrets: ["whsec_c2VjcmV0"], eventId: "evt_1", body: "{}" });
    expect(spans).toEqual([
      {
        name: "POST",
        kind: SpanKind.CLIENT,
        attributes: {
          "http.request.method": "POST",
          "url.scheme": "http",
          "server.address": "127.0.0.1",
          "server.port": Number(new URL(url).port),
          ...attributes,
        },
        ended: 1,
        ...rest,
      },
    ]);
  },
);

test.each([
  { status: 200, expected: {} },
  { status: 312, expected: { "error.type": "312" } },
])("a message with the status $status continues its producer span", async ({ status, expected }) => {
  spans.length = 0;
  spanContext = traced;
  propagation.setGlobalPropagator({
    inject: (context, carrier: { traceparent?: string }) => {
      const { traceId, spanId } = trace.getSpanContext(context) ?? INVALID_SPAN_CONTEXT;
      carrier.traceparent = `00-${traceId}-${spanId}-01`;
    },
    extract: (context) => context,
    fields: () => ["traceparent"],
  });
  onTestFinished(() => {
    spanContext = INVALID_SPAN_CONTEXT;
    propagation.disable();
  });
  const headers: RequestHeaders[] = [];
  const queue = createWebhookSender({
    destinations: [
      {
        type: "queue",
        name: "Queue",
        url: { label: "URL", example: "queues://example.com" },
        fields: [],
        check: () => undefined,
        addressOf: () => ({}),
        open: () => ({
          publish: async (message) => {
            headers.push(message.headers);
            return { status };
          },
          close: async () => {},
        }),
      },
    ],
  });
  const result = await queue.send({
    url: "queues://example.com",
    secrets: ["whsec_c2VjcmV0"],
    eventId: "evt_1",
    body: "{}",
    destination: { type: "queue", settings: {}, secrets: {} },
  });
  await queue.close();
  const traceparent = `00-${traced.traceId}-${traced.spanId}-01`;
  expect(headers).toMatchObject([{ traceparent }]);
  expect(result.requestHeaders).toMatchObject({ traceparent });
  expect(spans).toMatchObject([
    { name: "publish queue", kind: SpanKind.PRODUCER, attributes: { "messaging.system": "queue" }, ended: 1 },
  ]);
  expect(spans[0]?.attributes).toMatchObject(expected);
});
