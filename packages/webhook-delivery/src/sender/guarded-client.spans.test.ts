import {
  type Attributes,
  type AttributeValue,
  INVALID_SPAN_CONTEXT,
  type Span,
  SpanKind,
  type SpanOptions,
  type SpanStatus,
  SpanStatusCode,
  trace,
  type Tracer,
} from "@opentelemetry/api";
import { afterAll, beforeAll, expect, test } from "vitest";
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
  return Object.assign(Object.create(trace.wrapSpanContext(INVALID_SPAN_CONTEXT)), {
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
