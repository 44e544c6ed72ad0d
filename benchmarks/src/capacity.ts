import { setTimeout as delay } from "node:timers/promises";
import { startPostgres } from "@plugboard/test-postgres";
import { createDeliveryWorker, createWebhookSender } from "@plugboard/webhook-delivery";
import { createPostgresDeliveryStore } from "@plugboard/webhook-delivery/postgres";
import { generateSecret } from "@plugboard/webhook-signer";
import { Pool } from "pg";
import { startDeliveryReceiver } from "./delivery-receiver.ts";
import { microsecondsBelow } from "./microseconds-below.ts";

// `pnpm capacity`: the cost of one event to one endpoint, in this process (accepted, claimed, signed, sent,
// recorded) and in PostgreSQL. Linux only: CPU times are read from /proc.

const events = 20_000;
const tenants = 100;
const batch = 50;
const bytes = 1_000;

const server = await startPostgres();
const receiver = await startDeliveryReceiver();
const pool = new Pool({ connectionString: await server.createDatabase("capacity", "superuser"), max: 20 });
const store = createPostgresDeliveryStore(pool);
await store.migrate();
for (let index = 0; index < tenants; index += 1)
  await store.createEndpoint({
    url: `${receiver.url}/`,
    eventTypes: ["made"],
    secrets: [generateSecret()],
    tenant: `tenant-${index}`,
  });
const sender = createWebhookSender({ allowNetworks: ["127.0.0.0/8"] });
const worker = createDeliveryWorker({ store, send: sender.deliver });
worker.start();

await deliver(events / 10);
const before = await measure();
const start = performance.now();
await deliver(events);
const seconds = (performance.now() - start) / 1000;
const after = await measure();
const perEvent = (of: (reading: Reading) => number): number => (of(after) - of(before)) / events;
console.table({
  "this process, CPU µs": Math.round(perEvent(({ ownMicroseconds }) => ownMicroseconds)),
  "PostgreSQL, CPU µs": Math.round(perEvent(({ databaseMicroseconds }) => databaseMicroseconds)),
  "WAL bytes": Math.round(perEvent(({ walBytes }) => walBytes)),
  "rows inserted": perEvent(({ inserted }) => inserted).toFixed(2),
  "rows updated": perEvent(({ updated }) => updated).toFixed(2),
  "rows deleted": perEvent(({ deleted }) => deleted).toFixed(2),
  "bytes on disk": Math.round(perEvent(({ diskBytes }) => diskBytes)),
  connections: after.connections,
  "events per second": Math.round(events / seconds),
});

await worker.stop();
// The most that retention could save by dropping partitions, which costs next to nothing.
const kept = await measure();
const all = { deliveredMilliseconds: -1, failedMilliseconds: -1 };
while (await store.removeExpired(all));
const removed = await measure();
const left = await countDelivered();
if (left > 0) throw new Error(`${left} deliveries remain`);
const perRemoved = (of: (reading: Reading) => number): number =>
  (of(removed) - of(kept)) / (events + events / 10);
console.table({
  "removing an event, in this process, CPU µs": Math.round(
    perRemoved(({ ownMicroseconds }) => ownMicroseconds),
  ),
  "in PostgreSQL, CPU µs": Math.round(perRemoved(({ databaseMicroseconds }) => databaseMicroseconds)),
  "WAL bytes": Math.round(perRemoved(({ walBytes }) => walBytes)),
  "rows deleted": perRemoved(({ deleted }) => deleted).toFixed(2),
});

await sender.close();
await store.close();
await pool.end();
await receiver.close();
await server.remove();

async function deliver(count: number): Promise<void> {
  const body = JSON.stringify({ text: "x".repeat(bytes - 11) });
  const startedWith = await countDelivered();
  for (let index = 0; index < count; index += batch) {
    await store.publish(
      Array.from({ length: batch }, (_, offset) => {
        const tenant = `tenant-${(index + offset) % tenants}`;
        return { id: crypto.randomUUID(), tenant, type: "made", body };
      }),
    );
  }
  while ((await countDelivered()) < startedWith + count) await delay(50);
}

async function countDelivered(): Promise<number> {
  const { rows } = await pool.query("SELECT count(*) FROM webhooks.deliveries WHERE state = 'delivered'");
  return Number(rows[0]?.count);
}

interface Reading {
  readonly ownMicroseconds: number;
  readonly databaseMicroseconds: number;
  readonly walBytes: number;
  readonly inserted: number;
  readonly updated: number;
  readonly deleted: number;
  readonly diskBytes: number;
  readonly connections: number;
}

async function measure(): Promise<Reading> {
  // Each connection reports its statistics within a second.
  await delay(2_000);
  const { rows } = await pool.query(`
    SELECT pg_current_wal_lsn() - '0/0' AS "walBytes", sum(n_tup_ins) AS inserted, sum(n_tup_upd) AS updated,
      sum(n_tup_del) AS deleted, pg_database_size(current_database()) AS "diskBytes",
      (SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()) AS connections,
      split_part(pg_read_file('postmaster.pid'), E'\\n', 1) AS postmaster
    FROM pg_stat_user_tables`);
  const row: Readonly<Record<string, unknown>> = rows[0] ?? {};
  const { user, system } = process.cpuUsage();
  return {
    ownMicroseconds: user + system,
    databaseMicroseconds: await microsecondsBelow(Number(row["postmaster"])),
    walBytes: Number(row["walBytes"]),
    inserted: Number(row["inserted"]),
    updated: Number(row["updated"]),
    deleted: Number(row["deleted"]),
    diskBytes: Number(row["diskBytes"]),
    connections: Number(row["connections"]),
  };
}
