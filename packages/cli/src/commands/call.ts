import { parseJsonObject } from "../server/parse-json-object.ts";
import { runTool } from "../server/run-tool.ts";
import { sampleArguments } from "../server/sample-arguments.ts";
import { CliError } from "../terminal/cli-error.ts";
import { didYouMean } from "../terminal/did-you-mean.ts";
import type { CommandContext } from "./command-context.ts";
import { findOwnInstallation } from "./own-installation.ts";

/** Calls a tool of the integration in this folder, and prints its result. */
export async function call(
  context: CommandContext,
  toolId: string,
  text: string,
  { organization }: { readonly organization?: string | undefined },
): Promise<void> {
  const { server, installation, manifest } = await findOwnInstallation(context, { organization });
  const { tools = [] } = manifest;
  const tool = tools.find(({ id }) => id === toolId);
  if (tool === undefined) {
    const next = didYouMean(
      toolId,
      tools.map(({ id }) => id),
    );
    throw new CliError("not_found", `The manifest has no tool ${toolId}.`, { next });
  }
  const input = parseJsonObject(text);
  if (input === undefined) {
    const sample = JSON.stringify(sampleArguments(tool.inputSchema));
    throw new CliError("usage", `${text} is not a JSON object.`, {
      next: `Pass one, such as \`plugboard call ${toolId} '${sample}'\`.`,
    });
  }
  const result = await runTool(server.api, installation.id, tool, input);
  context.terminal.show({ result, server: server.origin }, JSON.stringify(result, null, 2));
}
