import type { Person } from "./organizations.ts";

// These types don't import the account library, so a process without people doesn't load it.

/** The credential of a session: a `Cookie` header or a bearer token. */
export type SessionCredential = { readonly cookie: string } | { readonly token: string };

/** A session with the cookies that prolong it. */
export interface Renewal {
  readonly person: Person | undefined;
  readonly setCookies: readonly string[];
}

/** Accounts, their credentials and sessions. */
export interface Accounts {
  /** Serves the routes below `/auth`. `visitor` is the client's IP address. */
  readonly fetch: (request: Request, visitor: string) => Promise<Response>;
  /**
   * Returns the person of a session. This prolongs a bearer session; a cookie session is only prolonged
   * together with its cookie.
   */
  readonly identify: (session: SessionCredential) => Promise<Person | undefined>;
  /**
   * Returns the person of a `Cookie` header, with the `Set-Cookie` headers that prolong the session if due.
   */
  readonly renew: (cookie: string) => Promise<Renewal>;
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
