import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { serveStatic } from "@hono/node-server/serve-static";
import { Hono } from "hono";
import { embeddedPage, fillFirstPage, withTheme } from "@plugboard/console/page";
import type { Platform } from "@plugboard/platform";
import { compress } from "hono/compress";
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
  routes.get("*", compress(), async (c) => {
    const url = new URL(c.req.url);
    const embedded = embeddedPage(url);
    // A page that works before its scripts have loaded, even if the session has just expired. It contains no data.
    const hasSession = c.req.header("cookie")?.includes(`${sessionCookieName}=`) === true;
    const first = hasSession && embedded === undefined ? await readFirstPage(folder, c.req.path) : undefined;
    const page = first ?? (await readOptional(join(folder, "index.html")));
    if (page === undefined) return c.text("The console is not built. Run: pnpm build", 503);
    const frame = url.searchParams.get("frame");
    const filled = first === undefined ? page : fillFirstPage(first, url.searchParams);
    const shown =
      embedded !== undefined && frame !== null
        ? page.replace(
            "<html",
            `<html data-frame-origins="${(await readFrame(frame, embedded.organizationId)).join(" ")}"`,
          )
        : embedded === undefined
          ? withTheme(filled, c.req.header("cookie"))
          : filled;
    return c.html(shown, 200, { "cache-control": "no-cache", vary: "cookie" });
  });
  return routes;
}

/** Reads the built page of a path, or of the section that it belongs to. `undefined` if it has none. */
async function readFirstPage(folder: string, path: string): Promise<string | undefined> {
  if (path === "/") return await readOptional(join(folder, "pages/index.html"));
  // Each segment costs a look at a file. The console has no deeper paths.
  if (!/^(?:\/[\w-]+){1,6}\/?$/.test(path)) return undefined;
  for (let section = path; section !== "/"; section = dirname(section)) {
    const page = await readOptional(join(folder, "pages", `${section}.html`));
    if (page !== undefined) return page;
  }
  return undefined;
}

async function readOptional(file: string): Promise<string | undefined> {
  return await readFile(file, "utf8").catch(() => undefined);
}
