import type { Accounts } from "./accounts.ts";

/**
 * Accounts that are opened when somebody signs in or brings a session. The library behind them is the largest thing that an
 * idle server would hold, and one that only programs call never needs it.
 *
 * @param open - called again for the next one where it failed
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
    // Without a cookie there is no session, and nothing to look up.
    identify: async (session) =>
      "cookie" in session && session.cookie === "" ? undefined : await (await opened()).identify(session),
    renew: async (cookie) =>
      cookie === "" ? { person: undefined, setCookies: [] } : await (await opened()).renew(cookie),
    signOut: async (cookie) => (cookie === "" ? [] : await (await opened()).signOut(cookie)),
    close: async () => {
      const accounts = await opening?.catch(() => undefined);
      await accounts?.close();
    },
  };
}
