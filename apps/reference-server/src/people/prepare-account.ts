import { APIError } from "better-auth/api";
import type { EndpointContext } from "./start-session.ts";

/** Checks what can be wrong with a new account and does the slow part, so that little is left to fail when it is made. */
export async function prepareAccount(
  { context: { internalAdapter, password: hashing } }: EndpointContext,
  { name, email, password }: { readonly name: string; readonly email: string; readonly password: string },
) {
  const requireFree = async (): Promise<void> => {
    if ((await internalAdapter.findUserByEmail(email)) === null) return;
    throw new APIError("CONFLICT", {
      code: "EMAIL_IN_USE",
      message: `There is an account of ${email} already. Sign in with it.`,
    });
  };
  await requireFree();
  const hash = await hashing.hash(password);
  return {
    create: async ({
      emailVerified,
      method,
    }: {
      readonly emailVerified: boolean;
      readonly method: string;
    }) => {
      // Of requests for one address at the same time, the database lets one through.
      const user = await internalAdapter
        .createUser({ email, name, emailVerified }, { method })
        .catch(async (error: unknown) => {
          await requireFree();
          throw error;
        });
      await internalAdapter.linkAccount({
        userId: user.id,
        providerId: "credential",
        accountId: user.id,
        password: hash,
      });
      return user;
    },
  };
}
