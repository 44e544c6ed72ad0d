import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createConsole } from "@plugboard/console";
import { inOrganizations, listPortalOrigins, type Platform } from "@plugboard/platform";
import { build } from "esbuild";
import { Hono } from "hono";
import { extensionsPage } from "./extensions-page.ts";
import { sessionOf } from "../sessions/sessions.ts";
import { signInPage } from "./sign-in-page.ts";

/** The policy of the tracker's own pages. The console has its own. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "connect-src 'self'",
  "frame-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'self'",
].join("; ");

/** Serves the console for the tracker, and the tracker's own pages. */
export async function createConsoleRoutes(platform: Platform): Promise<Hono> {
  const modules = await bundleModules();
  const routes = new Hono();
  const webConsole = createConsole({
    product: {
      module: "/web/console-product.js",
      title: "Tracker",
      pages: [{ path: "/projects", title: "Projects" }],
    },
    hasSession: (request) => sessionOf(request) !== undefined,
    publicUrl: platform.urls.public,
    readEmbedOrigins: platform.embedTokens.readFrame,
    listPortalOrigins: async (organizationId) => {
      const allowed = await inOrganizations([organizationId], () =>
        listPortalOrigins(platform, organizationId),
      );
      return allowed.map(({ origin }) => origin);
    },
  });
  for (const path of ["/web/*", "/sign-in", "/extensions"])
    routes.use(path, async (c, next) => {
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
  routes.get("*", async (c) => await webConsole.fetch(c.req.raw));
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
