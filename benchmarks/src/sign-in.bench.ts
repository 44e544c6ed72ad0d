import type { BenchTable } from "./bench-table.ts";
import { quantile } from "./quantile.ts";
import { createTenant } from "./server-people.ts";
import { startServerProcess } from "./server-process.ts";

const rounds = 5;
const triesAtOnce = 8;
/** The server lets an address try so often in a minute: each round is a server of its own. */
const password = "not the password";

/**
 * How long a sign-in takes that is refused, for an account that there is and for one that there is not. What a test counts, which is
 * the work of both, is shown here as time.
 */
export async function run(): Promise<BenchTable> {
  const known: number[] = [];
  const unknown: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const server = await startServerProcess();
    try {
      const { signIn } = await createTenant(server, "tenant");
      for (let index = 0; index < triesAtOnce; index += 1) {
        const isKnown = (index + round) % 2 === 0;
        const start = performance.now();
        const status = await signIn(isKnown ? { password } : { password, email: "nobody@example.com" });
        if (status !== 401) throw new Error(`a wrong sign-in got ${status}`);
        // The first one of a server makes what the others find.
        if (index > 0) (isKnown ? known : unknown).push(performance.now() - start);
      }
    } finally {
      await server.stop();
    }
  }
  const [ofKnown, ofUnknown] = [quantile(known, 0.5), quantile(unknown, 0.5)];
  return {
    title: "A sign-in that is refused",
    rows: [
      { name: "a wrong password, median", value: ofKnown, unit: "ms", ratio: 1 },
      {
        name: "an account that is not there, median",
        value: ofUnknown,
        unit: "ms",
        ratio: ofUnknown / ofKnown,
      },
    ],
  };
}
