import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { text } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { generateSecret, sign } from "@plugboard/webhook-signer";
import { signStandardWebhook } from "@plugboard/webhook-signer/standard-webhooks";
import { Pool } from "undici";

// A process with the least that accepts an event and delivers it with the server's durability: event and deliveries
// in one synced commit, claims under a lease, both signatures, and each attempt recorded in a synced commit. It has no
// tenants, access checks, retries, filters, limits or address guard. It sends its port to its parent, and the CPU time
// it has used (µs) for every message.

const [folder = "", receiverUrl = ""] = process.argv.slice(2);
const leaseMilliseconds = 30_000;
const secret = generateSecret();

const database = new DatabaseSync(join(folder, "sketch.db"));
database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
  CREATE TABLE sites (slug TEXT PRIMARY KEY, page TEXT);
  CREATE TABLE endpoints (id TEXT PRIMARY KEY, type TEXT, url TEXT, secret TEXT);
  CREATE INDEX endpoints_by_type ON endpoints (type);
  CREATE TABLE events (id TEXT PRIMARY KEY, type TEXT, body TEXT, at INTEGER);
  CREATE TABLE deliveries (id TEXT PRIMARY KEY, event TEXT, endpoint TEXT, state TEXT, due INTEGER, leased INTEGER);
  CREATE INDEX deliveries_by_due ON deliveries (due) WHERE state = 'due';
  CREATE TABLE attempts (delivery TEXT, number INTEGER, status INTEGER, body TEXT, at INTEGER, milliseconds REAL)`);
database.prepare("INSERT INTO sites VALUES ('handbook', 'feedback')").run();
database.prepare("INSERT INTO endpoints VALUES ('end_1', 'page_feedback', ?, ?)").run(receiverUrl, secret);

const begin = database.prepare("BEGIN IMMEDIATE");
const commit = database.prepare("COMMIT");
const findSite = database.prepare("SELECT page FROM sites WHERE slug = ?");
const findEndpoints = database.prepare("SELECT id, url, secret FROM endpoints WHERE type = ?");
const addEvent = database.prepare("INSERT INTO events VALUES (?, ?, ?, ?)");
const addDelivery = database.prepare("INSERT INTO deliveries VALUES (?, ?, ?, 'due', ?, ?)");
const addAttempt = database.prepare("INSERT INTO attempts VALUES (?, 1, ?, ?, ?, ?)");
const endDelivery = database.prepare(
  "UPDATE deliveries SET state = ?, leased = NULL WHERE id = ? AND leased = ?",
);

interface Delivery {
  readonly id: string;
  readonly eventId: string;
  readonly body: string;
  readonly leased: number;
}

const receiver = new URL(receiverUrl);
const pool = new Pool(receiver.origin, { connections: 64 });

async function send({ id, eventId, body, leased }: Delivery): Promise<void> {
  const startedAt = performance.now();
  const headers = {
    "content-type": "application/json",
    "x-service-signature": await sign({ secret, body }),
    ...(await signStandardWebhook({ secret, id: eventId, body })),
  };
  const response = await pool.request({ method: "POST", path: receiver.pathname, headers, body });
  const received = await response.body.text();
  const elapsed = performance.now() - startedAt;
  begin.run();
  addAttempt.run(id, response.statusCode, received, Date.now(), elapsed);
  endDelivery.run(response.statusCode < 300 ? "delivered" : "due", id, leased);
  commit.run();
}

function accept(slug: string, referrer: string, rating: string): readonly Delivery[] {
  const page = findSite.get(slug)?.["page"];
  const eventId = crypto.randomUUID();
  const body = JSON.stringify({
    eventId,
    type: "page_feedback",
    site: slug,
    page,
    referrer,
    feedback: { rating },
  });
  const now = Date.now();
  const leased = now + leaseMilliseconds;
  begin.run();
  addEvent.run(eventId, "page_feedback", body, now);
  const deliveries = findEndpoints.all("page_feedback").map((endpoint) => {
    const id = crypto.randomUUID();
    addDelivery.run(id, eventId, String(endpoint["id"]), now, leased);
    return { id, eventId, body, leased };
  });
  commit.run();
  return deliveries;
}

async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const rating = new URLSearchParams(await text(request)).get("rating") ?? "";
  const slug = request.url?.split("/")[2] ?? "";
  const deliveries = accept(slug, String(request.headers.referer), rating);
  response.writeHead(303, { location: "/" }).end();
  await delay(0);
  await Promise.all(deliveries.map(send));
}

const server = createServer((request, response) => void handle(request, response));
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (typeof address === "object" && address !== null) process.send?.(address.port);
});
process.on("message", () => {
  const { user, system } = process.cpuUsage();
  process.send?.(user + system);
});
process.on("disconnect", () => process.exit());
