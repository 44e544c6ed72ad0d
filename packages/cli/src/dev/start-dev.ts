import { join } from "node:path";
import type { IntegrationDescription } from "@plugboard/api";
import { type ApiClient, createApiClient } from "@plugboard/api/client";
import { publishIntegration } from "@plugboard/api/routes";
import { checkAgainstIntegration, manifestFileName, printFindings } from "@plugboard/manifest";
import { generateSecret } from "@plugboard/webhook-signer";
import { describeHost } from "../host/describe-host.ts";
import type { HostFetch, HostLog } from "../host/host-protocol.ts";
import { startHost, startThread } from "../host/start-host.ts";
import { makeOwnFolder } from "../project/own-folder.ts";
import { devPageUrl } from "../server/dev-page-url.ts";
import { announceDevSession, withdrawDevSession } from "../server/dev-session.ts";
import { type FollowOptions, followInstallation } from "../server/follow-installation.ts";
import type { InstalledIn } from "../server/install.ts";
import type { DevReport } from "./dev-report.ts";
import {
  allowScripts,
  installEverywhere,
  openSources,
  toFailure,
  toReadiness,
  toReport,
} from "./dev-steps.ts";
import { checkPort, startEmbeddedServer } from "./embedded-server.ts";
import { createHostRunner } from "./host-runner.ts";
import { createReportLog } from "./report-log.ts";
import type { DevSubject } from "./serve-dev-page.ts";
import { watchFiles } from "./watch-files.ts";

