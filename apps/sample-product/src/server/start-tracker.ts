import { createServer } from "node:http";
import { getRequestListener } from "@hono/node-server";
import {
  type Api,
  authenticateToken,
  createApi,
  createPlatform,
  createPublicEndpoints,
  createRunner,
  createUrlRunner,
  type Platform,
  PlatformError,
  type PlatformStorage,
  type Principal,
  readJsonBody,
  type SecretBox,
} from "@plugboard/platform";
import * as z from "zod";
import { trackerFeature } from "../issues/tracker-feature.ts";
import { openSession, signIn } from "../sessions/sessions.ts";
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

const credentialsSchema = z.object({ email: z.string().max(200), password: z.string().max(200) });

/** Starts the tracker on the loopback interface. */
export async function startTracker({
  storage,
  secretBox,
  port,
  onError,
}: TrackerOptions): Promise<TrackerServer> {
  const server = createServer((...exchange) => void listener(...exchange));
  await new Promise<void>((resolve) => {
    server.listen(port, "127.0.0.1", resolve);
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  const url = `http://127.0.0.1:${address.port}`;
  // Integrations run on this machine.
  const runner = createRunner({ urls: createUrlRunner({ allowNetworks: ["127.0.0.0/8"] }) });
  const urls = { api: `${url}/v1`, console: url, sites: `http://localhost:${address.port}` };
  const platform = await createPlatform({ ...storage, product: tracker, secretBox, runner, urls, onError });
  const authenticate = async (request: Request): Promise<Principal> => {
    const session = sessionOf(request);
    if (session === undefined)
      return await authenticateToken(
        platform,
        (request.headers.get("authorization") ?? "").replace(/^Bearer /, ""),
      );
    // Browsers send the cookie with requests from other sites too.
    if (request.method !== "GET" && request.headers.get("origin") !== url)
      throw new PlatformError("forbidden", `Send the header Origin: ${url} with changes.`);
    return await openSession(platform, session);
  };
  const features = [trackerFeature];
  const api = createApi(platform, { authenticate, features, organizationCreation: "person", onError });
  const publicEndpoints = createPublicEndpoints(platform, { onError });
  const listener = getRequestListener(async (request) => {
    const { pathname } = new URL(request.url);
    if (pathname === "/sign-in" && request.method === "POST") return await answerSignIn(platform, request);
    if (pathname.startsWith("/v1/")) return await api.fetch(request);
    if (pathname.startsWith("/integrations/")) return await publicEndpoints.fetch(request);
    const [, project] = /^\/status\/([\w-]+)$/.exec(pathname) ?? [];
    if (project !== undefined) return await showStatusPage(platform, request, project);
    return new Response("Not found", { status: 404 });
  });
  platform.start();
  return {
    url,
    platform,
    api,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await platform.stop();
      await runner.close();
    },
  };
}

function sessionOf(request: Request): string | undefined {
  return /(?:^|; )session=([\w-]+)/.exec(request.headers.get("cookie") ?? "")?.[1];
}

async function answerSignIn(platform: Platform, request: Request): Promise<Response> {
  try {
    const { email, password } = credentialsSchema.parse(await readJsonBody(request, 4096));
    const token = await signIn(platform, email, password);
    const cookie = `session=${token}; Path=/; HttpOnly; SameSite=Strict; Max-Age=604800`;
    return new Response(null, { status: 204, headers: { "set-cookie": cookie } });
  } catch (error) {
    if (error instanceof z.ZodError)
      return Response.json({ detail: "Send email and password." }, { status: 400 });
    if (error instanceof PlatformError) return Response.json({ detail: error.message }, { status: 401 });
    throw error;
  }
}
