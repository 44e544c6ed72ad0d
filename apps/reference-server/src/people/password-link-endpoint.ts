import { randomBytes } from "node:crypto";
import { APIError, createAuthEndpoint } from "better-auth/api";
import * as z from "zod";
import { emailSchema } from "./account-schemas.ts";
import type { Organizations } from "./organizations.ts";

const passwordLinkMilliseconds = 24 * 3600 * 1000;

/** Options for `passwordLinkEndpoint`. */
export interface PasswordLinkEndpointOptions {
  readonly consoleUrl: string;
  readonly organizations: Pick<Organizations, "notePasswordLink">;
  /** Returns whether a request is authenticated as the platform administrator. */
  readonly isAdministrator: (headers: Headers) => Promise<boolean>;
}

/**
 * Returns the endpoint that lets the platform administrator create a password link for a user who can't
 * receive email.
 */
export function passwordLinkEndpoint({
  consoleUrl,
  organizations,
  isAdministrator,
}: PasswordLinkEndpointOptions) {
  return {
    createPasswordLink: createAuthEndpoint(
      "/password-link",
      { method: "POST", body: z.object({ email: emailSchema }), requireHeaders: true },
      async (ctx) => {
        if (!(await isAdministrator(ctx.headers)))
          throw new APIError("FORBIDDEN", {
            code: "FORBIDDEN",
            message: "Only the platform administrator can create links for others.",
          });
        const { internalAdapter } = ctx.context;
        const account = await internalAdapter.findUserByEmail(ctx.body.email);
        if (account === null)
          throw new APIError("NOT_FOUND", {
            code: "NOT_FOUND",
            message: `No account has the address ${ctx.body.email}.`,
          });
        await organizations.notePasswordLink(account.user.id);
        const token = randomBytes(24).toString("base64url");
        const expiresAt = new Date(Date.now() + passwordLinkMilliseconds);
        await internalAdapter.createVerificationValue({
          identifier: `reset-password:${token}`,
          value: account.user.id,
          expiresAt,
        });
        return ctx.json({ url: `${consoleUrl}/new-password#${token}`, expiresAt });
      },
    ),
  };
}
