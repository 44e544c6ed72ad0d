import { join } from "node:path";
import type { ApiClient } from "@plugboard/api/client";
import { publishIntegration } from "@plugboard/api/routes";
import { manifestFileName } from "@plugboard/manifest";
import { type Bundler, openBundler } from "../bundle/bundle-integration.ts";
import { readAssets } from "../project/assets.ts";
import { followInstallation } from "../server/follow-installation.ts";
import { missingSettings } from "../server/settings.ts";
import type { Dev } from "./start-dev.ts";
import type { DevReport } from "./dev-report.ts";
import { installEverywhere, readSources, toFailure } from "./dev-steps.ts";
import { watchFiles } from "./watch-files.ts";

/** How an integration is developed on a server that runs elsewhere. */
export interface JoinOptions {
  /** Of the integration. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly server: { readonly origin: string; readonly api: ApiClient };
  readonly report: (report: DevReport) => void;
}

/**
 * Develops an integration on a server that runs elsewhere: each change is published as a version, which the server runs itself, so
 * that it need not reach this machine. What happens there is reported here.
 *
 * @throws CliError `invalid_project`, or ApiError when the first version cannot be published
 */
export async function joinDev({ folder, env, server, report }: JoinOptions): Promise<Dev> {
  const { api, origin } = server;
  const startedAt = performance.now();
  let loaded = await readSources(folder, env);
  let bundler: Bundler = await openBundler({ folder, script: loaded.script });
  let files: readonly string[] = [];

  async function publish() {
    const { manifest, checked, secrets } = loaded;
    const { module, sourceMap, files: bundled } = await bundler.bundle();
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
    const before = loaded.script;
    loaded = await readSources(folder, env);
    if (loaded.script !== before) {
      await bundler.close();
      bundler = await openBundler({ folder, script: loaded.script });
    }
    await publish().finally(follow);
    const milliseconds = Math.round(performance.now() - reloadStartedAt);
    report({ kind: "reloaded", files: changed.map((file) => file.replace(`${folder}/`, "")), milliseconds });
  }

  const { installation } = await publish().catch(async (error: unknown) => {
    await bundler.close();
    throw error;
  });
  follow();
  report({
    kind: "ready",
    name: loaded.manifest.name,
    server: origin,
    installation: installation.id,
    status: installation.status,
    publicEndpoint: installation.urls.publicEndpoint,
    missing: missingSettings(loaded.manifest, "account", installation.configuration),
    events: [],
    milliseconds: Math.round(performance.now() - startedAt),
  });
  const ended = new AbortController();
  const following = reportAll(api, installation.id, loaded.manifest.name, ended.signal, report).catch(
    (error: unknown) => report(toFailure(error)),
  );
  return {
    api,
    close: async () => {
      watcher.close();
      ended.abort();
      await Promise.all([queue, following]);
      await bundler.close();
    },
  };
}

async function reportAll(
  api: ApiClient,
  installationId: string,
  integration: string,
  signal: AbortSignal,
  report: (report: DevReport) => void,
): Promise<void> {
  const options = { api, installationId, integration, recent: 0, follow: true, signal };
  for await (const happened of followInstallation(options)) {
    if (happened.kind === "log") {
      const { level, message, fields = {} } = happened;
      report({ kind: "log", level, message, fields });
    } else if (happened.kind === "unreceived") {
      const { type, eventId, reason } = happened;
      report({ kind: "unreceived", type, eventId, reason });
    } else {
      const { type, eventId, to: url, status, responseStatus, error } = happened;
      report({ kind: "delivery", type, eventId, url, status, responseStatus, error });
    }
  }
}
