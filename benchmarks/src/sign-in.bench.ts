import type { BenchTable } from "./bench-table.ts";
import { quantile } from "./quantile.ts";
import { createTenant } from "./server-people.ts";
import { startServerProcess } from "./server-process.ts";

const rounds = 5;
const triesAtOnce = 8;
/** The server limits attempts per address and minute, so each round has its own server. */
const password = "not the password";

/**
 * Measures rejected sign-ins for existing and unknown accounts. A test counts the work of both; this shows it
 * as time.
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
        // The first attempt on a server creates data that later ones reuse.
        if (index > 0) (isKnown ? known : unknown).push(performance.now() - start);
      }
    } finally {
      await server.stop();
    }
  }
  const [ofKnown, ofUnknown] = [quantile(known, 0.5), quantile(unknown, 0.5)];
  return {
    title: "Rejected sign-ins",
    rows: [
      { name: "a wrong password, median", value: ofKnown, unit: "ms", ratio: 1 },
      {
        name: "an unknown account, median",
        value: ofUnknown,
        unit: "ms",
        ratio: ofUnknown / ofKnown,
      },
    ],
  };
}
