import { homedir } from "node:os";
import { fileURLToPath } from "node:url";
import { createApiClient } from "@plugboard/api/client";
import { listOrganizations, updateScriptGrant } from "@plugboard/api/routes";
import { runCli } from "@plugboard/cli";
import type { Sample } from "./samples.ts";
import type { ServerProcess } from "./start-server.ts";

/** A server with its administrator's token. */
type OwnServer = Pick<ServerProcess, "consoleUrl" | "adminToken">;

/**
 * Publishes samples with the command line, as their author would. The server then runs them.
 *
 * @throws Error with the command line's output if one cannot be published
 */
export async function publishSamples(server: OwnServer, samples: readonly Sample[]): Promise<void> {
  for (const sample of samples) {
    if (sample.hasScripts) await allowScripts(server.consoleUrl, server.adminToken, sample.folder);
    await runInSample(server, sample, ["publish"]);
  }
}

/** Runs the command line in a sample's folder. @throws Error with its output if it fails */
export async function runInSample(
  { consoleUrl, adminToken }: OwnServer,
  { folder, secrets }: Sample,
  words: readonly string[],
): Promise<void> {
  let written = "";
  const output = { isTTY: false, write: (text: string) => (written += text) !== "" };
  const exitCode = await runCli({
    arguments: [...words, "--server", consoleUrl, "--token", adminToken],
    cwd: fileURLToPath(new URL(`../../sample-integrations/${folder}`, import.meta.url)),
    env: { ...process.env, ...secrets },
    home: homedir(),
    platform: process.platform,
    stdin: {},
    stdout: output,
    stderr: output,
    signal: new AbortController().signal,
  });
  if (exitCode !== 0) throw new Error(`${words.join(" ")} of the sample ${folder} failed:\n${written}`);
}

async function allowScripts(consoleUrl: string, token: string, integration: string): Promise<void> {
  const platform = createApiClient({ endpoint: `${consoleUrl}/v1`, token });
  const { items } = await platform.call(listOrganizations);
  // The organization in the samples' manifests.
  const organization = items.find(({ subdomain }) => subdomain === "acme")?.id;
  if (organization === undefined) return;
  await platform.call(updateScriptGrant, {
    params: { integration },
    body: { organization, scopes: ["site:script:inject", "site:script:cookies"] },
  });
}
