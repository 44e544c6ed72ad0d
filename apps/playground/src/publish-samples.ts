import { homedir } from "node:os";
import { fileURLToPath } from "node:url";
import { createApiClient } from "@plugboard/api/client";
import { listOrganizations, updateScriptGrant } from "@plugboard/api/routes";
import { runCli } from "@plugboard/cli";
import type { Sample } from "./samples.ts";
import type { ServerProcess } from "./start-server.ts";

/**
 * Publishes samples as their author would, with the command line; the server runs them from then on.
 *
 * @throws Error with what the command line wrote, when one cannot be published
 */
export async function publishSamples(
  { consoleUrl, adminToken }: Pick<ServerProcess, "consoleUrl" | "adminToken">,
  samples: readonly Sample[],
): Promise<void> {
  for (const { folder, secrets, hasScripts } of samples) {
    if (hasScripts) await allowScripts(consoleUrl, adminToken, folder);
    let written = "";
    const output = { isTTY: false, write: (text: string) => (written += text) !== "" };
    const exitCode = await runCli({
      arguments: ["publish", "--server", consoleUrl, "--token", adminToken],
      cwd: fileURLToPath(new URL(`../../sample-integrations/${folder}`, import.meta.url)),
      env: { ...process.env, ...secrets },
      home: homedir(),
      platform: process.platform,
      stdin: {},
      stdout: output,
      stderr: output,
      signal: new AbortController().signal,
    });
    if (exitCode !== 0) throw new Error(`The sample ${folder} could not be published:\n${written}`);
  }
}

async function allowScripts(consoleUrl: string, token: string, integration: string): Promise<void> {
  const platform = createApiClient({ endpoint: `${consoleUrl}/v1`, token });
  const { items } = await platform.call(listOrganizations);
  // The one that the manifests of the samples name.
  const organization = items.find(({ subdomain }) => subdomain === "acme")?.id;
  if (organization === undefined) return;
  await platform.call(updateScriptGrant, {
    params: { integration },
    body: { organization, scopes: ["site:script:inject", "site:script:cookies"] },
  });
}
