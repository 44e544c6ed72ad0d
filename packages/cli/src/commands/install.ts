import { getIntegration } from "@plugboard/api/routes";
import type { Manifest } from "@plugboard/manifest";
import { readProject } from "../project/project.ts";
import { install } from "../server/install.ts";
import {
  findResource,
  organizationsOf,
  type NamedResource,
  spacesOrSitesOf,
} from "../server/find-resource.ts";
import { findKind, parseResource, readKinds, type ResourceName } from "../server/resource-kinds.ts";
import { commandsForMissing, missingSettings } from "../server/settings.ts";
import { CliError } from "../terminal/cli-error.ts";
import { table } from "../terminal/terminal.ts";
import { requireManifest } from "./check.ts";
import { type CommandContext, connectServer } from "./command-context.ts";

/** The organization and its resources to install into. */
export interface InstallOptions {
  readonly organization?: string | undefined;
  /** IDs or titles; `all` selects every one. */
  readonly space?: readonly string[] | undefined;
  readonly site?: readonly string[] | undefined;
  /** Kinds and IDs, such as `project:prj_1`. */
  readonly resource?: readonly string[] | undefined;
}

/** Installs the integration in this folder in an organization and in its resources. */
export async function installCommand(context: CommandContext, options: InstallOptions): Promise<void> {
  const { terminal } = context;
  const { checked } = await readProject(context.cwd);
  const manifest = requireManifest(context, checked);
  const { api, origin, by } = await connectServer(context);
  const organizations = await organizationsOf(api);
  const { organization: owner } = await api.call(getIntegration, { params: { integration: manifest.name } });
  const organization = findResource("organization", options.organization ?? owner, organizations);
  const kinds = await readKinds(api);
  const named: NamedResource[] = [];
  const resources: ResourceName[] = (options.resource ?? []).map(parseResource);
  for (const kind of ["space", "site"] as const) {
    const words = options[kind];
    if (words === undefined) continue;
    findKind(kinds, kind);
    const existing = await spacesOrSitesOf(api, kind, organization.id);
    named.push(...existing);
    resources.push(...choose(kind, words, existing, manifest).map((id) => ({ kind, id })));
  }
  const { installation, isNew, ...into } = await terminal.progress(`Installing at ${origin}`, () =>
    install(api, manifest.name, organization.id, { kinds, resources }),
  );
  const missing = missingSettings(manifest, "account", installation.configuration);
  const idsOf = (kind: string): readonly string[] =>
    into.resources.filter((resource) => resource.kind === kind).map(({ id }) => id);
  for (const kind of ["space", "site"] as const)
    if (idsOf(kind).some((id) => !named.some((resource) => resource.id === id)))
      named.push(...(await spacesOrSitesOf(api, kind, organization.id)));
  const titleOf = (id: string): string => named.find((resource) => resource.id === id)?.title ?? id;
  terminal.show(
    {
      installation: installation.id,
      status: installation.status,
      isNew,
      organization: organization.id,
      ...Object.fromEntries(kinds.map(({ kind, plural }) => [plural, idsOf(kind)])),
      missing,
      server: origin,
      publicEndpoint: installation.urls.publicEndpoint,
    },
    table([
      [
        isNew ? "Installed" : "Installed before",
        `${manifest.name} in ${organization.title} (${installation.id})`,
      ],
      ...kinds.map(({ kind, plural }) => [
        `${plural.charAt(0).toUpperCase()}${plural.slice(1)}`,
        idsOf(kind).map(titleOf).join(", ") || "none",
      ]),
      ["Status", installation.status],
      ["Server", origin],
      ["Public endpoint", installation.urls.publicEndpoint],
    ]),
  );
  const commands = commandsForMissing(manifest, "account", missing);
  const option = by === "option" ? ` --server ${origin}` : "";
  const [kind] = kinds;
  if (missing.length > 0)
    terminal.note(`\nNext: ${commands.map((command) => `${command}${option}`).join(", then ")}`);
  else if (into.resources.length === 0 && kind !== undefined)
    terminal.note(
      kinds.some((one) => one.kind === "space")
        ? "\nNext: install it in spaces or sites with --space all or --site all."
        : `\nNext: install it in ${kind.plural} with --resource ${kind.kind}:<id>.`,
    );
}

/** @throws CliError `not_found` */
function choose(
  kind: "space" | "site",
  words: readonly string[],
  resources: readonly NamedResource[],
  { target = "all" }: Manifest,
): readonly string[] {
  if (!words.includes("all")) return words.map((word) => findResource(kind, word, resources).id);
  // `all` skips kinds that the integration doesn't support; the server rejects an explicit name.
  if (!["all", kind].includes(target)) return [];
  if (resources.length === 0) throw new CliError("not_found", `The organization has no ${kind}.`);
  return resources.map(({ id }) => id);
}
