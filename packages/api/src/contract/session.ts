import * as z from "zod";
import { roles } from "../vocabulary/role.ts";
import { everyMember } from "./callers.ts";
import { defineOperations, operation } from "./operation.ts";
import { shape } from "./shape.ts";

const maxTokenLength = 1000;
const maxSignInBytes = 4096;

const sessionSchema = shape(
  "SessionResource",
  "The browser's session.",
  z.object({
    signedIn: z.boolean(),
    person: shape(
      "SessionPerson",
      "The signed-in person.",
      z.object({
        id: z.string(),
        name: z.string(),
        email: z.string(),
        hasSecondFactor: z
          .boolean()
          .describe("Whether signing in requires a code in addition to the password."),
        memberships: z.array(
          shape(
            "SessionMembership",
            "A membership of the signed-in person.",
            z.object({
              organization: z.string(),
              role: z.enum(roles),
              requiresSecondFactor: z
                .boolean()
                .optional()
                .describe("Whether the organization requires a second factor."),
            }),
          ),
        ),
        offers: z
          .array(
            shape(
              "MembershipOffer",
              "An organization whose identity provider created a user with the person's address.",
              z.object({ organization: z.string(), title: z.string() }),
            ),
          )
          .optional()
          .describe("The organizations that the person can join."),
      }),
    )
      .optional()
      .describe("Not set for the platform administrator."),
  }),
);

const signInSchema = shape(
  "SignIn",
  "A sign-in request.",
  z.object({ token: z.string().max(maxTokenLength).describe("The administrator's token.") }),
);

const sessionExample = {
  signedIn: true,
  person: {
    id: "w1JPgFqWf9Hi2fEXyLqbEJfkYbVvwm7E",
    name: "Ada",
    email: "ada@example.com",
    hasSecondFactor: true,
    memberships: [{ organization: "org_01", role: "owner" as const }],
    offers: [],
  },
};

/** Operations for browser sessions, which use a cookie. Only a server with a console serves them. */
export const sessionOperations = defineOperations({
  getSession: operation({
    method: "GET",
    path: "/session",
    tag: "Session",
    summary: "Read who is signed in, by cookie or bearer token",
    access: "anyone",
    roles: everyMember,
    response: sessionSchema,
    example: { response: sessionExample },
  }),
  joinOrganization: operation({
    method: "POST",
    path: "/session/organizations/{organizationId}",
    tag: "Session",
    summary:
      "Join an organization whose identity provider created a user with the signed-in person's address",
    access: "anyone",
    roles: everyMember,
    response: sessionSchema,
    errors: ["unauthorized", "not_found"],
    example: { response: sessionExample },
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
