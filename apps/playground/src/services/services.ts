import { createHmac, randomUUID } from "node:crypto";
import * as z from "zod";
import { sampleClient } from "../samples.ts";
import { overviewPage } from "./overview-page.ts";

/** Options for {@link createServices}. */
export interface ServicesOptions {
  readonly url: string;
  readonly consoleUrl: string;
  /** The target of the repository host's webhooks. */
  readonly releaseHookUrl: string;
  /** Whether an access token is valid. */
  readonly isActive: (token: string) => Promise<boolean>;
  /** Prints a service's activity to the terminal. */
  readonly print: (service: string, text: string) => void;
}

/** Handles a request to one of the services; `undefined` for any other path. */
export type Services = (request: Request) => Promise<Response | undefined>;

const channels = [
  { id: "C1", name: "docs" },
  { id: "C2", name: "random" },
];

const initialIssues = {
  "acme/issues/7": { title: "Step 2 of the guide fails", state: "open" },
  "acme/issues/8": { title: "Mention the required Node.js version", state: "closed" },
};

const batchSchema = z.object({
  measurements: z.array(z.object({ kind: z.string(), url: z.string(), rating: z.string().optional() })),
});

const maxShown = 30;

/**
 * Creates the demo services: a chat, an issue tracker, an analytics service and a repository host. A page
 * lists the requests they received.
 */
export function createServices({
  url,
  consoleUrl,
  releaseHookUrl,
  isActive,
  print,
}: ServicesOptions): Services {
  const reached: string[] = [];
  const issues = new Map(Object.entries(initialIssues));
  let releases = 0;

  function note(service: string, text: string): void {
    print(service, text);
    reached.unshift(`${service}: ${text}`);
    reached.splice(maxShown);
  }

  async function publishRelease(): Promise<void> {
    releases += 1;
    const tag = `v1.${releases}.0`;
    const repository = "acme/handbook";
    const body = JSON.stringify({
      action: "published",
      release: { tag_name: tag, html_url: `https://host.example/${repository}/releases/${tag}` },
      repository: { full_name: repository },
    });
    const signature = createHmac("sha256", sampleClient.secret).update(body).digest("hex");
    const headers = {
      "content-type": "application/json",
      "x-github-delivery": randomUUID(),
      "x-hub-signature-256": `sha256=${signature}`,
    };
    const sent = fetch(releaseHookUrl, {
      method: "POST",
      body,
      headers,
      signal: AbortSignal.timeout(10_000),
    });
    const outcome = await sent.then(
      async (response) => `${response.status} ${await response.text()}`,
      (error: unknown) => String(error),
    );
    note("repository", `published ${tag}; webhook response: ${outcome}`);
  }

  const respond: Readonly<Record<string, (request: Request) => Promise<Response>>> = {
    "GET /": async () => htmlResponse(overviewPage({ consoleUrl, url }, reached)),
    "GET /channels": async () => Response.json(channels),
    "POST /messages": async (request) => {
      note("chat", await request.text());
      return new Response(null, { status: 204 });
    },
    "POST /measurements": async (request) => {
      const parsed = batchSchema.safeParse(await request.json().catch(() => undefined));
      if (!parsed.success) return new Response(parsed.error.message, { status: 400 });
      const kinds = parsed.data.measurements.map(({ kind, url: page, rating }) =>
        [kind, rating, new URL(page).pathname].filter((part) => part !== undefined).join(" "),
      );
      note("analytics", `a batch of ${kinds.length}: ${kinds.join(", ")}`);
      return new Response(null, { status: 204 });
    },
    "POST /releases": async () => {
      await publishRelease();
      return new Response(null, { status: 303, headers: { location: "/" } });
    },
  };

  return async (request) => {
    const { pathname } = new URL(request.url);
    const issue = pathname.startsWith("/api/") ? pathname.slice("/api/".length) : undefined;
    const endpoint = issue === undefined ? `${request.method} ${pathname}` : "issue";
    if (endpoint !== "issue" && !Object.hasOwn(respond, endpoint)) return undefined;
    if (!(await isAllowed(endpoint, request))) return new Response(null, { status: 401 });
    if (issue === undefined) return await respond[endpoint]?.(request);
    const found = issues.get(issue);
    if (found === undefined) {
      note("tracker", `no issue ${issue}`);
      return new Response(null, { status: 404 });
    }
    if (request.method === "PATCH") {
      const closed = { ...found, state: "closed" };
      issues.set(issue, closed);
      note("tracker", `closed ${issue}: ${found.title}`);
      return Response.json(closed);
    }
    note("tracker", `read ${issue}: ${found.title}`);
    return Response.json(found);
  };

  async function isAllowed(endpoint: string, request: Request): Promise<boolean> {
    if (endpoint === "GET /") return true;
    // Allows only the button on the page itself.
    if (endpoint === "POST /releases") return request.headers.get("origin") === url;
    const token = (request.headers.get("authorization") ?? "").replace(/^Bearer /, "");
    return endpoint === "POST /measurements" ? token === sampleClient.secret : await isActive(token);
  }
}

function htmlResponse(html: string): Response {
  return new Response(html, { headers: { "content-type": "text/html; charset=utf-8" } });
}
