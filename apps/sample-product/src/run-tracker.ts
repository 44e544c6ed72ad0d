import { mkdirSync } from "node:fs";
import { createSecretBox, withoutTenantScope } from "@plugboard/platform";
import { openPostgresStorage } from "@plugboard/platform/postgres";
import { openSqliteStorage } from "@plugboard/platform/sqlite";
import type { Settings } from "./read-settings.ts";
import { installSamples, publishSamples } from "./server/publish-samples.ts";
import { findSampleProject, seedTracker } from "./server/seed-tracker.ts";
import { startTracker } from "./server/start-tracker.ts";
import { tracker } from "./tracker.ts";

const onError = (error: unknown): void => void process.stderr.write(`${String(error)}\n`);
const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** Runs the tracker with its samples until the process gets a signal. */
export async function runTracker({ port, key, databaseUrl, dataDir }: Settings): Promise<void> {
  const options = { secretBox: createSecretBox(key), product: tracker, requiresScope: true };
  if (dataDir !== undefined) mkdirSync(dataDir, { recursive: true });
  const storage =
    databaseUrl === undefined
      ? await openSqliteStorage({ folder: dataDir ?? ":memory:", ...options })
      : await openPostgresStorage({ connectionString: databaseUrl, onError, ...options });
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
}