/** Options for {@link startDev}. */
export interface DevOptions {
  /** The integration's folder. */
  readonly folder: string;
  /** The server's port; 0 selects a free one. */
  readonly port: number;
  /** Values for the manifest's secrets, in addition to `.env`. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly report: (report: DevReport) => void;
}

/** A running integration that is reloaded after each change. */
export interface Dev {
  readonly api: ApiClient;
  readonly close: () => Promise<void>;
}

/**
 * Runs an integration on a server in this process: publishes it, installs it in the first space and site, and
 * reloads it when one of its files changes.
 *
 * @throws CliError `invalid_project` if the first version cannot be loaded; `failed` if the port is in use
 */
export async function startDev({ folder, port, env, report: print }: DevOptions): Promise<Dev> {
  const startedAt = performance.now();
  await checkPort(port);
  const signingSecret = generateSecret();
  const buildFolder = await makeOwnFolder(folder, "dev", "build");
  const dataFolder = await makeOwnFolder(folder, "dev", "data");
  const sources = await openSources(folder, env);
  const reports = createReportLog();
  const report = (entry: DevReport): void => {
    reports.add(entry);
    print(entry);
  };
  const onError = (error: unknown): void =>
    report({ kind: "warning", message: error instanceof Error ? error.message : String(error) });
  let published = "";
  let subject: DevSubject | undefined;
  // Started in advance, so that the next version doesn't wait for a thread.
  let thread: ReturnType<typeof startThread> | undefined;
  let files: readonly string[] = [];

  const runner = createHostRunner({
    onDispatched: (dispatched) => report({ kind: "dispatched", ...dispatched }),
    onStuck: () => enqueue([]),
  });

  /** Bundles and starts the code, and routes new requests to it. */
  async function loadCode(): Promise<IntegrationDescription> {
    const bundle = await sources.bundle();
    files = bundle.files;
    for (const message of bundle.warnings) report({ kind: "warning", message });
    const onLog = (log: HostLog): void => report({ kind: "log", ...log });
    const onFetch = (sent: HostFetch): void => report({ kind: "fetch", ...sent });
    const spare = thread;
    thread = undefined;
    const options = { folder, buildFolder, bundle, signingSecret, onLog, onFetch, thread: spare };
    const host = await startHost(options);
    const description = await describeHost(host).catch(async (error: unknown) => {
      await host.close();
      throw error;
    });
    runner.replace(host);
    return description;
  }

  /** Publishes and installs changes. Code-only changes need neither. */
  async function publish(
    server: ApiClient,
    url: string,
    description: IntegrationDescription,
  ): Promise<InstalledIn | undefined> {
    const { checked, manifest, secrets } = sources.loaded();
    const manifestText = checked.source.text;
    const current = JSON.stringify([manifestText, secrets, description]);
    if (current === published) return undefined;
    const { errors, warnings } = checkAgainstIntegration(checked, description);
    const findings = printFindings(
      { errors: [], warnings: [...errors, ...warnings] },
      checked.source,
    ).trimEnd();
    if (findings !== "") report({ kind: "warning", message: findings });
    await allowScripts(server, checked, manifest.name);
    const { version, organization } = await server.call(publishIntegration, {
      params: { integration: manifest.name },
      body: { manifest: manifestText, url, secrets, signingSecret },
    });
    published = current;
    const installed = await installEverywhere(server, manifest, organization);
    subject = { manifest, description, installationId: installed.installation.id };
    report({ kind: "published", version });
    return installed;
  }

  const watcher = watchFiles((changed) => enqueue(changed));
  const follow = (): void =>
    watcher.follow([
      join(folder, manifestFileName),
      join(folder, ".env"),
      ...files.map((file) => join(folder, file)),
    ]);

  async function reload(changed: readonly string[]): Promise<void> {
    const reloadStartedAt = performance.now();
    const isSource = (file: string): boolean => files.some((own) => join(folder, own) === file);
    if (changed.some((file) => !isSource(file))) await sources.reread();
    const description = await loadCode().finally(follow);
    const milliseconds = Math.round(performance.now() - reloadStartedAt);
    report({ kind: "reloaded", files: changed.map((file) => file.replace(`${folder}/`, "")), milliseconds });
    thread ??= startThread();
    await publish(api, server.origin, description);
  }

  let queue = Promise.resolve();
  function enqueue(changed: readonly string[]): void {
    queue = queue.then(() => reload(changed)).catch((error: unknown) => report(toFailure(error)));
  }

  const release = async (): Promise<void> => {
    watcher.close();
    await sources.close();
    await runner.close();
    await thread?.terminate();
  };
  const load = async () => {
    const description = await loadCode();
    const { organization } = sources.loaded().manifest;
    const options = { folder: dataFolder, port, organization, runner, reports, onError };
    const server = await startEmbeddedServer({ ...options, subject: () => subject });
    return { description, server };
  };
  // Open resources would keep the process alive.
  const { description, server } = await load().catch(async (error: unknown) => {
    await release();
    throw error;
  });
  const { origin, token } = server;
  const api = createApiClient({ endpoint: `${origin}/v1`, token });
  const session = { server: origin, token, pid: process.pid };
  const ended = new AbortController();
  let following = Promise.resolve();
  const close = async (): Promise<void> => {
    watcher.close();
    ended.abort();
    await Promise.all([queue, following]);
    await withdrawDevSession(folder, session);
    await server.close();
    await release();
  };
  try {
    const installed = await publish(api, origin, description);
    if (installed === undefined) throw new TypeError("The first version is always published");
    await announceDevSession(folder, session);
    follow();
    const { events } = description;
    const milliseconds = Math.round(performance.now() - startedAt);
    const page = devPageUrl(origin, token);
    report(toReadiness(sources.loaded(), installed, { server: origin, page, events, milliseconds }));
    thread = startThread();
    const { name: integration } = sources.loaded().manifest;
    const followed = {
      server: { api, origin, token },
      installationId: installed.installation.id,
      integration,
    };
    following = reportElsewhere(followed, ended.signal, report).catch(onError);
  } catch (error) {
    await close();
    throw error;
  }
  return { api, close };
}

/** Reports deliveries that bypass the integration: webhooks, and events it did not receive. */
async function reportElsewhere(
  followed: Pick<FollowOptions, "server" | "installationId" | "integration">,
  signal: AbortSignal,
  report: (report: DevReport) => void,
): Promise<void> {
  for await (const entry of followInstallation({ ...followed, recent: 0, follow: true, signal })) {
    if (entry.kind === "unreceived" || (entry.kind === "delivery" && entry.to !== "integration"))
      report(toReport(entry));
  }
}
