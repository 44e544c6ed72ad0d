import * as z from "zod";
import { everyMember } from "./callers.ts";
import { operation } from "./operation.ts";
import { getSession, signIn, signOut } from "./routes.ts";

/** Whether this browser is signed in. */
export interface SessionResource {
  readonly signedIn: boolean;
}

/** What signs a browser in. */
export interface SignIn {
  /** The administrator's token. */
  readonly token: string;
}

const maxTokenLength = 1000;
const maxSignInBytes = 4096;

const sessionSchema: z.ZodType<SessionResource> = z.object({ signedIn: z.boolean() });

const signInSchema: z.ZodType<SignIn, SignIn> = z.object({ token: z.string().max(maxTokenLength) });

/** The sign-in of a browser, kept in a cookie. Served by a server that has a console, beside the platform's operations. */
export const sessionOperations = {
  getSession: operation(getSession, {
    tag: "Session",
    summary: "Read whether this browser is signed in",
    access: "anyone",
    roles: everyMember,
    response: sessionSchema,
    example: { response: { signedIn: false } },
  }),
  signIn: operation(signIn, {
    tag: "Session",
    summary: "Sign this browser in with the administrator's token; sets a cookie",
    access: "anyone",
    roles: everyMember,
    body: signInSchema,
    maxBodyBytes: maxSignInBytes,
    response: sessionSchema,
    errors: ["unauthorized", "rate_limited"],
    example: { body: { token: "the administrator's token" }, response: { signedIn: true } },
  }),
  signOut: operation(signOut, {
    tag: "Session",
    summary: "Sign this browser out",
    access: "anyone",
    roles: everyMember,
    response: sessionSchema,
    example: { response: { signedIn: false } },
  }),
};
