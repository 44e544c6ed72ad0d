import type { AgentScope } from "../agent-access/agent-resource.ts";
import type { Person } from "./organizations.ts";

// These types don't import the account library, so a process without accounts doesn't load it.

/** The credential of a session: a `Cookie` header or a bearer token. */
export type SessionCredential = { readonly cookie: string } | { readonly token: string };

/** A session, and the cookies that extend it. */
export interface Renewal {
  readonly person: Person | undefined;
  readonly setCookies: readonly string[];
}

/** The person of an agent's access token, and the agent's rights. */
export interface IdentifiedAgent {
  readonly person: Person;
  readonly clientId: string;
  readonly scopes: readonly AgentScope[];
}

/** Accounts, their credentials and sessions. */
export interface Accounts {
  /** Serves the routes below `/auth`. `visitor` is the client's IP address. */
  readonly fetch: (request: Request, visitor: string) => Promise<Response>;
  /**
   * Returns the person of a session. Extends a bearer session; a cookie session is only extended together
   * with its cookie.
   */
  readonly identify: (session: SessionCredential) => Promise<Person | undefined>;
  /**
   * Returns the person of a `Cookie` header, with the `Set-Cookie` headers that extend the session if due.
   */
  readonly renew: (cookie: string) => Promise<Renewal>;
  /**
   * Returns the agent of an access token for an organization's MCP endpoint. Returns `undefined` if the token was
   * revoked or is for another organization.
   */
  readonly identifyAgent: (token: string, organizationId: string) => Promise<IdentifiedAgent | undefined>;
  /**
   * Ends the session of a `Cookie` header.
   * @returns the `Set-Cookie` headers that clear the cookies
   */
  readonly signOut: (cookie: string) => Promise<readonly string[]>;
  /** Stops background work. */
  readonly close: () => Promise<void>;
}

export const accountsPath = "/auth";

/** The prefix of bearer session tokens, for secret scanners. */
export const sessionTokenPrefix = "pbs_";
