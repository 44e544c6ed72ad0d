import { getIntegration } from "@plugboard/api/routes";
import { readProject } from "../project/project.ts";
import { install } from "../server/install.ts";
import {
  findResource,
  organizationsOf,
  type NamedResource,
  spacesOrSitesOf,
} from "../server/find-resource.ts";
import { commandsForMissing, missingSettings } from "../server/settings.ts";
import { CliError } from "../terminal/cli-error.ts";
import { table } from "../terminal/terminal.ts";
import { requireManifest } from "./check.ts";
import { type CommandContext, connectServer } from "./command-context.ts";

/** The organization, spaces and sites to install into. */
export interface InstallOptions {
  readonly organization?: string | undefined;
  /** Ids or titles; `all` selects every one. */
  readonly space?: readonly string[] | undefined;
  readonly site?: readonly string[] | undefined;
}

/** Installs the integration in this folder in an organization and in its spaces and sites. */
export async function installCommand(context: CommandContext, options: InstallOptions): Promise<void> {
  const { terminal } = context;
  const { checked } = await readProject(context.cwd);
  const manifest = requireManifest(context, checked);
  const { api, origin, by } = await connectServer(context);
  const organizations = await organizationsOf(api);
  const { organization: owner } = await api.call(getIntegration, { params: { integration: manifest.name } });
  const organization = findResource("organization", options.organization ?? owner, organizations);
  const [spaces, sites] = [
    await spacesOrSitesOf(api, "space", organization.id),
    await spacesOrSitesOf(api, "site", organization.id),
  ];
  // `all` skips kinds that the integration doesn't support; the server rejects an explicit name.
  const isFor = (kind: "space" | "site"): boolean =>
    ["all", kind, undefined].includes(manifest.target) || options[kind]?.includes("all") !== true;
  const { installation, isNew, ...into } = await terminal.progress(`Installing at ${origin}`, () =>
    install(api, manifest.name, organization.id, {
      spaces: isFor("space") ? chosen("space", options.space, spaces) : [],
      sites: isFor("site") ? chosen("site", options.site, sites) : [],
    }),
  );
  const missing = missingSettings(manifest, "account", installation.configuration);
  const titles = (ids: readonly string[], resources: readonly NamedResource[]): string =>
    ids.map((id) => resources.find((resource) => resource.id === id)?.title ?? id).join(", ") || "none";
  terminal.show(
    {
      installation: installation.id,
      status: installation.status,
      isNew,
      organization: organization.id,
      ...into,
      missing,
      server: origin,
      publicEndpoint: installation.urls.publicEndpoint,
    },
    table([
      [
        isNew ? "Installed" : "Installed before",
        `${manifest.name} in ${organization.title} (${installation.id})`,
      ],
      ["Spaces", titles(into.spaces, spaces)],
      ["Sites", titles(into.sites, sites)],
      ["Status", installation.status],
      ["Server", origin],
      ["Public endpoint", installation.urls.publicEndpoint],
    ]),
  );
  const commands = commandsForMissing(manifest, "account", missing);
  const option = by === "option" ? ` --server ${origin}` : "";
  if (missing.length > 0)
    terminal.note(`\nNext: ${commands.map((command) => `${command}${option}`).join(", then ")}`);
  else if (into.spaces.length + into.sites.length === 0)
    terminal.note("\nNext: install it in spaces or sites with --space all or --site all.");
}

/** @throws CliError `not_found` */
function chosen(
  kind: "space" | "site",
  words: readonly string[] | undefined = [],
  resources: readonly NamedResource[],
): string[] {
  if (words.includes("all") && resources.length === 0)
    throw new CliError("not_found", `The organization has no ${kind}.`);
  if (words.includes("all")) return resources.map(({ id }) => id);
  return words.map((word) => findResource(kind, word, resources).id);
}
