import { getIntegration } from "@plugboard/api/routes";
import { readProject } from "../project/project.ts";
import { install } from "../server/install.ts";
import { findPlace, organizationsOf, type Place, placesOf } from "../server/places.ts";
import { missingSettings } from "../server/settings.ts";
import { CliError } from "../terminal/cli-error.ts";
import { table } from "../terminal/terminal.ts";
import { requireManifest } from "./check.ts";
import { type CommandContext, connectServer } from "./command-context.ts";

/** Where an integration is to be installed. */
export interface InstallOptions {
  readonly organization?: string | undefined;
  /** Ids or titles; `all` stands for every one. */
  readonly space?: readonly string[] | undefined;
  readonly site?: readonly string[] | undefined;
}

/** Installs the integration in this folder, in an organization and in spaces and sites of it. */
export async function installCommand(context: CommandContext, options: InstallOptions): Promise<void> {
  const { terminal } = context;
  const { checked } = await readProject(context.cwd);
  const manifest = requireManifest(context, checked);
  const { api, origin } = await connectServer(context);
  const organizations = await organizationsOf(api);
  const { organization: owner } = await api.call(getIntegration, { params: { integration: manifest.name } });
  const organization = findPlace("organization", options.organization ?? owner, organizations);
  const [spaces, sites] = [
    await placesOf(api, "space", organization.id),
    await placesOf(api, "site", organization.id),
  ];
  // "All" of what it is not for is nothing; whoever names one is refused by the server.
  const isFor = (kind: "space" | "site"): boolean =>
    ["all", kind, undefined].includes(manifest.target) || options[kind]?.includes("all") !== true;
  const { installation, isNew, ...into } = await terminal.progress(`Installing at ${origin}`, () =>
    install(api, manifest.name, organization.id, {
      spaces: isFor("space") ? chosen("space", options.space, spaces) : [],
      sites: isFor("site") ? chosen("site", options.site, sites) : [],
    }),
  );
  const missing = missingSettings(manifest, "account", installation.configuration);
  const titles = (ids: readonly string[], places: readonly Place[]): string =>
    ids.map((id) => places.find((place) => place.id === id)?.title ?? id).join(", ") || "none";
  terminal.show(
    {
      installation: installation.id,
      status: installation.status,
      isNew,
      organization: organization.id,
      ...into,
      missing,
    },
    table([
      [
        isNew ? "Installed" : "Installed before",
        `${manifest.name} in ${organization.title} (${installation.id})`,
      ],
      ["Spaces", titles(into.spaces, spaces)],
      ["Sites", titles(into.sites, sites)],
      ["Status", installation.status],
    ]),
  );
  if (missing.length > 0)
    terminal.note(`\nNext: plugboard configure ${missing.map((name) => `${name}=…`).join(" ")}`);
  else if (into.spaces.length + into.sites.length === 0)
    terminal.note("\nNext: install it into spaces or sites too, with --space all or --site all.");
}

/** @throws CliError `not_found` */
function chosen(
  kind: "space" | "site",
  words: readonly string[] | undefined = [],
  places: readonly Place[],
): string[] {
  if (words.includes("all") && places.length === 0)
    throw new CliError("not_found", `The organization has no ${kind}.`);
  if (words.includes("all")) return places.map(({ id }) => id);
  return words.map((word) => findPlace(kind, word, places).id);
}
