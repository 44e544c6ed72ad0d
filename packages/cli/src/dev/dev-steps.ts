import type { ApiClient } from "@plugboard/api/client";
import { listOrganizations, updateScriptGrant } from "@plugboard/api/routes";
import { listSites, listSpaces } from "@plugboard/content/routes";
import { type CheckedManifest, type Manifest, printFindings } from "@plugboard/manifest";
import { type Bundler, openBundler } from "../bundle/bundle-integration.ts";
import { readProject } from "../project/project.ts";
import { readSecrets } from "../project/secrets.ts";
import { writeTypes } from "../project/types-file.ts";
import type { Followed } from "../server/follow-installation.ts";
import { install, type InstalledIn } from "../server/install.ts";
import { readKinds, type ResourceName } from "../server/resource-kinds.ts";
import { readScriptRequest } from "../server/script-request.ts";
import { commandsForMissing, missingSettings } from "../server/settings.ts";
import { CliError } from "../terminal/cli-error.ts";
import type { DevReport } from "./dev-report.ts";

/** The non-code inputs of the last load. */
interface Loaded {
  readonly checked: CheckedManifest;
  readonly manifest: Manifest;
  readonly secrets: Readonly<Record<string, string>>;
  readonly script: string;
}

/**
 * Reads the manifest, secrets and assets, and updates the generated types.
 *
 * @throws CliError `invalid_project`
 */
async function readSources(
  folder: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<Loaded> {
  const { checked, product } = await readProject(folder);
  const { manifest, source } = checked;
  if (manifest === undefined || checked.errors.some(({ code }) => code === "missing_file"))
    throw new CliError(
      "invalid_project",
      `The manifest is invalid.\n\n${printFindings(checked, source).trimEnd()}`,
    );
  await writeTypes(folder, manifest, { product, contract: checked.contract });
  const { script } = manifest;
  if (script === undefined)
    throw new CliError("invalid_project", "The manifest names no script.", {
      next: "Set `script` to the file that calls createIntegration.",
    });
  return { checked, manifest, secrets: await readSecrets(folder, manifest, env), script };
}

/** Grants an integration the scripts in its manifest, as an operator would. */
export async function allowScripts(
  api: ApiClient,
  checked: CheckedManifest,
  integration: string,
): Promise<void> {
  const request = readScriptRequest(checked);
  const [organization] = (await api.call(listOrganizations)).items;
  if (request === undefined || organization === undefined) return;
  const { scopes, sources } = request;
  const body = { organization: organization.id, scopes, sources };
  await api.call(updateScriptGrant, { params: { integration }, body });
}

/** Installs an integration in the first space and the first site, if the product has them and it supports them. */
export async function installEverywhere(
  api: ApiClient,
  { name, target = "all" }: Manifest,
  organization: string,
): Promise<InstalledIn> {
  const kinds = await readKinds(api);
  const resources: ResourceName[] = [];
  for (const kind of ["space", "site"] as const) {
    if (!kinds.some((one) => one.kind === kind) || !["all", kind].includes(target)) continue;
    for await (const resource of api.list(kind === "space" ? listSpaces : listSites)) {
      if (resource.organization !== organization) continue;
      resources.push({ kind, id: resource.id });
      break;
    }
  }
  return await install(api, name, organization, { kinds, resources });
}

/** The sources of an integration, and the bundler of its script. */
export interface Sources {
  /** Returns the last inputs that were read. */
  readonly loaded: () => Loaded;
  readonly bundle: Bundler["bundle"];
  /**
   * Reads all inputs except the code again.
   *
   * @throws CliError `invalid_project`
   */
  readonly reread: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/**
 * Reads an integration's inputs and opens its bundler.
 *
 * @throws CliError `invalid_project`
 */
export async function openSources(
  folder: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<Sources> {
  let loaded = await readSources(folder, env);
  let bundler = await openBundler({ folder, script: loaded.script });
  return {
    loaded: () => loaded,
    bundle: () => bundler.bundle(),
    reread: async () => {
      const before = loaded.script;
      loaded = await readSources(folder, env);
      if (loaded.script === before) return;
      await bundler.close();
      bundler = await openBundler({ folder, script: loaded.script });
    },
    close: () => bundler.close(),
  };
}

/** Returns the report for an integration that is ready on a server. */
export function toReadiness(
  { manifest }: Loaded,
  { installation }: InstalledIn,
  rest: Pick<Extract<DevReport, { readonly kind: "ready" }>, "events" | "milliseconds" | "page" | "server">,
): DevReport {
  const { id, status, urls, configuration } = installation;
  const missing = missingSettings(manifest, "account", configuration);
  return {
    kind: "ready",
    name: manifest.name,
    installation: id,
    status,
    publicEndpoint: urls.publicEndpoint,
    missing,
    next: commandsForMissing(manifest, "account", missing),
    ...rest,
  };
}

/** Converts an entry of an installation to a report. */
export function toReport(entry: Followed): DevReport {
  if (entry.kind === "log") {
    const { level, message, fields = {} } = entry;
    return { kind: "log", level, message, fields };
  }
  if (entry.kind === "unreceived") {
    const { type, eventId, reason } = entry;
    return { kind: "unreceived", type, eventId, reason };
  }
  const { type, eventId, to: url, status, responseStatus, error } = entry;
  return { kind: "delivery", type, eventId, url, status, responseStatus, error };
}

/** Returns the report for a change that failed to load. */
export function toFailure(error: unknown): DevReport {
  const message = error instanceof Error ? error.message : String(error);
  const { problems = [], next } = error instanceof CliError ? error : {};
  return { kind: "failed", message, problems, next };
}
