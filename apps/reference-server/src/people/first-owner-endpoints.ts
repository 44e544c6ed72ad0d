import { APIError, createAuthEndpoint } from "better-auth/api";
import { emailSchema, linkTokenSchema, nameSchema, passwordSchema } from "./account-schemas.ts";
import type { FirstOwnerLink } from "./first-owner-link.ts";
import type { Organizations } from "./organizations.ts";
import { prepareAccount } from "./prepare-account.ts";
import { startSession } from "./start-session.ts";

/** Returns the endpoint that creates the first owner's account with the link the server prints. */
export function firstOwnerEndpoints(
  firstOwnerLink: FirstOwnerLink,
  organizations: Pick<Organizations, "makeFirstOwner">,
) {
  return {
    readFirstOwner: createAuthEndpoint(
      "/first-owner/read",
      { method: "POST", body: linkTokenSchema },
      async (ctx) => {
        if (!(await firstOwnerLink.isValid(ctx.body.token))) throw firstOwnerLinkIsUsed();
        return ctx.json({ valid: true });
      },
    ),

    createFirstOwner: createAuthEndpoint(
      "/first-owner",
      {
        method: "POST",
        body: linkTokenSchema.extend({ name: nameSchema, email: emailSchema, password: passwordSchema }),
      },
      async (ctx) => {
        const { token, ...person } = ctx.body;
        if (!(await firstOwnerLink.isValid(token))) throw firstOwnerLinkIsUsed();
        const account = await prepareAccount(ctx, person);
        if (!(await firstOwnerLink.use(token))) throw firstOwnerLinkIsUsed();
        // A person with access to the server's log doesn't have to verify their address.
        const user = await account.create({ emailVerified: true, method: "first-owner" });
        await organizations.makeFirstOwner(user);
        await startSession(ctx, user);
        return ctx.json({ id: user.id });
      },
    ),
  };
}

function firstOwnerLinkIsUsed(): APIError {
  return new APIError("FORBIDDEN", {
    code: "LINK_USED",
    message:
      "This link was already used or replaced. Ask an owner for an invitation or, if there is none, run `plugboard-server first-owner` for a new link.",
  });
}
