import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { IntegrationDescription } from "@plugboard/api";
import type { Manifest } from "@plugboard/manifest";
import { devPageKey } from "../server/dev-page-url.ts";
import type { PageFiles } from "./bundle-dev-page.ts";
import type { ReportLog } from "./report-log.ts";

/** The integration that the page shows. */
export interface DevSubject {
  readonly manifest: Manifest;
  readonly description: IntegrationDescription;
  readonly installationId: string;
}

/** The response to the page's first request. */
export interface DevPageSession extends DevSubject {
  /** The token for the API. */
  readonly token: string;
}

/** Options for `createDevPage`. */
export interface DevPageOptions {
  readonly token: string;
  readonly reports: ReportLog;
  /** Returns the integration; `undefined` until it is installed. */
  readonly subject: () => DevSubject | undefined;
}

const contentTypes: Readonly<Record<string, string>> = {
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
};
const securityHeaders = {
  "cache-control": "no-store",
  // The URL contains the key, and components load images and frames from elsewhere.
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
};
const html = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>plugboard dev</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/dev-page/main.css">
<div id="root"></div>
<script type="module" src="/dev-page/main.js"></script>
</html>
`;

/** Creates the handler of the page that shows the integration. It returns `undefined` for requests to other paths. */
export function createDevPage({
  token,
  reports,
  subject,
}: DevPageOptions): (request: Request) => Promise<Response | undefined> {
  let files: Promise<PageFiles> | undefined;
  return async (request) => {
    const { pathname, searchParams } = new URL(request.url);
    const file = /^\/dev-page\/([\w-]+\.(js|css))$/.exec(pathname);
    if (file !== null) {
      const [, name = "", type = ""] = file;
      const body = (await (files ??= readPageFiles())).get(name);
      if (body === undefined) return undefined;
      const headers = { ...securityHeaders, "content-type": contentTypes[type] ?? "" };
      return new Response(new Uint8Array(body), { headers });
    }
    if (!["/", "/dev/session", "/dev/reports"].includes(pathname)) return undefined;
    if (searchParams.get("key") !== devPageKey(token)) {
      const message = "Run `plugboard open` in the integration's folder to open this page.\n";
      return new Response(message, { status: 403 });
    }
    if (pathname === "/")
      return new Response(html, {
        headers: { ...securityHeaders, "content-type": "text/html; charset=utf-8" },
      });
    if (pathname === "/dev/reports")
      return reports.stream(Number(request.headers.get("last-event-id") ?? 0) || 0);
    const current = subject();
    if (current === undefined) return new Response("The integration is starting.\n", { status: 503 });
    return Response.json({ ...current, token } satisfies DevPageSession, { headers: securityHeaders });
  };
}

// The build puts the bundle next to the code.
async function readPageFiles(): Promise<PageFiles> {
  const folder = fileURLToPath(new URL("../page", import.meta.url));
  const names = await readdir(folder).catch(() => undefined);
  if (names === undefined) return await (await import("./bundle-dev-page.ts")).bundleDevPage();
  return new Map(
    await Promise.all(
      names.map(async (name): Promise<[string, Uint8Array]> => [name, await readFile(join(folder, name))]),
    ),
  );
}
