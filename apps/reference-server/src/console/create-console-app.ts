import type { HttpBindings } from "@hono/node-server";
import { type Handler, Hono, type MiddlewareHandler } from "hono";
import { cors } from "hono/cors";
import type { AdminToken } from "./admin-token.ts";
import type { Sessions } from "./session.ts";
import { compressJson } from "../http/compress-json.ts";
import { shareWithLocalPages } from "../http/local-pages.ts";
import { type Network, visitorAddress } from "../http/client-address.ts";
import { accountsPath } from "../people/accounts.ts";
import { contentContract } from "@plugboard/content/contract";
import { embeddedPage } from "@plugboard/console/page";
import {
  createApi,
  createHttpTelemetry,
  notFoundResponse,
  type OnError,
  type PlatformUrls,
  inOrganizations,
  listPortalOrigins,
  type Platform,
  type ServerSettings,
  readBody,
} from "@plugboard/platform";
import { createAgentEndpoint } from "../agents/agent-endpoint.ts";
import { createOperationEndpoint } from "../agents/operation-endpoint.ts";
import { authorizationServerPath, createAgentMetadataRoutes } from "../agents/agent-metadata-routes.ts";
import { createScimEndpoint } from "../scim/scim-endpoint.ts";
import { createAuthenticate, createSessionRoutes, type People } from "./authentication.ts";
import { createConsoleRoutes } from "./console-routes.ts";
import { createDocsRoutes } from "./docs-routes.ts";
import { createImageRoutes } from "./image-routes.ts";

/** An app of the server. */
export type App = Hono<{ Bindings: HttpBindings }>;

/** Options for the app of the console's origin. */
export interface ConsoleAppOptions {
  readonly platform: Platform;
  readonly adminToken: AdminToken;
  readonly sessions: Sessions;
  readonly people: People;
  readonly trustedProxies: readonly Network[];
  /** Origins whose pages can frame the portal of every organization, and call the API with its token. */
  readonly portalOrigins: readonly string[];
  /** The folder of the built `apps/site`. */
  readonly siteDir: string;
  /** The folder of the built console. */
  readonly consoleDir: string;
  /** The folder of the built documentation. It doesn't have to exist. */
  readonly docsDir: string;
  readonly onError: OnError;
  /** The operator's settings. */
  readonly settings: ServerSettings;
}

/** Creates the app of the console's origin: the console and the HTTP API. */
export function createConsoleApp({
  platform,
  adminToken,
  sessions,
  people,
  trustedProxies,
  portalOrigins,
  siteDir,
  consoleDir,
  docsDir,
  onError,
  settings,
}: ConsoleAppOptions): App {
  const app: App = new Hono();
  const authenticate = createAuthenticate({ platform, adminToken, sessions, people });
  const api = createApi(platform, {
    authenticate,
    onError,
    settings,
    contract: contentContract,
  });
  app.use(
    createSecurityHeaders(platform.urls, async (url) => {
      const shown = embeddedPage(url);
      if (shown === undefined) return noFramers;
      const { isPortal, organizationId } = shown;
      const frame = url.searchParams.get("frame");
      if (frame !== null) return new Set(await platform.embedTokens.readFrame(frame, organizationId));
      if (!isPortal) return noFramers;
      const own = await inOrganizations([organizationId], () => listPortalOrigins(platform, organizationId));
      return new Set([...portalOrigins, ...own.map(({ origin }) => origin)]);
    }),
  );
  if (portalOrigins.length > 0) app.use("/v1/*", shareWith(portalOrigins));
  app.use("/v1/*", noStore, compressJson);
  app.route("/", createSessionRoutes({ platform, adminToken, sessions, people, trustedProxies, onError }));
  app.all("/v1/*", (c) => api.fetch(c.req.raw, { address: visitorAddress(c, trustedProxies) }));
  app.use(createHttpTelemetry());
  app.use("/scim/*", noStore);
  app.route("/", createScimEndpoint({ platform, api, authenticate, trustedProxies, onError }));
  for (const path of agentPaths) app.use(path, shareWithLocalPages);
  app.route("/", createAgentMetadataRoutes(platform.urls.console));
  const agentOptions = { platform, api, authenticate, people, trustedProxies, siteDir };
  // Before the tools, whose path has an installation in the place of `operations`.
  app.route("/", createOperationEndpoint(agentOptions));
  app.route("/", createAgentEndpoint(agentOptions));
  const callAccounts: Handler<{ Bindings: HttpBindings }> = async (c) => {
    const { method, headers, url } = c.req.raw;
    const body = await readBody(c.req.raw, maxAccountBodyBytes);
    const request = new Request(url, { method, headers, body: body ?? null });
    return await people.accounts.fetch(request, visitorAddress(c, trustedProxies));
  };
  app.get(authorizationServerPath, callAccounts);
  app.use(`${accountsPath}/*`, noStore);
  app.all(`${accountsPath}/*`, callAccounts);
  app.route("/", createImageRoutes({ platform, api, trustedProxies }));
  app.get("/.well-known/jwks.json", async (c) => c.json(await platform.tokens.keys()));
  app.route("/docs", createDocsRoutes(docsDir));
  app.route("/", createConsoleRoutes(consoleDir, platform.embedTokens));
  app.notFound(notFoundResponse);
  return app;
}

