import * as z from "zod";
import { type Role, roles } from "../vocabulary/role.ts";
import { everyMember } from "./callers.ts";
import { defineOperations, operation } from "./operation.ts";

/** In which organization somebody is, and as what. */
export interface SessionMembership {
  readonly organization: string;
  readonly role: Role;
  /** Whether the organization is closed to those without a second factor. */
  readonly requiresSecondFactor?: boolean | undefined;
}

/** Who is signed in with an account. */
export interface SessionPerson {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  /** Whether a code is asked for besides the password. */
  readonly hasSecondFactor: boolean;
  readonly memberships: readonly SessionMembership[];
}

/** Whether this browser is signed in. */
export interface SessionResource {
  readonly signedIn: boolean;
  /** Who is signed in; absent for the platform's administrator. */
  readonly person?: SessionPerson | undefined;
}

/** What signs a browser in. */
export interface SignIn {
  /** The administrator's token. */
  readonly token: string;
}

const maxTokenLength = 1000;
const maxSignInBytes = 4096;

const sessionSchema: z.ZodType<SessionResource> = z.object({
  signedIn: z.boolean(),
  person: z
    .object({
      id: z.string(),
      name: z.string(),
      email: z.string(),
      hasSecondFactor: z.boolean(),
      memberships: z.array(
        z.object({
          organization: z.string(),
          role: z.enum(roles),
          requiresSecondFactor: z.boolean().optional(),
        }),
      ),
    })
    .optional(),
});

const signInSchema: z.ZodType<SignIn, SignIn> = z.object({ token: z.string().max(maxTokenLength) });

/** The sign-in of a browser, kept in a cookie. Served by a server that has a console, beside the platform's operations. */
export const sessionOperations = defineOperations({
  getSession: operation({
    method: "GET",
    path: "/session",
    tag: "Session",
    summary: "Read who is signed in, by cookie or bearer token",
    access: "anyone",
    roles: everyMember,
    response: sessionSchema,
    example: {
      response: {
        signedIn: true,
        person: {
          id: "w1JPgFqWf9Hi2fEXyLqbEJfkYbVvwm7E",
          name: "Ada",
          email: "ada@example.com",
          hasSecondFactor: true,
          memberships: [{ organization: "org_01", role: "owner" }],
        },
      },
    },
  }),
  signIn: operation({
    method: "POST",
    path: "/session",
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
  signOut: operation({
    method: "DELETE",
    path: "/session",
    tag: "Session",
    summary: "Sign this browser out",
    access: "anyone",
    roles: everyMember,
    response: sessionSchema,
    example: { response: { signedIn: false } },
  }),
});
