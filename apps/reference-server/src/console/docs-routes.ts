import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { serveStatic } from "@hono/node-server/serve-static";
import { Hono } from "hono";
import { compress } from "hono/compress";
import * as z from "zod";

const docsPolicy = [
  "default-src 'none'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  // Live examples are documentation pages shown in frames.
  "frame-src 'self'",
  "frame-ancestors 'self'",
  "form-action 'none'",
  "base-uri 'none'",
].join("; ");

const notBuilt = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>Documentation – Plugboard</title>
<body style="font: 1rem/1.6 system-ui, sans-serif; max-width: 36rem; margin: 4rem auto; padding: 0 1rem">
<main>
<h1>The documentation is not built</h1>
<p>Run <code>npx -y pnpm@12.18.0 docs:build</code> in the repository, and reload this page. The server need not be started again.</p>
</main>
`;

/**
 * Serves the built documentation from a folder. The build lists the hashes of inline scripts in
 * `inline-scripts.json`; the policy allows only those.
 */
export function createDocsRoutes(folder: string): Hono {
  const routes = new Hono();
  routes.use(compress());
  let files: Hono | undefined;
  routes.get("*", async (c) => {
    const hashes = await readHashes(folder);
    const policy = `script-src ${["'self'", ...(hashes ?? [])].join(" ")}; ${docsPolicy}`;
    if (hashes === undefined) return c.html(notBuilt, 503, { "content-security-policy": policy });
    files ??= createFileRoutes(folder);
    const response = await files.fetch(c.req.raw, c.env);
    response.headers.set("content-security-policy", policy);
    return response;
  });
  return routes;
}

function createFileRoutes(folder: string): Hono {
  const routes = new Hono();
  const serve = (ending: string) =>
    serveStatic({
      root: folder,
      rewriteRequestPath: (path) => `${path.replace(/^\/docs/, "")}${ending}`,
    });
  routes.use(async (c, next) => {
    await next();
    // Asset names change with their contents.
    const isKept = c.res.ok && c.req.path.startsWith("/docs/assets/");
    c.header("cache-control", isKept ? "public, max-age=31536000, immutable" : "no-cache");
  });
  routes.use(serve(""));
  // Page URLs have no extension.
  routes.use(serve(".html"));
  routes.get("*", async (c) => c.html(await readFile(join(folder, "404.html"), "utf8"), 404));
  return routes;
}

const hashesSchema = z.array(z.string());

/** Returns the hashes written by the build. `undefined` without a build. */
async function readHashes(folder: string): Promise<readonly string[] | undefined> {
  const text = await readFile(join(folder, "inline-scripts.json"), "utf8").catch(() => undefined);
  return text === undefined ? undefined : hashesSchema.parse(JSON.parse(text));
}
