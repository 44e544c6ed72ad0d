import { Hono } from "hono";
import { orNotFound } from "../common/platform-error.ts";
import { createErrorHandler, notFoundResponse, type OnError } from "../http/problem-response.ts";
import type { Platform } from "../operations/platform.ts";

/** Serves the assets published with integrations. */
export interface AssetServer {
  /** Responds to a request below `/assets/{integration}/{version}/`. */
  readonly fetch: (request: Request) => Promise<Response>;
}

const contentTypes: Readonly<Record<string, string>> = {
  avif: "image/avif",
  css: "text/css; charset=utf-8",
  gif: "image/gif",
  html: "text/html; charset=utf-8",
  ico: "image/x-icon",
  jpeg: "image/jpeg",
  jpg: "image/jpeg",
  js: "text/javascript; charset=utf-8",
  json: "application/json",
  md: "text/markdown; charset=utf-8",
  mjs: "text/javascript; charset=utf-8",
  png: "image/png",
  svg: "image/svg+xml",
  txt: "text/plain; charset=utf-8",
  webp: "image/webp",
  woff2: "font/woff2",
};

// Assets of a version never change. Third-party content such as an SVG or a page with a script runs in an
// opaque origin and loads no resources.
const headers = {
  "cache-control": "public, max-age=31536000, immutable",
  "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox",
  "cross-origin-resource-policy": "cross-origin",
  "access-control-allow-origin": "*",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
};

/**
 * Serves the assets of stored versions. Serve it on the sites' origin.
 *
 * @example
 * import { createAssetServer, type Platform } from "@plugboard/platform";
 *
 * declare const platform: Platform;
 * const assets = createAssetServer(platform, { onError: console.error });
 * const request = new Request("https://sites.example.net/assets/greeter/1/icon.svg");
 * console.log((await assets.fetch(request)).headers.get("content-type"));
 */
export function createAssetServer(
  { db }: Pick<Platform, "db">,
  { onError }: { readonly onError: OnError },
): AssetServer {
  const app = new Hono();
  app.get("/assets/:integration/:version/:path{.+}", async (c) => {
    const { integration, version, path } = c.req.param();
    const asset = await db
      .selectFrom("integration_assets as named")
      .innerJoin("assets", "assets.hash", "named.asset_hash")
      .innerJoin("integrations", "integrations.name", "named.integration")
      .select(["assets.hash", "assets.content"])
      .where("integrations.removed_at", "is", null)
      .where("named.integration", "=", integration)
      .where("named.version", "=", toVersion(version))
      .where("named.path", "=", path)
      .executeTakeFirst();
    const { hash, content } = orNotFound(asset, `file ${path} of version ${version} of ${integration}`);
    const etag = `"${hash}"`;
    if (c.req.header("if-none-match") === etag) return c.body(null, 304, { ...headers, etag });
    const extension = /\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? "";
    const type = contentTypes[extension] ?? "application/octet-stream";
    return c.body(new Uint8Array(content), 200, { ...headers, etag, "content-type": type });
  });
  app.notFound(notFoundResponse);
  app.onError(createErrorHandler(onError));
  return { fetch: async (request) => await app.fetch(request) };
}

function toVersion(text: string): number {
  return /^\d{1,9}$/.test(text) ? Number(text) : 0;
}
