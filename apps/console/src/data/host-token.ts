import { getEmbedSession, getSession } from "@plugboard/api/routes";
import type { EmbedSession, SessionResource } from "@plugboard/api/client";
import type { PortalMessage } from "@plugboard/components-react/portal";
import { say } from "./say-to-host.ts";

interface HostToken {
  readonly token: string;
  readonly renewAt: number;
}

// The host's server may be slow.
const waitMilliseconds = 20_000;
const earlyMilliseconds = 30_000;

let current: HostToken | undefined;
let pending: Promise<HostToken> | undefined;

/** Sends a request to the API with the token of the embedding page, and without the browser's cookies. */
export async function fetchWithHostToken(
  input: URL | RequestInfo,
  init: RequestInit = {},
): Promise<Response> {
  const url = input instanceof Request ? input.url : String(input);
  const isSession = url === `/v1${getSession.path}`;
  const send = async ({ token }: HostToken): Promise<Response> => {
    const headers = new Headers(init.headers);
    headers.set("authorization", `Bearer ${token}`);
    // The session endpoint reads the cookie.
    const path = isSession ? `/v1${getEmbedSession.path}` : url;
    return await fetch(path, { ...init, headers, credentials: "omit" });
  };
  const used = await readToken();
  let response = await send(used);
  if (response.status === 401) {
    // The clocks of server and browser differ, or the host revoked the token and can create another one.
    if (current === used) current = undefined;
    response = await send(await readToken());
  }
  return isSession && response.ok ? Response.json(toSession(await response.json())) : response;
}

function toSession({ person, organization, role }: EmbedSession): SessionResource {
  const memberships = [{ organization, role }];
  return { signedIn: true, person: { ...person, email: "", hasSecondFactor: false, memberships } };
}

async function readToken(): Promise<HostToken> {
  if (current !== undefined && Date.now() < current.renewAt) return current;
  pending ??= askHost().finally(() => {
    pending = undefined;
  });
  current = await pending;
  return current;
}

function askHost(): Promise<HostToken> {
  // The server names the origins that can frame this page.
  const origins = (document.documentElement.dataset["frameOrigins"] ?? "").split(" ");
  const { promise, resolve, reject } = Promise.withResolvers<HostToken>();
  const onMessage = ({ source, origin, data }: MessageEvent<Partial<PortalMessage> | null>): void => {
    if (source !== window.parent || window.parent === window || !origins.includes(origin)) return;
    if (data?.type === "plugboard-embed-token-failed") reject(new Error("The embedding page has no token."));
    if (data?.type !== "plugboard-embed-token" || typeof data.token !== "string") return;
    const renewAt = Date.parse(String(data.expiresAt)) - earlyMilliseconds;
    resolve({ token: data.token, renewAt: Number.isNaN(renewAt) ? 0 : renewAt });
  };
  window.addEventListener("message", onMessage);
  const timer = setTimeout(() => reject(new Error("The embedding page sent no token.")), waitMilliseconds);
  say({ type: "plugboard-embed-token-needed" });
  return promise.finally(() => {
    clearTimeout(timer);
    window.removeEventListener("message", onMessage);
  });
}
