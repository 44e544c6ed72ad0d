import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type RequestListener } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getRequestListener } from "@hono/node-server";
import {
  type Api,
  authenticateToken,
  createApi,
  createErrorHandler,
  createPlatform,
  createPublicEndpoints,
  createResourceInstallationFeature,
  createRunner,
  createUrlRunner,
  notFoundResponse,
  type Platform,
  PlatformError,
  type PlatformStorage,
  type Principal,
  readJsonBody,
  type SecretBox,
} from "@plugboard/platform";
import { sessionOperations } from "@plugboard/api/contract";
import { createScriptRunner } from "@plugboard/script-runner";
import { Hono } from "hono";
import * as z from "zod";
import { contract } from "../contract.ts";
import { trackerFeature } from "../issues/tracker-feature.ts";
import { createConsoleRoutes } from "../console/console-routes.ts";
import { endSession, openSession, readSession, sessionOf, signIn } from "../sessions/sessions.ts";
import { showStatusPage } from "../status/status-page.ts";
import { tracker } from "../tracker.ts";

/** Options for `startTracker`. */
export interface TrackerOptions {
  /** Opened with the product `tracker`. */
  readonly storage: PlatformStorage;
  readonly secretBox: SecretBox;
  /** 0 for any free port. */
  readonly port: number;
  readonly onError: (error: unknown) => void;
}

/** A running tracker. */
export interface TrackerServer {
  readonly url: string;
  readonly platform: Platform;
  readonly api: Api;
  readonly close: () => Promise<void>;
}

const { getSession, signOut } = sessionOperations;
const credentialsSchema = z.object({ email: z.string().max(200), password: z.string().max(200) });

/** Starts the tracker on the loopback interface. Requests wait until it is ready. */
export async function startTracker(options: TrackerOptions): Promise<TrackerServer> {
  // The platform needs the port for its URLs.
  const ready = Promise.withResolvers<(...exchange: Parameters<RequestListener>) => void | Promise<void>>();
  ready.promise.catch(() => undefined);
  const server = createServer((...exchange) => {
    ready.promise.then(
      (listener) => listener(...exchange),
      () => exchange[1].destroy(),
    );
  });
  const close = (): void => {
    server.close();
    server.closeAllConnections();
  };
  server.listen(options.port, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  try {
    const { listener, stop, ...tracker } = await openTracker(options, address.port);
    ready.resolve(listener);
    return {
      ...tracker,
      close: async () => {
        close();
        await stop();
      },
    };
  } catch (error) {
    ready.reject(error);
    close();
    throw error;
  }
}

async function openTracker({ storage, secretBox, onError }: TrackerOptions, port: number) {
  const url = `http://127.0.0.1:${port}`;
  const directory = await mkdtemp(join(tmpdir(), "tracker-scripts-"));
  const runner = createRunner({
    // Hosted integrations run on this machine.
    urls: createUrlRunner({ allowNetworks: ["127.0.0.0/8"] }),
    scripts: createScriptRunner({
      directory,
      apiOrigins: [{ origin: url, pathPrefix: "/v1" }],
      onLog: (line) => platform.logs.write({ ...line, kind: "log" }),
    }),
  });
  const urls = { api: `${url}/v1`, console: url, public: `http://localhost:${port}` };
  const platform = await createPlatform({ ...storage, product: tracker, secretBox, runner, urls, onError });
  const authenticate = async (request: Request): Promise<Principal> => {
    const session = sessionOf(request);
    const authorization = request.headers.get("authorization");
    if (session === undefined && authorization === null)
      throw new PlatformError("unauthorized", `Sign in at ${url}/sign-in, or send a bearer token.`);
    // The portal sends a token, and the browser adds the cookie.
    if (session === undefined || authorization !== null)
      return await authenticateToken(platform, (authorization ?? "").replace(/^Bearer /, ""));
    requireSameOrigin(request, url);
    return await openSession(platform, session);
  };
  const features = [trackerFeature, createResourceInstallationFeature(contract)];
  const api = createApi(platform, { authenticate, features, organizationCreation: "person", onError });
  const publicEndpoints = createPublicEndpoints(platform, { onError });
  const app = new Hono();
  app.get(`/v1${getSession.path}`, async (c) => c.json(await readSession(platform, sessionOf(c.req.raw))));
  app.delete(`/v1${signOut.path}`, async (c) => await answerSignOut(platform, c.req.raw, url));
  app.post("/sign-in", async (c) => await answerSignIn(platform, c.req.raw));
  app.all("/v1/*", async (c) => await api.fetch(c.req.raw));
  app.all("/integrations/*", async (c) => await publicEndpoints.fetch(c.req.raw));
  app.get("/status/:project", async (c) => await showStatusPage(platform, c.req.raw, c.req.param("project")));
  app.route("/", await createConsoleRoutes(platform));
  app.notFound(notFoundResponse);
  app.onError(createErrorHandler(onError));
  platform.start();
  return {
    url,
    platform,
    api,
    listener: getRequestListener(app.fetch),
    stop: async () => {
      await platform.stop();
      await runner.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

// Browsers send the cookie with requests from other sites too.
function requireSameOrigin({ method, headers }: Request, url: string): void {
  if (method !== "GET" && headers.get("origin") !== url)
    throw new PlatformError("forbidden", `Send the header Origin: ${url} with changes.`);
}

async function answerSignIn(platform: Platform, request: Request): Promise<Response> {
  const { data } = credentialsSchema.safeParse(await readJsonBody(request, 4096));
  if (data === undefined) throw new PlatformError("invalid_request", "Send email and password.");
  const token = await signIn(platform, data.email, data.password);
  const cookie = `session=${token}; Path=/; HttpOnly; SameSite=Strict; Max-Age=604800`;
  return new Response(null, { status: 204, headers: { "set-cookie": cookie } });
}

async function answerSignOut(platform: Platform, request: Request, url: string): Promise<Response> {
  requireSameOrigin(request, url);
  const session = sessionOf(request);
  if (session !== undefined) await endSession(platform, session);
  const cookie = "session=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0";
  return Response.json({ signedIn: false }, { headers: { "set-cookie": cookie } });
}
