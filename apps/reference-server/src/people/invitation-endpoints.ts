import { createHmac, timingSafeEqual } from "node:crypto";
import { APIError, createAuthEndpoint, getSessionFromCtx, sessionMiddleware } from "better-auth/api";
import type { Mailer } from "../mail/create-mailer.ts";
import { invitationMail } from "./account-mail.ts";
import { linkTokenSchema, nameSchema, passwordSchema } from "./account-schemas.ts";
import type { Organizations } from "./organizations.ts";
import { prepareAccount } from "./prepare-account.ts";
import { refuse } from "./refuse.ts";
import { startSession } from "./start-session.ts";

/** Options for `invitationEndpoints`. */
export interface InvitationEndpointsOptions {
  readonly consoleUrl: string;
  readonly organizations: Pick<Organizations, "acceptInvitation" | "readInvitation">;
  readonly mailer: Mailer | undefined;
}

/**
 * Returns the endpoints that read, accept and send invitations. Accepting one without an account creates the
 * account.
 */
export function invitationEndpoints({ consoleUrl, organizations, mailer }: InvitationEndpointsOptions) {
  return {
    readInvitation: createAuthEndpoint(
      "/invitations/read",
      { method: "POST", body: linkTokenSchema },
      async (ctx) => {
        const { token } = splitLink(ctx.body.token);
        const invitation = await organizations.readInvitation(token).catch(refuse);
        const { email, role, organizationTitle: organization } = invitation;
        return ctx.json({ email, role, organization });
      },
    ),

    acceptInvitation: createAuthEndpoint(
      "/invitations/accept",
      {
        method: "POST",
        body: linkTokenSchema.extend({ name: nameSchema.optional(), password: passwordSchema.optional() }),
      },
      async (ctx) => {
        const { token, proof } = splitLink(ctx.body.token);
        const invitation = await organizations.readInvitation(token).catch(refuse);
        const signedIn = await getSessionFromCtx(ctx);
        if (signedIn !== null) {
          const { user } = signedIn;
          return ctx.json(await organizations.acceptInvitation(token, user).catch(refuse));
        }
        const { name, password } = ctx.body;
        if (name === undefined || password === undefined)
          throw new APIError("BAD_REQUEST", {
            code: "INVALID_REQUEST",
            message: "Enter your name and choose a password, or sign in before you accept.",
          });
        const account = await prepareAccount(ctx, {
          name,
          password,
          email: invitation.email.toLowerCase(),
        });
        // The inviter has the token too; only the mailbox has the proof.
        const emailVerified = isProof(ctx.context.secret, token, proof);
        const user = await account.create({ emailVerified, method: "invitation" });
        const accepted = await organizations.acceptInvitation(token, user).catch(async (error: unknown) => {
          // Another request used the link first.
          await ctx.context.internalAdapter.deleteUser(user.id);
          return refuse(error);
        });
        await startSession(ctx, user);
        return ctx.json(accepted);
      },
    ),

    sendInvitation: createAuthEndpoint(
      "/invitations/send",
      { method: "POST", body: linkTokenSchema, use: [sessionMiddleware] },
      async (ctx) => {
        const { token } = splitLink(ctx.body.token);
        if (mailer === undefined)
          throw new APIError("NOT_FOUND", { message: "This server doesn’t send email." });
        const { email, organizationTitle: organization } = await organizations
          .readInvitation(token)
          .catch(refuse);
        const url = `${consoleUrl}/invitation#${token}.${proofOf(ctx.context.secret, token)}`;
        await mailer.send(invitationMail({ email, url, organization }));
        return ctx.json({ sent: true });
      },
    ),
  };
}

/**
 * Splits the end of an invitation link into its token and, if it was sent by email, the proof of mailbox
 * ownership.
 */
function splitLink(text: string): { readonly token: string; readonly proof: string } {
  const [token = "", proof = ""] = text.split(".", 2);
  return { token, proof };
}

function proofOf(secret: string, token: string): string {
  return createHmac("sha256", secret).update(`invitation by email ${token}`).digest("base64url");
}

function isProof(secret: string, token: string, proof: string): boolean {
  const [expected, actual] = [Buffer.from(proofOf(secret, token)), Buffer.from(proof)];
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}
