import { readFile } from "node:fs/promises";
import { extname, join, normalize } from "node:path";
import type { BrowserContext } from "playwright-core";

const contentTypes: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
};

/**
 * Serves a folder to the browser at `origin`, without a server or port. A path that ends in a slash maps to
 * its `index.html`; missing files return 404.
 */
export async function serveFolder(context: BrowserContext, origin: string, folder: string): Promise<void> {
  await context.route(`${origin}/**`, async (route) => {
    const { pathname } = new URL(route.request().url());
    const file = normalize(pathname.endsWith("/") ? `${pathname}index.html` : pathname);
    try {
      const body = await readFile(join(folder, file));
      await route.fulfill({ body, contentType: contentTypes[extname(file)] ?? "application/octet-stream" });
    } catch {
      await route.fulfill({ status: 404, body: `There is no ${pathname}` });
    }
  });
}
