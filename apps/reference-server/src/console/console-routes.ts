import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { serveStatic } from "@hono/node-server/serve-static";
import { Hono } from "hono";
import type { Platform } from "@plugboard/platform";
import { sessionCookieName } from "./authentication.ts";

/**
 * Serves the built console, a single page for all paths that are not files. A page with the parameter `frame` has the
 * origins that can pass tokens to it.
 */
export function createConsoleRoutes(
  folder: string,
  { readFrame }: Pick<Platform["embedTokens"], "readFrame">,
): Hono {
  const routes = new Hono();
  // File names change with their contents, and the build writes a compressed copy of each.
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
    // Shows the frame of the console before its scripts have loaded, even if the session has just expired.
    const isPart = /^\/(?:portal|embed)(?:\/|$)/.test(c.req.path);
    const hasSession = c.req.header("cookie")?.includes(`${sessionCookieName}=`) === true;
    const frame = c.req.query("frame");
    const mark =
      isPart && frame !== undefined
        ? ` data-frame-origins="${(await readFrame(frame)).join(" ")}"`
        : hasSession && !isPart
          ? " data-session"
          : "";
    return c.html(
      page.replace('<html lang="en">', () => `<html lang="en"${mark}>`),
      200,
      { "cache-control": "no-cache", vary: "cookie" },
    );
  });
  return routes;
}
