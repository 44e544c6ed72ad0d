import type { HttpBindings } from "@hono/node-server";
import { Hono } from "hono";
import { PlatformError } from "@plugboard/platform";
import type { MetricsAccess } from "./metrics-access.ts";

/** The paths of probes, which are answered at every host but the domains of sites. */
export const probePaths: ReadonlySet<string> = new Set(["/healthz", "/readyz", "/metrics"]);

/** Dependencies of the health routes. */
export interface Health {
  /** Returns why the database cannot be read or written, or `undefined` if it can. */
  readonly whyUnavailable: () => Promise<string | undefined>;
  /** The process's metrics in the Prometheus text format. */
  readonly collectMetrics: () => Promise<string>;
  readonly mayReadMetrics: MetricsAccess;
  /**
   * Gaps in the isolation of published scripts on this machine, in sentences. Shown to callers that can read
   * the metrics.
   */
  readonly scriptGaps: () => readonly string[];
}

const metricsRefusal =
  "Read metrics from this machine, or send PLUGBOARD_METRICS_TOKEN or the administrator token as a bearer token.";

/**
 * Creates the routes for operators and probes. They are served under all host names, because probes can use
 * an address.
 */
export function createHealthRoutes({
  whyUnavailable,
  collectMetrics,
  mayReadMetrics,
  scriptGaps,
}: Health): Hono<{ Bindings: HttpBindings }> {
  const routes = new Hono<{ Bindings: HttpBindings }>();
  routes.get("/healthz", (c) => c.json({ status: "ok" }));
  routes.get("/readyz", async (c) => {
    const reason = await whyUnavailable();
    if (reason !== undefined) return c.json({ status: "unavailable", reason }, 503);
    const gaps = mayReadMetrics(c) ? scriptGaps() : [];
    return c.json({ status: "ready", scriptGaps: gaps.length > 0 ? gaps : undefined });
  });
  routes.get("/metrics", async (c) => {
    if (!mayReadMetrics(c)) throw new PlatformError("unauthorized", metricsRefusal);
    const type = "text/plain; version=0.0.4; charset=utf-8";
    return c.body(await collectMetrics(), 200, { "content-type": type });
  });
  return routes;
}
