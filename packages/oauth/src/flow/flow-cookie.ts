import { base64url } from "jose";
import { flowLifetimeSeconds } from "./flow.ts";

/**
 * The cookie that binds a flow to the browser. Each flow has its own, named after its state, so that two
 * popups don't interfere.
 *
 * If the redirect URL is at the top level of its host, the host belongs to the integration and the cookie is
 * `__Host-`. Otherwise other integrations share the host, and the cookie is limited to the redirect path.
 * Over http, which is allowed on localhost for development, prefixes and `Secure` don't work.
 */
export interface FlowCookie {
  readonly name: string;
  readonly attributes: string;
}

/** Returns the cookie for a flow with `state` that ends at `redirectURL`. */
export async function flowCookie(redirectURL: URL, state: string): Promise<FlowCookie> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(state));
  const name = `plugboard_oauth_${base64url.encode(new Uint8Array(digest)).slice(0, 16)}`;
  const common = "HttpOnly; SameSite=Lax";
  // Prevents a URL from adding cookie attributes.
  const path = redirectURL.pathname.replaceAll(";", "%3B");
  if (redirectURL.protocol === "http:") return { name, attributes: `Path=${path}; ${common}` };
  const ownHost = path.lastIndexOf("/") === 0;
  return ownHost
    ? { name: `__Host-${name}`, attributes: `Path=/; ${common}; Secure` }
    : { name: `__Secure-${name}`, attributes: `Path=${path}; ${common}; Secure` };
}

/** Returns the `Set-Cookie` value that sets the cookie for the maximum duration of a flow. */
export function setFlowCookie(cookie: FlowCookie, value: string): string {
  return `${cookie.name}=${value}; ${cookie.attributes}; Max-Age=${flowLifetimeSeconds}`;
}

/** Returns the `Set-Cookie` value that deletes the cookie. */
export function clearFlowCookie(cookie: FlowCookie): string {
  return `${cookie.name}=; ${cookie.attributes}; Max-Age=0`;
}

/** Returns the value of the cookie in a request's `Cookie` header. */
export function readFlowCookie(cookie: FlowCookie, header: string | null): string | undefined {
  const prefix = `${cookie.name}=`;
  const pair = header?.split(";").find((part) => part.trimStart().startsWith(prefix));
  return pair?.trim().slice(prefix.length);
}

/** Deletes the cookie of the flow that a redirect belongs to, in the response to that redirect. */
export async function withoutFlowCookie(response: Response, redirect: URL): Promise<Response> {
  const state = redirect.searchParams.get("state");
  if (state === null) return response;
  const headers = new Headers(response.headers);
  headers.append("set-cookie", clearFlowCookie(await flowCookie(redirect, state)));
  return new Response(response.body, { status: response.status, headers });
}
