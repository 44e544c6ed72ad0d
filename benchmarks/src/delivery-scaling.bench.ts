import { startPostgres } from "@plugboard/test-postgres";
import type { BenchTable } from "./bench-table.ts";
import { startDeliveryReceiver } from "./delivery-receiver.ts";
import { createWorkerProcesses } from "./delivery-worker-processes.ts";
import { quantile } from "./quantile.ts";

const rounds = 3;
const deliveriesPerRound = 3_000;
const counts = [1, 2, 4] as const;

/**
 * Measures the effect of additional workers on PostgreSQL. They all send to one endpoint that takes 40 ms to
 * respond, so that requests in flight are the limit rather than the machine.
 */
export async function run(): Promise<BenchTable> {
  const receiver = await startDeliveryReceiver();
  const server = await startPostgres();
  const contenders = [];
  for (const count of counts) {
    const database = await server.createDatabase(`workers_${count}`);
    const workers = await createWorkerProcesses(`${receiver.url}/slow`, database, count);
    contenders.push({ count, workers, rates: [] as number[] });
  }
  for (let round = 0; round < rounds; round += 1) {
    for (const { workers, rates } of contenders) {
      await workers.queue(deliveriesPerRound);
      rates.push((deliveriesPerRound * 1_000) / (await workers.drain(deliveriesPerRound)));
    }
  }
  for (const { workers } of contenders) await workers.close();
  await server.remove();
  await receiver.close();
  const ofOne = quantile(contenders[0]?.rates ?? [], 0.5);
  return {
    title: "Workers on one PostgreSQL, 64 requests in flight each, to an endpoint that takes 40 ms",
    rows: contenders.map(({ count, rates }) => {
      const value = quantile(rates, 0.5);
      const name = `@plugboard/webhook-delivery, PostgreSQL, ${count} ${count === 1 ? "process" : "processes"}`;
      const row = { name, value, unit: "deliveries/s" };
      if (count === 1) return row;
      // Four workers have no bar: on two cores shared with the database and the receiver, the machine is the
      // limit.
      return {
        ...row,
        ratio: value / ofOne,
        ...(count === 2 && { bar: { relation: "≥", limit: 1.6 } as const }),
      };
    }),
  };
}
