import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { encodeEnvelope } from "@plugboard/runtime/envelope";
import { generateSecret, sign } from "@plugboard/webhook-signer";
import { Pool } from "undici";
import type { BenchTable } from "./bench-table.ts";
import { pairedRatio } from "./paired-ratio.ts";
import { quantile } from "./quantile.ts";
import { environment } from "./sample-environment.ts";

const connections = 16;
const rounds = 30;
const requestsInRound = 1000;
// Enough for the compiler to settle.
const requestsBefore = 8000;
const secret = generateSecret();

interface Contender {
  readonly child: ChildProcess;
  readonly pool: Pool;
  readonly rates: number[];
}

/**
 * Compares signed events over HTTP to an integration under `serve` with a bare node:http handler that does
 * the same. Counts the CPU time of the server, so that the client and other load on the machine don't matter.
 */
export async function run(): Promise<BenchTable> {
  const [bare, served] = [await start("bare"), await start("serve")];
  const contenders = [bare, served];
  try {
    for (const contender of contenders) await measureRate(contender, requestsBefore);
    for (let round = 0; round < rounds; round += 1) {
      for (const contender of contenders) contender.rates.push(await measureRate(contender, requestsInRound));
    }
    const [bareRate, servedRate] = [quantile(bare.rates, 0.5), quantile(served.rates, 0.5)];
    return {
      title: `Serve signed events over HTTP on ${connections} connections (ratio to node:http alone, higher is faster)`,
      rows: [
        {
          name: "node:http alone: HMAC, decodeEnvelope",
          value: bareRate,
          unit: "requests/CPU second",
          ratio: 1,
        },
        {
          name: "@plugboard/runtime/node serve",
          value: servedRate,
          unit: "requests/CPU second",
          ratio: pairedRatio(served.rates, bare.rates),
          bar: { relation: "≥", limit: 0.7 },
        },
      ],
    };
  } finally {
    for (const { child, pool } of contenders) {
      await pool.destroy();
      child.disconnect();
    }
  }
}

async function start(kind: "bare" | "serve"): Promise<Contender> {
  const file = fileURLToPath(new URL("serve-process.ts", import.meta.url));
  const child = fork(file, [kind, secret], { execArgv: ["--conditions=@plugboard/source"] });
  const [port] = await once(child, "message");
  return { child, pool: new Pool(`http://127.0.0.1:${port}`, { connections }), rates: [] };
}

/**
 * Keeps every connection busy for a round of requests, and returns the number of requests per second of CPU
 * time.
 */
async function measureRate({ child, pool }: Contender, requests: number): Promise<number> {
  const event = { type: "space_content_updated", eventId: "evt_1", installationId: "ins_1" };
  const { contentType, body } = encodeEnvelope({ event, environment });
  const headers = { "content-type": contentType, "x-service-signature": await sign({ secret, body }) };
  const cpuStart = await readCpuMicroseconds(child);
  let sent = 0;
  const keepBusy = async (): Promise<void> => {
    while (sent < requests) {
      sent += 1;
      const response = await pool.request({ path: "/v1", method: "POST", headers, body });
      await response.body.dump();
      if (response.statusCode !== 200) throw new Error(`A contender responded with ${response.statusCode}`);
    }
  };
  await Promise.all(Array.from({ length: connections }, keepBusy));
  return (requests / ((await readCpuMicroseconds(child)) - cpuStart)) * 1e6;
}

async function readCpuMicroseconds(child: ChildProcess): Promise<number> {
  child.send("cpu");
  const [microseconds] = await once(child, "message");
  return Number(microseconds);
}
