import { type Span, SpanKind, SpanStatusCode, type Tracer, trace } from "@opentelemetry/api";
import type { AttemptResult } from "../model/attempt-result.ts";
import type { TargetUrl } from "./target-url.ts";

/** The tracer of this package. Without an OpenTelemetry SDK in the process its spans cost next to nothing. */
const tracer: Tracer = trace.getTracer("@plugboard/webhook-delivery");

/**
 * Starts the span of one attempt. The path and query stay out of it, because webhook URLs often hold a token.
 *
 * Source: OpenTelemetry's semantic conventions for HTTP client spans.
 */
export function startAttemptSpan(method: string, { protocol, hostname, port }: TargetUrl): Span {
  return tracer.startSpan(method, {
    kind: SpanKind.CLIENT,
    attributes: {
      "http.request.method": method,
      "url.scheme": protocol.slice(0, -1),
      "server.address": hostname,
      "server.port": port,
    },
  });
}

/** Ends the span of an attempt with what the attempt led to. */
export function endAttemptSpan(span: Span, { status, errorCode, errorMessage }: AttemptResult): void {
  if (status !== undefined) span.setAttribute("http.response.status_code", status);
  const isFailure = errorCode !== undefined || (status !== undefined && status >= 400);
  if (isFailure) {
    span.setAttribute("error.type", errorCode ?? String(status));
    span.setStatus({
      code: SpanStatusCode.ERROR,
      ...(errorMessage === undefined ? {} : { message: errorMessage }),
    });
  }
  span.end();
}
