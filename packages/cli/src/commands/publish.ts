import { hashOfBundle } from "@plugboard/api";
import { type ApiClient, ApiError } from "@plugboard/api/client";
import {
  getIntegration,
  listIntegrationInstallations,
  listIntegrationVersions,
  publishIntegration,
} from "@plugboard/api/routes";
import {
  type CheckedManifest,
  checkManifest,
  editManifest,
  type Manifest,
  manifestForEnvironment,
} from "@plugboard/manifest";
import type { Bundle } from "../bundle/bundle-integration.ts";
import { readAssets } from "../project/assets.ts";
import { readProject } from "../project/project.ts";
import { readSecrets } from "../project/secrets.ts";
import { type Change, comparePublication, type PublishedBefore } from "../server/compare-publication.ts";
import { CliError } from "../terminal/cli-error.ts";
import { didYouMean } from "../terminal/did-you-mean.ts";
import { table } from "../terminal/terminal.ts";
import { checkProject } from "./check.ts";
import { type CommandContext, connectServer } from "./command-context.ts";

/** Options for `plugboard publish`. */
export interface PublishOptions {
  /** One of the manifest's `envs`. */
  readonly env?: string | undefined;
  /** The URL where the author hosts the integration. Defaults to running on the platform. */
  readonly url?: string | undefined;
  /** Prints the changes without publishing. */
  readonly dryRun?: true | undefined;
}

/** Publishes the integration in this folder: manifest, code, images and secret values. */
export async function publish(context: CommandContext, options: PublishOptions): Promise<void> {
  const { terminal, env } = context;
  const project = await readProject(context.cwd);
  const { bundle } = await terminal.progress("Checking", () => checkProject(context, project));
  const { text, manifest } = forEnvironment(project.checked, options.env);
  const { name } = manifest;
  const assets = await readAssets(project.folder, manifest);
  const code = codeFor(bundle, options.url);
  const secrets = await readSecrets(project.folder, manifest, env);
  const signingSecret = options.url === undefined ? undefined : requireSigningSecret(env);

  const { api, origin } = await connectServer(context, { dev: false });
  const before = await readPublished(api, name);
  const changes = comparePublication(before, manifest, "url" in code ? code : await measure(code.bundle));
  if (options.dryRun !== undefined) {
    const current = before?.integration.version;
    return terminal.show(
      { name, server: origin, current, changes, assets: Object.keys(assets), secrets: Object.keys(secrets) },
      `${changed(changes, before)}\nNothing was published.`,
    );
  }
  const published = await terminal.progress(`Publishing at ${origin}`, () =>
    api.call(publishIntegration, {
      params: { integration: name },
      body: { manifest: text, assets, secrets, signingSecret, ...code },
      ifMatch: before?.integration.version,
    }),
  );
  for (const { path, message } of published.warnings) terminal.note(`warning: ${path}: ${message}`);
  const { items } = await api.call(listIntegrationInstallations, { params: { integration: name } });
  terminal.show(
    { name, version: published.version, server: origin, changes, installations: items.length },
    `${changed(changes, before)}\nPublished ${name}, version ${published.version}, at ${origin}.`,
  );
  if (items.length > 0) return;
  // Without the option, a running `plugboard dev` would be used instead.
  const isDefault = (await connectServer(context)).origin === origin;
  terminal.note(`\nNext: plugboard install --space all --site all${isDefault ? "" : ` --server ${origin}`}`);
}

/**
 * Returns the manifest with an environment's overrides, otherwise unchanged.
 *
 * @throws CliError `not_found` for an unknown environment
 */
function forEnvironment(
  { source: { text }, contract }: CheckedManifest,
  name: string | undefined,
): { text: string; manifest: Manifest } {
  const read = (yaml: string): Manifest => {
    const { manifest } = checkManifest(yaml, { allowInternalScopes: true, contract });
    if (manifest !== undefined) return manifest;
    throw new CliError(
      "invalid_project",
      `The manifest is invalid${name === undefined ? "" : ` for the environment ${name}`}.`,
    );
  };
  const base = read(text);
  if (name === undefined) return { text, manifest: base };
  const environments = Object.keys(base.envs ?? {});
  if (!environments.includes(name))
    throw new CliError("not_found", `The manifest has no environment ${name}.`, {
      next: didYouMean(name, environments),
    });
  const { organization, visibility, secrets = {} } = manifestForEnvironment(base, name);
  const edited = editManifest(text, [
    { path: ["organization"], value: organization },
    { path: ["visibility"], value: visibility },
    ...(Object.keys(secrets).length > 0 ? [{ path: ["secrets"], value: { ...secrets } }] : []),
  ]);
  return { text: edited, manifest: read(edited) };
}

function codeFor(
  bundle: Bundle | undefined,
  url: string | undefined,
): { readonly url: string } | { readonly bundle: { readonly module: string; readonly sourceMap: string } } {
  if (url !== undefined) return { url };
  if (bundle !== undefined) return { bundle: { module: bundle.module, sourceMap: bundle.sourceMap } };
  throw new CliError("invalid_project", "There is no code to publish.", {
    next: "Set `script` in the manifest to the file that calls createIntegration, or pass --url.",
  });
}

async function measure(bundle: { readonly module: string; readonly sourceMap: string }) {
  const [module, sourceMap] = [Buffer.from(bundle.module), Buffer.from(bundle.sourceMap)];
  return { hash: await hashOfBundle({ module, sourceMap }), bytes: module.length + sourceMap.length };
}

function requireSigningSecret({ PLUGBOARD_SIGNING_SECRET: secret }: CommandContext["env"]): string {
  if (secret) return secret;
  throw new CliError("usage", "A self-hosted integration needs its signing secret.", {
    next: "Set PLUGBOARD_SIGNING_SECRET to the secret it runs with.",
  });
}

async function readPublished(api: ApiClient, name: string): Promise<PublishedBefore | undefined> {
  const params = { integration: name };
  try {
    const integration = await api.call(getIntegration, { params });
    const { items } = await api.call(listIntegrationVersions, { params });
    return { integration, version: items.find(({ isCurrent }) => isCurrent) };
  } catch (error) {
    if (error instanceof ApiError && error.code === "not_found") return undefined;
    throw error;
  }
}

function changed(changes: readonly Change[], before: PublishedBefore | undefined): string {
  if (changes.length === 0) return "Nothing changes.";
  const rows = changes.map((change) => [
    `  ${change.what}`,
    before === undefined || change.before === "" ? change.after : `${change.before} → ${change.after}`,
  ]);
  return `${before === undefined ? "New:" : `Since version ${before.integration.version}:`}\n${table(rows)}`;
}
