import { homedir } from "node:os";
import { fileURLToPath } from "node:url";
import { runCli } from "@plugboard/cli";
import { samples } from "./samples.ts";
import type { ServerProcess } from "./start-server.ts";

/**
 * Publishes each sample as its author would, with the command line; the server runs them from then on.
 *
 * @throws Error with what the command line wrote, when one cannot be published
 */
export async function publishSamples({
  consoleUrl,
  adminToken,
}: Pick<ServerProcess, "consoleUrl" | "adminToken">): Promise<void> {
  for (const { folder, secrets } of samples) {
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
