import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { serveStatic } from "@hono/node-server/serve-static";
import { build } from "esbuild";
import { Hono } from "hono";
import { extensionsPage } from "./extensions-page.ts";
import { signInPage } from "./sign-in-page.ts";

const consoleFolder = join(
  dirname(fileURLToPath(import.meta.resolve("@plugboard/console/package.json"))),
  "dist",
);

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "font-src 'self'",
  "img-src 'self' https: data:",
  "connect-src 'self'",
  "frame-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'self'",
].join("; ");

/** Serves the console for the tracker, and the tracker's own pages. */
export async function createConsoleRoutes(): Promise<Hono> {
  const modules = await bundleModules();
  const routes = new Hono();
  routes.use(async (c, next) => {
    await next();
    c.header("content-security-policy", policy);
    c.header("x-content-type-options", "nosniff");
    c.header("referrer-policy", "same-origin");
  });
  routes.get("/web/:file", (c) => {
    const module = modules.get(c.req.param("file"));
    if (module === undefined) return c.notFound();
    return c.body(module, 200, { "content-type": "text/javascript", "cache-control": "no-cache" });
  });
  routes.get("/sign-in", (c) => c.html(signInPage));
  routes.get("/extensions", (c) => c.html(extensionsPage));
  routes.use("/assets/*", serveStatic({ root: consoleFolder, precompressed: true }));
  routes.get("/assets/*", (c) => c.notFound());
  routes.get("*", async (c) => {
    const page = await readFile(join(consoleFolder, "index.html"), "utf8").catch(() => undefined);
    if (page === undefined) return c.text("The console is not built. Run: npx pnpm build", 503);
    return c.html(page.replace("<html", '<html data-product="/web/console-product.js"'));
  });
  return routes;
}

/** Bundles the modules that browsers load, by file name. */
async function bundleModules(): Promise<ReadonlyMap<string, string>> {
  const folder = fileURLToPath(new URL("../../web", import.meta.url));
  const { outputFiles } = await build({
    entryPoints: ["console-product.ts", "extensions.tsx", "sign-in.ts"].map((file) => join(folder, file)),
    outdir: folder,
    bundle: true,
    write: false,
    format: "esm",
    target: "es2024",
    jsx: "automatic",
    conditions: ["@plugboard/source"],
  });
  return new Map(outputFiles.map(({ path, text }) => [path.slice(folder.length + 1), text]));
}
