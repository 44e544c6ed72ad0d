import { mkdirSync } from "node:fs";
import { createSecretBox, withoutTenantScope } from "@plugboard/platform";
import { openPostgresStorage } from "@plugboard/platform/postgres";
import { openSqliteStorage } from "@plugboard/platform/sqlite";
import { installSamples, publishSamples } from "./server/publish-samples.ts";
import { findSampleProject, seedTracker } from "./server/seed-tracker.ts";
import { startTracker } from "./server/start-tracker.ts";
import { tracker } from "./tracker.ts";

const { PORT = "4700", DATABASE_URL, DATA_DIR, TRACKER_KEY } = process.env;
const isPersistent = (DATABASE_URL ?? DATA_DIR) !== undefined;
const port = Number(PORT);
const key =
  TRACKER_KEY === undefined && !isPersistent
    ? crypto.getRandomValues(new Uint8Array(32))
    : Buffer.from(TRACKER_KEY ?? "", "base64");
const onError = (error: unknown): void => void process.stderr.write(`${String(error)}\n`);
const print = (line: string): void => void process.stdout.write(`${line}\n`);

if (!/^\d+$/.test(PORT) || port > 65_535) {
  onError("PORT must be a number from 0 to 65535.");
  process.exit(1);
}
// Persistent data needs a key that persists too.
if (key.length !== 32) {
  onError("Set TRACKER_KEY to 32 bytes in base64, and keep it as long as the data: openssl rand -base64 32");
  process.exit(1);
}

const options = { secretBox: createSecretBox(key), product: tracker, requiresScope: true };
if (DATA_DIR !== undefined) mkdirSync(DATA_DIR, { recursive: true });
const storage =
  DATABASE_URL === undefined
    ? await openSqliteStorage({ folder: DATA_DIR ?? ":memory:", ...options })
    : await openPostgresStorage({ connectionString: DATABASE_URL, onError, ...options });
const server = await startTracker({ storage, secretBox: options.secretBox, port, onError });
const owner = { email: "ada@example.com", name: "Ada", password: "tracker" };
const { projectId, stopSamples } = await withoutTenantScope("start", async () => {
  const { platform } = server;
  const existing = await findSampleProject(platform, "acme");
  const project = existing ?? (await seedTracker(platform, "acme", owner));
  const stopSamples = await publishSamples(platform);
  if (existing === undefined) await installSamples(platform, project);
  return { projectId: project.projectId, stopSamples };
});

print(`The tracker runs at ${server.url}.`);
print(`Sign in as ${owner.email} with the password ${owner.password}.`);
print(`Project:     ${projectId}`);
print(`Status page: ${server.url}/status/${projectId}`);

async function stop(): Promise<void> {
  await server.close();
  await stopSamples();
  await storage.close();
}
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void stop());
