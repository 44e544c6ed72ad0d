import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { BenchTable } from "./bench-table.ts";
import { pairedRatio } from "./paired-ratio.ts";
import { quantile } from "./quantile.ts";
import { serverIsBuilt, startServerProcess } from "./server-process.ts";
import { startServerReceiver } from "./server-receiver.ts";
import { type RatingLoad, startRatingLoad, startRatings } from "./server-webhook-latency.ts";

/** Few enough that each event is alone. */
const eventsPerSecond = 20;
const rounds = 5;
const secondsOfRound = 10;
const warmUp = { eventsPerSecond: 200, seconds: 10 };

interface Contender {
  readonly load: RatingLoad;
  readonly processorMicroseconds: () => Promise<number>;
  readonly stop: () => Promise<void>;
}

/**
 * Compares the CPU time of an event that is alone with that of a sketch of 100 lines with the same durability
 * (`server-sketch-process.ts`). The contenders take turns.
 */
export async function run(): Promise<BenchTable> {
  const contenders = [await startSketch(), await startServer()] as const;
  const costs = contenders.map((): number[] => []);
  try {
    for (const { load } of contenders) await load.measure(warmUp.eventsPerSecond, warmUp.seconds);
    for (let round = 0; round < rounds; round += 1) {
      for (const [index, { load, processorMicroseconds }] of contenders.entries()) {
        const before = await processorMicroseconds();
        await load.measure(eventsPerSecond, secondsOfRound);
        costs[index]?.push(((await processorMicroseconds()) - before) / (eventsPerSecond * secondsOfRound));
      }
    }
  } finally {
    for (const { load, stop } of contenders) {
      await load.close();
      await stop();
    }
  }
  const [sketch = [], server = []] = costs;
  return {
    title: `CPU time of an event alone on SQLite, from the request to the recorded webhook, ${eventsPerSecond} events/s (${serverIsBuilt ? "as built" : "from source, not built"})`,
    rows: [
      { name: "a sketch of 100 lines", value: quantile(sketch, 0.5), unit: "µs", ratio: 1 },
      {
        name: "the reference server",
        value: quantile(server, 0.5),
        unit: "µs",
        ratio: pairedRatio(server, sketch),
      },
    ],
  };
}

async function startServer(): Promise<Contender> {
  const server = await startServerProcess();
  return {
    load: await startRatingLoad(server),
    processorMicroseconds: async () => (await server.processorMicroseconds()) ?? Number.NaN,
    stop: () => server.stop(),
  };
}

async function startSketch(): Promise<Contender> {
  const folder = await mkdtemp(join(tmpdir(), "bench-sketch-"));
  const receiver = await startServerReceiver();
  const file = fileURLToPath(new URL("server-sketch-process.ts", import.meta.url));
  const child = fork(file, [folder, receiver.url], { execArgv: ["--conditions=@plugboard/source"] });
  const [port] = await once(child, "message");
  return {
    load: startRatings(`http://127.0.0.1:${port}`, receiver),
    processorMicroseconds: async () => {
      child.send("cpu");
      const [microseconds] = await once(child, "message");
      return Number(microseconds);
    },
    stop: async () => {
      child.disconnect();
      await once(child, "exit");
      await rm(folder, { recursive: true });
    },
  };
}
