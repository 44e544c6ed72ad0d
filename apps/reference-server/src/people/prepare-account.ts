import { APIError } from "better-auth/api";
import type { EndpointContext } from "./start-session.ts";

/** Validates a new account and hashes its password, so that little can fail when it is created. */
export async function prepareAccount(
  { context: { internalAdapter, password: hashing } }: EndpointContext,
  { name, email, password }: { readonly name: string; readonly email: string; readonly password: string },
) {
  const requireFree = async (): Promise<void> => {
    if ((await internalAdapter.findUserByEmail(email)) === null) return;
    throw new APIError("CONFLICT", {
      code: "EMAIL_IN_USE",
      message: `An account for ${email} already exists. Sign in with it.`,
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
      // If requests for the same address race, the database lets one succeed.
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