/** The paths that agents call from browsers. */
const agentPaths = [
  "/mcp/*",
  "/.well-known/oauth-protected-resource/*",
  authorizationServerPath,
  `${accountsPath}/oauth2/token`,
  `${accountsPath}/oauth2/revoke`,
];

const preflightSeconds = 600;
const maxAccountBodyBytes = 64 * 1024;

const consolePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "font-src 'self'",
  "connect-src 'self'",
  "frame-src http: https:",
  "base-uri 'none'",
];

const noFramers: ReadonlySet<string> = new Set();

const scriptOrStyle = /^\/assets\/[^/]+\.(js|css)$/;

/** Keeps other sites from framing the console, and blocks third-party scripts. */
function createSecurityHeaders(
  { public: publicOrigin, integrations = "" }: PlatformUrls,
  listFramers: (url: URL) => Promise<ReadonlySet<string>>,
): MiddlewareHandler {
  // Integration icons come from the public origin, which uses http in development. The form that connects an
  // account posts to a public endpoint.
  const images = `img-src 'self' ${publicOrigin} https: data:`;
  const policy = [...consolePolicy, images, `form-action 'self' ${publicOrigin} ${integrations}`.trim()].join(
    "; ",
  );
  return async (c, next) => {
    await next();
    // The documentation has its own policy. Browsers ignore the policies of scripts and styles, and slow connections
    // would load one with each file.
    if (!c.res.headers.has("content-security-policy") && !scriptOrStyle.test(c.req.path)) {
      const framers = [...(await listFramers(new URL(c.req.url)))];
      const ancestors = framers.length > 0 ? framers.join(" ") : "'none'";
      c.header("content-security-policy", `${policy}; frame-ancestors ${ancestors}`);
    }
    c.header("x-content-type-options", "nosniff");
    // With a stricter policy, browsers would omit the origin when posting that form, and the public endpoint
    // accepts it only from the console.
    c.header("referrer-policy", "strict-origin");
  };
}

/**
 * Lets pages of these origins call the API with a bearer token. Credentials are not allowed, so browsers
 * don't send sessions.
 */
function shareWith(origins: readonly string[]): MiddlewareHandler {
  return cors({
    origin: [...origins],
    allowMethods: ["GET", "POST", "PATCH", "DELETE"],
    allowHeaders: ["authorization", "content-type", "idempotency-key"],
    maxAge: preflightSeconds,
  });
}

/** API responses can contain secrets and expire quickly. */
const noStore: MiddlewareHandler = async (c, next) => {
  await next();
  c.header("cache-control", "no-store");
};
