import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { ProductDeclaration } from "../page/product-declaration.ts";
import { embeddedPage } from "../page/embedded-page.ts";
import { escapeHtml } from "../page/escape-html.ts";
import { withTheme } from "../page/with-theme.ts";
import { firstPageFile, renderFirstPage } from "./render-first-page.ts";

/** Options for `createConsole`. */
export interface ConsoleOptions {
  /** Your product's module, title and pages. */
  readonly product: ProductDeclaration;
  /**
   * Returns whether a request probably has a session of your product, for example whether it has its cookie. Such
   * browsers get the navigation in the first HTML, before the scripts. Defaults to none.
   */
  readonly hasSession?: ((request: Request) => boolean) | undefined;
  /**
   * The platform's `urls.public`, if its origin differs from the console's. Connecting an account opens a page there.
   * Defaults to the console's origin.
   */
  readonly publicUrl?: string | undefined;
  /** Origins whose pages can embed the console, such as `https://app.example.com`. Defaults to its own only. */
  readonly frameAncestors?: readonly string[] | undefined;
  /**
   * Returns the origins that can also embed the webhook portal of an organization, such as those that its managers add:
   * `listPortalOrigins` of `@plugboard/platform`. Defaults to none.
   */
  readonly listPortalOrigins?: ((organizationId: string) => Promise<readonly string[]>) | undefined;
  /**
   * Returns the origins in the `frame` parameter of an embed token's URL, if it is of the organization that the URL names:
   * `platform.embedTokens.readFrame`. Only they can embed that page. Defaults to none.
   */
  readonly readEmbedOrigins?:
    | ((frame: string, organizationId: string) => Promise<readonly string[]>)
    | undefined;
}

/** Serves the console. */
export interface Console {
  /**
   * Responds to `GET` and `HEAD`: with a file below `/assets/`, and with the console's page for any other path. Route
   * your own paths first.
   */
  readonly fetch: (request: Request) => Promise<Response>;
}

const files = new URL("../../dist/files/", import.meta.url);

const uncached = {
  "content-type": "text/html; charset=utf-8",
  "cache-control": "no-cache",
  vary: "cookie",
};

const types: Readonly<Record<string, string>> = {
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  svg: "image/svg+xml",
  woff2: "font/woff2",
};

/**
 * Creates a handler that serves the built console for your product, with a content security policy.
 *
 * @example
 * ```ts
 * import { createConsole } from "@plugboard/console";
 *
 * const webConsole = createConsole({
 *   product: {
 *     module: "/console-product.js",
 *     title: "Shops",
 *     pages: [{ path: "/orders", title: "Orders" }],
 *   },
 * });
 * const page = await webConsole.fetch(new Request("https://shops.example.com/marketplace"));
 * console.log(page.headers.get("content-type")); // text/html; charset=utf-8
 * ```
 */
export function createConsole({
  product,
  hasSession = () => false,
  publicUrl,
  frameAncestors = [],
  listPortalOrigins,
  readEmbedOrigins = async () => [],
}: ConsoleOptions): Console {
  const headersWith = (framers: readonly string[]) => ({
    "content-security-policy": [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self' 'unsafe-inline'",
      "font-src 'self'",
      "img-src 'self' https: data:",
      "connect-src 'self'",
      "frame-src 'self'",
      `form-action ${["'self'", ...(publicUrl === undefined ? [] : [new URL(publicUrl).origin])].join(" ")}`,
      "base-uri 'none'",
      `frame-ancestors ${[...new Set(framers)].join(" ") || "'none'"}`,
    ].join("; "),
    // With a stricter policy, browsers would omit the origin when posting the form that connects an account, and the
    // public endpoint accepts it only from the console.
    "referrer-policy": "strict-origin",
    "x-content-type-options": "nosniff",
  });
  const ownFramers = ["'self'", ...frameAncestors];
  const headers = headersWith(ownFramers);
  const pages = new Map<string, Promise<string>>();
  const read = async (file: string): Promise<string> => {
    const page = pages.get(file) ?? readPage(file, product);
    pages.set(file, page);
    try {
      return await page;
    } catch (error) {
      // Read again, because a development server can start before its first build.
      pages.delete(file);
      throw error;
    }
  };
  return {
    fetch: async (request) => {
      const url = new URL(request.url);
      const { pathname, searchParams } = url;
      if (request.method !== "GET" && request.method !== "HEAD") return new Response(null, { status: 404 });
      if (pathname.startsWith("/assets/")) return await serveAsset(request, pathname.slice(1), headers);
      const embedded = embeddedPage(url);
      const isFirstPage = embedded === undefined && hasSession(request);
      const built = await read(isFirstPage ? firstPageFile(pathname) : "index.html");
      const filled = isFirstPage ? renderFirstPage(built, product, url) : built;
      const html = embedded === undefined ? withTheme(filled, request.headers.get("cookie")) : filled;
      const frame = searchParams.get("frame");
      if (frame !== null && embedded !== undefined) {
        const origins = await readEmbedOrigins(frame, embedded.organizationId);
        return new Response(
          html.replace("<html", () => `<html data-frame-origins="${origins.join(" ")}"`),
          { headers: { ...headersWith(origins), ...uncached } },
        );
      }
      const portalOrigins =
        embedded?.isPortal === true ? await listPortalOrigins?.(embedded.organizationId) : undefined;
      const pageHeaders =
        portalOrigins === undefined ? headers : headersWith([...ownFramers, ...portalOrigins]);
      return new Response(html, {
        headers: { ...pageHeaders, ...uncached },
      });
    },
  };
}

async function readPage(file: string, product: ProductDeclaration): Promise<string> {
  const html = (await readOptional(file))?.toString("utf8");
  if (html === undefined)
    throw new Error(
      `The built console is missing in ${fileURLToPath(files)}. In a checkout, run \`npx -y pnpm@12.18.0 turbo build --filter @plugboard/console\`. In a bundled server, leave @plugboard/console out of the bundle.`,
    );
  const attribute = escapeHtml(JSON.stringify(product));
  return html.replace("<html", () => `<html data-product="${attribute}"`);
}

async function serveAsset(
  { headers: accepted }: Request,
  path: string,
  headers: Readonly<Record<string, string>>,
): Promise<Response> {
  const extension = path.split(".").at(-1) ?? "";
  const type = types[extension];
  if (type === undefined || !/^assets\/[\w.-]+$/.test(path)) return new Response(null, { status: 404 });
  const isBrotli = /\bbr\b/.test(accepted.get("accept-encoding") ?? "");
  const compressed = isBrotli ? await readOptional(`${path}.br`) : undefined;
  const content = compressed ?? (await readOptional(path));
  if (content === undefined) return new Response(null, { status: 404 });
  return new Response(content, {
    headers: {
      ...headers,
      "content-type": type,
      // The names of assets contain hashes of their contents.
      "cache-control": "public, max-age=31536000, immutable",
      vary: "accept-encoding",
      ...(compressed !== undefined && { "content-encoding": "br" }),
    },
  });
}

/** Reads a file; `undefined` if it doesn't exist. */
async function readOptional(path: string): Promise<Buffer<ArrayBuffer> | undefined> {
  return await readFile(new URL(path, files)).catch((error: unknown) => {
    if (Object(error).code === "ENOENT") return undefined;
    throw error;
  });
}
