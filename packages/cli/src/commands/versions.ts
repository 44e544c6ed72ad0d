import {
  getIntegration,
  listIntegrationVersions,
  removeIntegration,
  rollBackIntegration,
} from "@plugboard/api/routes";
import { readProject } from "../project/project.ts";
import type { Server } from "../server/connect.ts";
import { askText } from "../terminal/ask.ts";
import { CliError } from "../terminal/cli-error.ts";
import { table } from "../terminal/terminal.ts";
import { requireManifest } from "./check.ts";
import { type CommandContext, connectServer } from "./command-context.ts";

/** Lists the versions available for rollback. */
export async function versions(context: CommandContext): Promise<void> {
  const { terminal } = context;
  const { name, server } = await findPublished(context);
  const available = await listVersions(server, name);
  const rows = available.map(({ version, publishedAt, isCurrent, url, bundle, restored }) => [
    `${isCurrent ? "*" : " "} ${version}`,
    publishedAt.slice(0, 19).replace("T", " "),
    url ?? (bundle === undefined ? "" : `${bundle.hash.slice(0, 12)} (${bundle.bytes} bytes)`),
    restored === undefined ? "" : `back to ${restored}`,
  ]);
  terminal.show({ name, versions: available }, table(rows));
}

/** Rolls back to an earlier version. Defaults to the previous one. */
export async function rollBack(context: CommandContext, requested: number | undefined): Promise<void> {
  const { terminal } = context;
  const { name, server } = await findPublished(context);
  const available = await listVersions(server, name);
  const current = available.find(({ isCurrent }) => isCurrent);
  const target = requested ?? available.find(({ isCurrent }) => !isCurrent)?.version;
  if (target === undefined)
    throw new CliError("not_found", `${name} has no earlier version.`, { next: "See `plugboard versions`." });
  const { version } = await terminal.progress("Rolling back", () =>
    server.api.call(rollBackIntegration, {
      params: { integration: name },
      body: { version: target },
      ifMatch: current?.version,
    }),
  );
  terminal.show(
    { name, version, restored: target },
    `Rolled ${name} back to version ${target}. It is published as version ${version}.`,
  );
}

/** Unpublishes the integration and uninstalls it everywhere. */
export async function unpublish(
  context: CommandContext,
  { yes }: { readonly yes?: true | undefined },
): Promise<void> {
  const { terminal } = context;
  const { name, server } = await findPublished(context);
  if (yes === undefined) {
    const question = `This unpublishes ${name} at ${server.origin} and removes all its installations. Type its name to confirm`;
    const typed = await askText(terminal, question, "plugboard unpublish --yes");
    if (typed !== name) throw new CliError("usage", `${typed} is not ${name}. Nothing was changed.`);
  }
  await server.api.call(removeIntegration, { params: { integration: name } });
  terminal.show({ name, server: server.origin }, `${name} is no longer published at ${server.origin}.`);
}

/** @throws ApiError `not_found` if it isn't published */
async function findPublished(
  context: CommandContext,
): Promise<{ readonly name: string; readonly server: Server }> {
  const { checked } = await readProject(context.cwd);
  const { name } = requireManifest(context, checked);
  const server = await connectServer(context, { dev: false });
  await server.api.call(getIntegration, { params: { integration: name } });
  return { name, server };
}

async function listVersions({ api }: Server, name: string) {
  return (await api.call(listIntegrationVersions, { params: { integration: name } })).items;
}
