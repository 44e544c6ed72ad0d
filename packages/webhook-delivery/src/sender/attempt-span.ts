import {
  type Attributes,
  context,
  isSpanContextValid,
  propagation,
  type Span,
  type SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from "@opentelemetry/api";
import type { AttemptResult } from "../model/attempt-result.ts";

/** The package's tracer. Without an OpenTelemetry SDK, its spans cost almost nothing. */
const tracer: Tracer = trace.getTracer("@plugboard/webhook-delivery");

/** Starts the span of one request or message. */
export function startAttemptSpan(name: string, kind: SpanKind, attributes: Attributes): Span {
  return tracer.startSpan(name, { kind, attributes });
}

/** Returns the header that continues a span. Only the trace context: baggage must not reach third parties. */
export function traceparentOf(span: Span): { readonly traceparent?: string } {
  if (!isSpanContextValid(span.spanContext())) return {};
  const carrier: { traceparent?: string } = {};
  propagation.inject(trace.setSpan(context.active(), span), carrier);
  return carrier.traceparent === undefined ? {} : { traceparent: carrier.traceparent };
}

/** Ends a span with the result of its attempt, which failed if its status is `failsFrom` or higher. */
export function endAttemptSpan(
  span: Span,
  { status, errorCode, errorMessage }: Pick<AttemptResult, "status" | "errorCode" | "errorMessage">,
  failsFrom: number,
): void {
  const isFailure = errorCode !== undefined || (status !== undefined && status >= failsFrom);
  if (isFailure) {
    span.setAttribute("error.type", errorCode ?? String(status));
    const failure = { code: SpanStatusCode.ERROR };
    span.setStatus(errorMessage === undefined ? failure : { ...failure, message: errorMessage });
  }
  span.end();
}
