import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startPostgres } from "@plugboard/test-postgres";
import { findFreePort } from "../../tests/http/src/find-free-port.ts";
import type { BenchRow, BenchTable } from "./bench-table.ts";
import { serverIsBuilt, startServerProcess } from "./server-process.ts";
import { measureWebhookLatency } from "./server-webhook-latency.ts";

const seconds = 10;
/** Events per second. */
const rates = [500, 1000, 1500];

/**
 * Measures the reference server on PostgreSQL with two processes: one for requests, the other for deliveries.
 */
export async function run(): Promise<BenchTable> {
  const postgres = await startPostgres();
  const port = await findFreePort();
  const variables = {
    // Both processes must use the same address.
    PLUGBOARD_PUBLIC_URL: `http://127.0.0.1:${port}`,
    PLUGBOARD_SITES_URL: `http://localhost:${port}`,
    DATABASE_URL: await postgres.createDatabase("server"),
    // Both processes use the key in this folder.
    PLUGBOARD_DATA_DIR: await mkdtemp(join(tmpdir(), "bench-server-")),
  };
  const api = await startServerProcess({ ...variables, PLUGBOARD_ROLE: "api", PORT: String(port) });
  const worker = await startServerProcess({ ...variables, PLUGBOARD_ROLE: "worker" });
  try {
    const measured = await measureWebhookLatency(api, rates, seconds);
    return {
      title: `The reference server on PostgreSQL, one api and one worker process, ${serverIsBuilt ? "as built" : "from source, not built"}`,
      rows: [
        ...measured.flatMap(({ perSecond, p50, p99 }, index): BenchRow[] => {
          const load = `at ${rates[index]} events/s`;
          return [
            { name: `request due → webhook arrived, median, ${load}`, value: p50, unit: "ms" },
            { name: `request due → webhook arrived, p99, ${load}`, value: p99, unit: "ms" },
            { name: `webhooks received, ${load}`, value: perSecond, unit: "per second" },
          ];
        }),
        { name: "memory of the api process", value: (await api.residentBytes()) / 1e6, unit: "MB" },
        { name: "memory of the worker process", value: (await worker.residentBytes()) / 1e6, unit: "MB" },
      ],
    };
  } finally {
    await worker.stop();
    await api.stop();
    await postgres.remove();
  }
}
