import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { serveStatic } from "@hono/node-server/serve-static";
import { Hono } from "hono";

/** Serves the built console. It is one page: every path that is no file of its own shows it. */
export function createConsoleRoutes(folder: string): Hono {
  const routes = new Hono();
  // Their names change with their contents, and the build puts each file beside itself compressed.
  const serveFile = serveStatic({ root: folder, precompressed: true });
  routes.use("/assets/*", async (c, next) => {
    const response = await serveFile(c, async () => {});
    if (!(response instanceof Response)) return await next();
    response.headers.set("cache-control", "public, max-age=31536000, immutable");
    return response;
  });
  routes.get("/assets/*", (c) => c.text("There is no such file.", 404));
  routes.get("*", async (c) => {
    const page = await readFile(join(folder, "index.html"), "utf8").catch(() => undefined);
    if (page === undefined) return c.text("The console is not built. Run: pnpm build", 503);
    return c.html(page, 200, { "cache-control": "no-cache" });
  });
  return routes;
}
