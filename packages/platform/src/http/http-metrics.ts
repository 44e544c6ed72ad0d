import { metrics } from "@opentelemetry/api";
import type { MiddlewareHandler } from "hono";
import { routePath } from "hono/route";

/**
 * Measures how long responses take, by route and status.
 *
 * @example
 * import { createHttpMetrics } from "@plugboard/platform";
 * import { Hono } from "hono";
 *
 * const app = new Hono().use(createHttpMetrics());
 * app.get("/", (c) => c.text("measured"));
 */
export function createHttpMetrics(): MiddlewareHandler {
  const duration = metrics
    .getMeter("@plugboard/platform")
    .createHistogram("http.server.request.duration", { description: "How long a response took", unit: "s" });
  return async (context, next) => {
    const start = performance.now();
    await next();
    duration.record((performance.now() - start) / 1000, {
      "http.request.method": context.req.method,
      "http.response.status_code": context.res.status,
      // The pattern and not the path, or every page would be a series of its own.
      "http.route": routePath(context),
    });
  };
}
