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

/** What is done with requests that say which trace they belong to. */
export interface HttpTelemetryOptions {
  /**
   * Whether a request goes on with the trace that its `traceparent` names. For callers with a token: what visitors send there
   * would decide what is recorded. Default: every request begins a trace.
   */
  readonly continuesTraces?: boolean | undefined;
}

/**
 * Measures how long responses take, by route and status, and makes a span of each request, inside which it is handled. Register
 * OpenTelemetry's SDK before.
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
    .createHistogram("http.server.request.duration", { description: "How long a response took", unit: "s" });
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
      // The pattern and not the path, or every page would be a series of its own.
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
