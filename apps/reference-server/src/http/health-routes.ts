import { Hono } from "hono";

/** What the health routes ask. */
export interface Health {
  /** Whether the database answers. */
  readonly isReady: () => Promise<boolean>;
}

/** What whoever runs the server looks at. It is answered under every host name, since a probe may use an address. */
export function createHealthRoutes({ isReady }: Health): Hono {
  const routes = new Hono();
  routes.get("/healthz", (context) => context.json({ status: "ok" }));
  routes.get("/readyz", async (context) => {
    const ready = await isReady();
    return context.json({ status: ready ? "ready" : "unavailable" }, ready ? 200 : 503);
  });
  return routes;
}
