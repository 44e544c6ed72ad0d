import { readFile } from "node:fs/promises";
import { startPostgres } from "@plugboard/test-postgres";
import { Pool } from "pg";
import type { BenchRow, BenchTable } from "./bench-table.ts";
import { type ContenderProcess, startContender } from "./delivery-contender-processes.ts";
import { startDeliveryReceiver } from "./delivery-receiver.ts";
import { microsecondsBelow } from "./microseconds-below.ts";
import { pairedRatio } from "./paired-ratio.ts";
import { quantile } from "./quantile.ts";

const warmUpRounds = 2;
const rounds = 5;
const deliveriesPerRound = 4_000;

const ours = "@plugboard/webhook-delivery, PostgreSQL";
const peer = "graphile-worker + undici, batched";
const contenderNames = [ours, peer, "pg-boss + undici"];

/** Per delivery. */
interface Cost {
  readonly process: number;
  readonly database: number;
  readonly wal: number;
}

/**
 * The cost of sending a backlog from PostgreSQL: CPU time and write-ahead log instead of speed, because other load
 * on the machine affects them less. Queueing is not included.
 */
export async function run(): Promise<BenchTable> {
  const receiver = await startDeliveryReceiver();
  const server = await startPostgres();
  const pool = new Pool({ connectionString: await server.createDatabase("measuring"), max: 1 });
  const { rows: found } = await pool.query("SELECT pg_backend_pid() AS pid");
  const postmaster = await parentOf(Number(found[0]?.["pid"]));
  const contenders = new Map<string, ContenderProcess>();
  for (const name of contenderNames)
    contenders.set(
      name,
      await startContender(name, receiver.url, await server.createDatabase(`contender_${contenders.size}`)),
    );

  const readWal = async (): Promise<number> => {
    const { rows } = await pool.query("SELECT pg_current_wal_insert_lsn() - '0/0'::pg_lsn AS bytes");
    return Number(rows[0]?.["bytes"]);
  };
  const costs = new Map<string, Cost[]>(contenderNames.map((name) => [name, []]));
  for (let round = 1 - warmUpRounds; round <= rounds; round += 1)
    for (const [name, { queue, drain }] of contenders) {
      await queue(deliveriesPerRound);
      const before = { database: await microsecondsBelow(postmaster), wal: await readWal() };
      const { microseconds } = await drain(deliveriesPerRound);
      const cost = {
        process: microseconds / deliveriesPerRound,
        database: ((await microsecondsBelow(postmaster)) - before.database) / deliveriesPerRound,
        wal: ((await readWal()) - before.wal) / deliveriesPerRound,
      };
      if (round > 0) costs.get(name)?.push(cost);
    }

  for (const contender of contenders.values()) await contender.close();
  await pool.end();
  await server.remove();
  await receiver.close();
  return { title: "The cost of a queued delivery on PostgreSQL", rows: toRows(costs) };
}

function toRows(costs: ReadonlyMap<string, readonly Cost[]>): BenchRow[] {
  const median = (name: string, value: (cost: Cost) => number): number =>
    quantile((costs.get(name) ?? []).map(value), 0.5);
  const totals = (name: string): number[] =>
    (costs.get(name) ?? []).map(({ process, database }) => process + database);
  return [
    ...contenderNames.flatMap((name) => [
      { name: `${name}: its process`, value: median(name, ({ process }) => process), unit: "µs" },
      { name: "… the database", value: median(name, ({ database }) => database), unit: "µs" },
      { name: "… write-ahead log", value: median(name, ({ wal }) => wal), unit: "bytes" },
    ]),
    {
      name: `CPU time of both, ${ours} ÷ ${peer}`,
      value: pairedRatio(totals(ours), totals(peer)),
      unit: "×",
    },
  ];
}

async function parentOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8");
  return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
}
