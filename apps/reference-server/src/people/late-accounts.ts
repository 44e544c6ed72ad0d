import type { Accounts } from "./accounts.ts";

/**
 * Returns an account system that is loaded on the first sign-in or session lookup. The account library is the largest dependency
 * an idle server would load, and servers that are only called by programs never need it.
 *
 * @param open - called again after a failure
 */
export function createLateAccounts(open: () => Promise<Accounts>): Accounts {
  let opening: Promise<Accounts> | undefined;
  const opened = async (): Promise<Accounts> => {
    opening ??= open();
    try {
      return await opening;
    } catch (error) {
      opening = undefined;
      throw error;
    }
  };
  return {
    fetch: async (request, visitor) => await (await opened()).fetch(request, visitor),
    // Without a cookie there is no session to look up.
    identify: async (session) =>
      "cookie" in session && session.cookie === "" ? undefined : await (await opened()).identify(session),
    renew: async (cookie) =>
      cookie === "" ? { person: undefined, setCookies: [] } : await (await opened()).renew(cookie),
    identifyAgent: async (...agent) => await (await opened()).identifyAgent(...agent),
    signOut: async (cookie) => (cookie === "" ? [] : await (await opened()).signOut(cookie)),
    close: async () => {
      const accounts = await opening?.catch(() => undefined);
      await accounts?.close();
    },
  };
}
