import ipaddr from "ipaddr.js";

/** Counts wrong tokens by the address they came from. */
export interface SignInLimit {
  /** Seconds until an address may try again; 0 when it may now. */
  readonly waitSeconds: (address: string) => number;
  /** Counts a wrong token. @returns whether it was the last one that the address had */
  readonly countWrong: (address: string) => boolean;
}

export const maxWrongTokens = 10;
const windowMilliseconds = 60_000;
const maxAddresses = 10_000;

/** Lets each address try ten wrong tokens a minute. @param now - milliseconds since 1970 */
export function createSignInLimit(now: () => number): SignInLimit {
  const windows = new Map<string, { readonly endsAt: number; wrong: number }>();
  const current = (key: string) => {
    const window = windows.get(key);
    if (window !== undefined && window.endsAt > now()) return window;
    windows.delete(key);
    return undefined;
  };
  return {
    waitSeconds: (address) => {
      const window = current(networkOf(address));
      if (window === undefined || window.wrong < maxWrongTokens) return 0;
      return Math.ceil((window.endsAt - now()) / 1000);
    },
    countWrong: (address) => {
      const key = networkOf(address);
      const window = current(key) ?? { endsAt: now() + windowMilliseconds, wrong: 0 };
      window.wrong += 1;
      windows.set(key, window);
      const [oldest] = windows.keys();
      if (windows.size > maxAddresses && oldest !== undefined) windows.delete(oldest);
      return window.wrong === maxWrongTokens;
    },
  };
}

/** Whoever has one IPv6 address has the 2^64 beside it as well. */
function networkOf(address: string): string {
  if (!ipaddr.IPv6.isValid(address)) return address;
  return ipaddr.IPv6.parse(address).toNormalizedString().split(":", 4).join(":");
}
