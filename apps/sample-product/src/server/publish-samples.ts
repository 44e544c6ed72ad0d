import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  installIntegration,
  installIntoResource,
  type Platform,
  publishIntegration,
} from "@plugboard/platform";
import { serve } from "@plugboard/runtime/node";
import { generateSecret } from "@plugboard/webhook-signer";
import { build } from "esbuild";
import { integration as issueSummary } from "../../integrations/issue-summary/integration.ts";
import type { SampleProject } from "./seed-tracker.ts";

/** Runs at its own URL. */
const hosted = { name: "issue-summary", integration: issueSummary } as const;
/** Published as a script, which the platform runs. */
const script = "label-triage";

/**
 * Publishes the sample integrations. The URL of the hosted one changes with every start, so call it every time.
 *
 * @returns a function that stops the hosted one
 */
export async function publishSamples(platform: Platform): Promise<() => Promise<void>> {
  const signingSecret = generateSecret();
  const env = { PLUGBOARD_SIGNING_SECRET: signingSecret };
  const server = await serve(hosted.integration, { port: 0, hostname: "127.0.0.1", env });
  const url = `http://127.0.0.1:${server.port}`;
  const manifest = await readManifest(hosted.name);
  await publishIntegration(platform, { name: hosted.name, manifest, url, signingSecret });
  await publishIntegration(platform, {
    name: script,
    manifest: await readManifest(script),
    bundle: await bundleSource(
      `export { integration as default } from "./integration.ts";`,
      folderOf(script),
    ),
  });
  return () => server.close();
}

function folderOf(name: string): string {
  return fileURLToPath(new URL(`../../integrations/${name}`, import.meta.url));
}

async function readManifest(name: string): Promise<string> {
  return await readFile(join(folderOf(name), "service-manifest.yaml"), "utf8");
}

/** Bundles the source of an integration into one module, as `plugboard publish` does. */
export async function bundleSource(
  contents: string,
  resolveDir = import.meta.dirname,
): Promise<{ readonly module: string }> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir },
    bundle: true,
    write: false,
    format: "esm",
    platform: "browser",
    target: "es2024",
    conditions: ["@plugboard/source", "workerd", "worker"],
  });
  return { module: outputFiles[0]?.text ?? "" };
}

/** Installs the published sample integrations in a project. */
export async function installSamples(
  platform: Platform,
  { organizationId, projectId }: SampleProject,
): Promise<void> {
  for (const name of [hosted.name, script]) {
    const { id } = await installIntegration(platform, name, organizationId);
    await installIntoResource(platform, id, "project", projectId);
  }
}
