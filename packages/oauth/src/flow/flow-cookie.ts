import { base64url } from "jose";
import { flowLifetimeSeconds } from "./flow.ts";

/**
 * The cookie that binds a flow to the browser. Each flow has its own, named after its state, so that two popups do not
 * disturb each other.
 *
 * When the redirect URL lies at the top of its host, the host is the integration's alone and the cookie is `__Host-`.
 * Otherwise other integrations share the host, and the cookie is sent to the redirect path only. Over http, which is
 * accepted for development on localhost, neither prefix nor `Secure` can be used.
 */
export interface FlowCookie {
  readonly name: string;
  readonly attributes: string;
}

/** The cookie for a flow that ends at `redirectURL` with `state`. */
export async function flowCookie(redirectURL: URL, state: string): Promise<FlowCookie> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(state));
  const name = `plugboard_oauth_${base64url.encode(new Uint8Array(digest)).slice(0, 16)}`;
  const common = "HttpOnly; SameSite=Lax";
  // A redirect may arrive at any address; none may write attributes of its own.
  const path = redirectURL.pathname.replaceAll(";", "%3B");
  if (redirectURL.protocol === "http:") return { name, attributes: `Path=${path}; ${common}` };
  const ownHost = path.lastIndexOf("/") === 0;
  return ownHost
    ? { name: `__Host-${name}`, attributes: `Path=/; ${common}; Secure` }
    : { name: `__Secure-${name}`, attributes: `Path=${path}; ${common}; Secure` };
}

/** The `Set-Cookie` value that gives the cookie to the browser for as long as the flow may take. */
export function setFlowCookie(cookie: FlowCookie, value: string): string {
  return `${cookie.name}=${value}; ${cookie.attributes}; Max-Age=${flowLifetimeSeconds}`;
}

/** The `Set-Cookie` value that takes the cookie away. */
export function clearFlowCookie(cookie: FlowCookie): string {
  return `${cookie.name}=; ${cookie.attributes}; Max-Age=0`;
}

/** The value of the cookie in a request's `Cookie` header. */
export function readFlowCookie(cookie: FlowCookie, header: string | null): string | undefined {
  const prefix = `${cookie.name}=`;
  const pair = header?.split(";").find((part) => part.trimStart().startsWith(prefix));
  return pair?.trim().slice(prefix.length);
}
