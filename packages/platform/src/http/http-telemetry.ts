import {
  context,
  metrics,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import type { Context, MiddlewareHandler } from "hono";
import { routePath } from "hono/route";

/** Options for requests that carry a trace. */
export interface HttpTelemetryOptions {
  /**
   * Whether a request continues the trace in its `traceparent`. Only for authenticated callers: visitors
   * could otherwise control the sampling. Defaults to false, so every request starts a trace.
   */
  readonly continuesTraces?: boolean | undefined;
}

/**
 * Measures response times by route and status, and handles each request in a span. Register the OpenTelemetry
 * SDK first.
 *
 * @example
 * import { createHttpTelemetry } from "@plugboard/platform";
 * import { Hono } from "hono";
 *
 * const app = new Hono().use(createHttpTelemetry());
 * app.get("/", (c) => c.text("measured"));
 */
export function createHttpTelemetry({
  continuesTraces = false,
}: HttpTelemetryOptions = {}): MiddlewareHandler {
  const tracer = trace.getTracer("@plugboard/platform");
  const duration = metrics
    .getMeter("@plugboard/platform")
    .createHistogram("http.server.request.duration", { description: "Response time", unit: "s" });
  return async (c, next) => {
    const start = performance.now();
    const caller = continuesTraces
      ? propagation.extract(ROOT_CONTEXT, c.req.raw.headers, headerGetter)
      : ROOT_CONTEXT;
    const span = tracer.startSpan(c.req.method, { kind: SpanKind.SERVER }, caller);
    await context.with(trace.setSpan(caller, span), next);
    const attributes = {
      "http.request.method": c.req.method,
      "http.response.status_code": c.res.status,
      // The pattern, not the path: otherwise every page would create its own time series.
      "http.route": routePath(c),
    };
    duration.record((performance.now() - start) / 1000, attributes);
    endSpan(span, c, attributes);
  };
}

const headerGetter = {
  get: (headers: Headers, name: string): string | undefined => headers.get(name) ?? undefined,
  keys: (headers: Headers): string[] => [...headers.keys()],
};

function endSpan(
  span: Span,
  { req, res }: Context,
  attributes: { readonly "http.route": string; readonly "http.response.status_code": number },
): void {
  if (!span.isRecording()) return;
  span.updateName(`${req.method} ${attributes["http.route"]}`);
  span.setAttributes(attributes);
  if (res.status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}
