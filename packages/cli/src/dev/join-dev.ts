import { join } from "node:path";
import { publishIntegration } from "@plugboard/api/routes";
import { manifestFileName } from "@plugboard/manifest";
import { readAssets } from "../project/assets.ts";
import type { Server } from "../server/connect.ts";
import { type FollowOptions, followInstallation } from "../server/follow-installation.ts";
import type { Dev } from "./start-dev.ts";
import type { DevReport } from "./dev-report.ts";
import { installEverywhere, openSources, toFailure, toReadiness, toReport } from "./dev-steps.ts";
import { watchFiles } from "./watch-files.ts";

/** Options for {@link joinDev}. */
export interface JoinOptions {
  /** The integration's folder. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly server: Pick<Server, "api" | "origin" | "token">;
  readonly report: (report: DevReport) => void;
}

/**
 * Develops an integration on a remote server. Each change is published as a version that the server runs
 * itself, so it never connects to this machine. Deliveries are reported here.
 *
 * @throws CliError `invalid_project`, or ApiError if the first version cannot be published
 */
export async function joinDev({ folder, env, server, report }: JoinOptions): Promise<Dev> {
  const { api, origin } = server;
  const startedAt = performance.now();
  const sources = await openSources(folder, env);
  let files: readonly string[] = [];

  async function publish() {
    const { manifest, checked, secrets } = sources.loaded();
    const { module, sourceMap, files: bundled } = await sources.bundle();
    files = bundled;
    const assets = await readAssets(folder, manifest);
    const { version, organization } = await api.call(publishIntegration, {
      params: { integration: manifest.name },
      body: { manifest: checked.source.text, bundle: { module, sourceMap }, assets, secrets },
    });
    report({ kind: "published", version });
    return await installEverywhere(api, manifest, organization);
  }

  const watcher = watchFiles((changed) => {
    queue = queue.then(() => reload(changed)).catch((error: unknown) => report(toFailure(error)));
  });
  const follow = (): void =>
    watcher.follow([manifestFileName, ".env", ...files].map((file) => join(folder, file)));
  let queue = Promise.resolve();

  async function reload(changed: readonly string[]): Promise<void> {
    const reloadStartedAt = performance.now();
    await sources.reread();
    await publish().finally(follow);
    const milliseconds = Math.round(performance.now() - reloadStartedAt);
    report({ kind: "reloaded", files: changed.map((file) => file.replace(`${folder}/`, "")), milliseconds });
  }

  const installed = await publish().catch(async (error: unknown) => {
    await sources.close();
    throw error;
  });
  follow();
  const milliseconds = Math.round(performance.now() - startedAt);
  report(toReadiness(sources.loaded(), installed, { server: origin, events: [], milliseconds }));
  const ended = new AbortController();
  const followed = {
    server,
    installationId: installed.installation.id,
    integration: sources.loaded().manifest.name,
  };
  const following = reportAll(followed, ended.signal, report).catch((error: unknown) =>
    report(toFailure(error)),
  );
  return {
    api,
    close: async () => {
      watcher.close();
      ended.abort();
      await Promise.all([queue, following]);
      await sources.close();
    },
  };
}

async function reportAll(
  followed: Pick<FollowOptions, "server" | "installationId" | "integration">,
  signal: AbortSignal,
  report: (report: DevReport) => void,
): Promise<void> {
  for await (const entry of followInstallation({ ...followed, recent: 0, follow: true, signal }))
    report(toReport(entry));
}
