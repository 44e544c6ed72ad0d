import type { RateLimiter } from "@plugboard/platform";
import type { BetterAuthPlugin } from "better-auth";
import { createAuthEndpoint } from "better-auth/api";
import type { Mailer } from "../mail/create-mailer.ts";
import { firstOwnerEndpoints } from "./first-owner-endpoints.ts";
import type { FirstOwnerLink } from "./first-owner-link.ts";
import { invitationEndpoints } from "./invitation-endpoints.ts";
import type { Organizations } from "./organizations.ts";
import { passwordLinkEndpoint } from "./password-link-endpoint.ts";
import { sessionEndpoints } from "./session-endpoints.ts";
import { signInHooks } from "./sign-in-hooks.ts";

/** The sign-in methods of this server. */
export interface SignInMethods {
  /** Whether links can be sent by email. */
  readonly emailLinks: boolean;
  /** Whether browsers support passkeys at this address. */
  readonly passkeys: boolean;
  readonly providers: readonly { readonly id: string; readonly name: string }[];
  readonly minPasswordLength: number;
}

/** Options for `createPeoplePlugin`. */
export interface PeoplePluginOptions {
  readonly consoleUrl: string;
  readonly firstOwnerLink: FirstOwnerLink;
  readonly organizations: Organizations;
  readonly rateLimiter: RateLimiter;
  readonly mailer: Mailer | undefined;
  readonly methods: SignInMethods;
  /** Returns whether a request is authenticated as the platform administrator. */
  readonly isAdministrator: (headers: Headers) => Promise<boolean>;
}

/**
 * Returns the better-auth plugin with the first owner, invitations, sign-in methods, and sessions without
 * their tokens.
 */
export function createPeoplePlugin(options: PeoplePluginOptions) {
  const { consoleUrl, firstOwnerLink, organizations, rateLimiter, methods } = options;
  return {
    id: "people",
    endpoints: {
      getMethods: createAuthEndpoint("/methods", { method: "GET" }, async (ctx) =>
        ctx.json({ accounts: await organizations.hasMember(), ...methods }),
      ),
      ...firstOwnerEndpoints(firstOwnerLink, organizations),
      ...invitationEndpoints(options),
      ...passwordLinkEndpoint(options),
      ...sessionEndpoints,
    },
    hooks: signInHooks(consoleUrl, rateLimiter),
  } satisfies BetterAuthPlugin;
}
