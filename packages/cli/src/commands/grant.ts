import { ApiError } from "@plugboard/api/client";
import { listOrganizations, updateScriptGrant } from "@plugboard/api/routes";
import { readProject } from "../project/project.ts";
import { readScriptRequest } from "../server/script-request.ts";
import { askChoice } from "../terminal/ask.ts";
import { CliError } from "../terminal/cli-error.ts";
import { requireManifest } from "./check.ts";
import { type CommandContext, connectServer } from "./command-context.ts";

/**
 * Grants the integration in this folder the internal scopes and sources in its manifest. Requires the platform
 * administrator.
 *
 * @throws CliError `not_found` if the manifest's organization isn't on the server; `unauthorized` for anyone but the administrator
 */
export async function grant(
  context: CommandContext,
  { yes }: { readonly yes?: true | undefined },
): Promise<void> {
  const { terminal } = context;
  const { checked } = await readProject(context.cwd);
  const manifest = requireManifest(context, checked);
  const { name } = manifest;
  const request = readScriptRequest(checked);
  if (request === undefined)
    return terminal.show({ name, summary: [] }, `${name} requests no internal scopes, so it needs no grant.`);
  const { scopes, sources, summary } = request;
  const { api, origin } = await connectServer(context, { dev: false });
  const { items } = await api.call(listOrganizations);
  const owner = items.find(({ id, subdomain }) => [id, subdomain].includes(manifest.organization));
  if (owner === undefined) {
    throw new CliError("not_found", `${origin} has no organization ${manifest.organization}.`, {
      next: "Change `organization` in the manifest.",
    });
  }
  const list = summary.map((line) => `  ${line}`).join("\n");
  if (yes === undefined) {
    terminal.note(`This allows ${name} of ${manifest.organization} to:\n${list}\n`);
    const choices = [
      { value: "yes", label: "Grant" },
      { value: "no", label: "Cancel" },
    ];
    const choice = await askChoice(terminal, `Grant this at ${origin}?`, choices, "plugboard grant --yes");
    if (choice === "no") return terminal.show({ name, granted: false }, "Not granted.");
  }
  try {
    await api.call(updateScriptGrant, {
      params: { integration: name },
      body: { organization: owner.id, scopes, sources },
    });
  } catch (cause) {
    // The server hides the operation from others. It doesn't need a published integration.
    if (!(cause instanceof ApiError && ["not_found", "forbidden"].includes(cause.code))) throw cause;
    throw new CliError("unauthorized", `Only the platform administrator of ${origin} can grant this.`, {
      next: "Run it with `--token` and the administrator token, or ask the administrator to run it.",
      cause,
    });
  }
  terminal.show(
    { name, server: origin, granted: true, summary },
    `${name} can now do this at ${origin}:\n${list}`,
  );
}
