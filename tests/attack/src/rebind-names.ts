import dns from "node:dns/promises";
import { syncBuiltinESMExports } from "node:module";

// Loaded into a server with `--import`. Names below rebinding.test resolve to another address each time, like
// those of an attacker's name server. All traffic stays on this machine.

/** The address that the operator allows. */
export const vettedAddress = "127.0.0.2";
/** The address that the attacker wants to reach. */
export const hiddenAddress = "127.0.0.1";

const [vetted, hidden] = [[vettedAddress], [hiddenAddress]] as const;
/** The addresses for each resolution of a name. The last ones repeat. */
const plans: readonly (readonly (readonly string[])[])[] = [
  [vetted, hidden],
  [vetted, vetted, hidden],
  [vetted, vetted, vetted, hidden],
  [hidden, vetted],
  [vetted, hidden, vetted, hidden, vetted, hidden],
  [[...vetted, ...hidden]],
  [vetted],
];

/** Creates a resolver. A name's plan is selected by the number at its start. */
export function createRebindingLookup(): (
  hostname: string,
) => Promise<{ readonly address: string; readonly family: number }[]> {
  const asked = new Map<string, number>();
  return async (hostname) => {
    const count = asked.get(hostname) ?? 0;
    asked.set(hostname, count + 1);
    const plan = plans[Number.parseInt(hostname, 10) % plans.length] ?? [];
    return (plan[count] ?? plan.at(-1) ?? []).map((address) => ({ address, family: 4 }));
  };
}

const original = dns.lookup;
const rebound = createRebindingLookup();

async function lookup(hostname: string, options: object = {}): Promise<unknown> {
  if (!hostname.endsWith(".rebinding.test")) return await original(hostname, options);
  return await rebound(hostname);
}

if (process.env["REBIND_NAMES"] === "on") {
  Object.assign(dns, { lookup });
  syncBuiltinESMExports();
}
