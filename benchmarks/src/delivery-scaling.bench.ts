import { startPostgres } from "@plugboard/test-postgres";
import type { BenchTable } from "./bench-table.ts";
import { startDeliveryReceiver } from "./delivery-receiver.ts";
import { createWorkerProcesses } from "./delivery-worker-processes.ts";
import { quantile } from "./quantile.ts";

const rounds = 3;
const deliveriesPerRound = 3_000;

/**
 * What a second worker adds, on PostgreSQL: both take from one endpoint that takes 40 ms to respond, as endpoints do. The
 * machine is not the limit then, the requests in flight are.
 */
export async function run(): Promise<BenchTable> {
  const receiver = await startDeliveryReceiver();
  const server = await startPostgres();
  const url = `${receiver.url}/slow`;
  const one = await createWorkerProcesses(url, await server.createDatabase("one"), 1);
  const two = await createWorkerProcesses(url, await server.createDatabase("two"), 2);
  const alone: number[] = [];
  const together: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    alone.push((deliveriesPerRound * 1_000) / (await one.deliver(deliveriesPerRound)));
    together.push((deliveriesPerRound * 1_000) / (await two.deliver(deliveriesPerRound)));
  }
  await one.close();
  await two.close();
  await server.remove();
  await receiver.close();
  const ofOne = quantile(alone, 0.5);
  const ofTwo = quantile(together, 0.5);
  return {
    title: "Workers on one PostgreSQL, 64 requests in flight each, to an endpoint that takes 40 ms",
    rows: [
      { name: "@plugboard/webhook-delivery, PostgreSQL, 1 process", value: ofOne, unit: "deliveries/s" },
      {
        name: "@plugboard/webhook-delivery, PostgreSQL, 2 processes",
        value: ofTwo,
        unit: "deliveries/s",
        ratio: ofTwo / ofOne,
        bar: { relation: "≥", limit: 1.6 },
      },
    ],
  };
}
