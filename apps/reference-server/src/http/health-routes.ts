import { Hono } from "hono";

/** What the health routes ask. */
export interface Health {
  /** Whether the database answers. */
  readonly isReady: () => Promise<boolean>;
  /** What the process measures, in Prometheus' text format. */
  readonly collectMetrics: () => Promise<string>;
}

/** What whoever runs the server looks at. It is answered under every host name, since a probe may use an address. */
export function createHealthRoutes({ isReady, collectMetrics }: Health): Hono {
  const routes = new Hono();
  routes.get("/healthz", (context) => context.json({ status: "ok" }));
  routes.get("/readyz", async (context) => {
    const ready = await isReady();
    return context.json({ status: ready ? "ready" : "unavailable" }, ready ? 200 : 503);
  });
  routes.get("/metrics", async (context) =>
    context.body(await collectMetrics(), 200, { "content-type": "text/plain; version=0.0.4; charset=utf-8" }),
  );
  return routes;
}
