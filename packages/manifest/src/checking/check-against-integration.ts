import { platformEventTypes, type ScopeName } from "@plugboard/api";
import type { ManifestFindings } from "../model/manifest-issue.ts";
import { componentReferencesOf, type Manifest } from "../model/manifest.ts";
import type { ManifestContract } from "../model/manifest-contract.ts";
import { type Finding, toIssue } from "../reading/finding.ts";
import { explainUnknownWord } from "../wording/explain-unknown-word.ts";
import { quote } from "../wording/quote.ts";
import type { CheckedManifest } from "./check-manifest.ts";

/**
 * The relevant parts of an integration's code. The description returned by an integration fits; a build tool
 * can add the secrets the code reads.
 */
export interface IntegrationCode {
  /** Names of the handled events. */
  readonly events: readonly string[];
  /** IDs of the components. */
  readonly components: readonly string[];
  /** IDs of the tools. Defaults to none. */
  readonly tools?: readonly string[] | undefined;
  /** Names of the handled requests. */
  readonly requests?: readonly string[] | undefined;
  /** Whether the code handles requests to its public endpoint. Not checked if `undefined`. */
  readonly fetch?: boolean;
  /** Names of the secrets the code reads. Not checked if `undefined`. */
  readonly secrets?: readonly string[];
}

type Check = (
  manifest: Manifest,
  code: IntegrationCode,
  contract: ManifestContract | undefined,
) => readonly Finding[];

const errorChecks: readonly Check[] = [
  findMissingComponents,
  findMissingScopes,
  findMissingTools,
  findUndeclaredTools,
  findMissingFetch,
  findUndeclaredSecrets,
];
const warningChecks: readonly Check[] = [findUnusedSecrets, findOtherTargets, findUnhandledSchedules];

/**
 * Compares a manifest with the integration's code: the components of blocks and configurations, tools, the scopes
 * required by handled events, the target, paths that need a handler, and secrets. For a manifest with errors, only
 * unknown events and requests are reported. Events and requests are compared only if the manifest was checked with the
 * contract of its product.
 *
 * @example
 * ```ts
 * import { checkAgainstIntegration, checkManifest } from "@plugboard/manifest";
 *
 * const contract = {
 *   name: "tracker",
 *   kinds: { project: {} },
 *   scopes: { "issues:read": {} },
 *   events: { issue_opened: { on: "project", scope: "issues:read" } },
 * };
 * const manifest = `name: issue-digest
 * title: Issue digest
 * description: Posts what changed to a channel.
 * organization: acme
 * visibility: private
 * scopes: []`;
 * const checked = checkManifest(manifest, { contract });
 * const { errors } = checkAgainstIntegration(checked, { events: ["issue_opened"], components: [] });
 * console.log(errors[0]?.code); // "missing_scope"
 * ```
 */
export function checkAgainstIntegration(
  { manifest, source, contract }: CheckedManifest,
  code: IntegrationCode,
): ManifestFindings {
  const run = (checks: readonly Check[]) =>
    manifest === undefined ? [] : checks.flatMap((check) => check(manifest, code, contract));
  const toIssues = (findings: readonly Finding[]) => findings.map((finding) => toIssue(finding, source));
  const unknown = [...findUnknownEvents(code, contract), ...findUnknownRequests(code, contract)];
  return { errors: toIssues([...unknown, ...run(errorChecks)]), warnings: toIssues(run(warningChecks)) };
}

function findMissingComponents(manifest: Manifest, { components }: IntegrationCode): readonly Finding[] {
  return componentReferencesOf(manifest)
    .filter(({ componentId }) => !components.includes(componentId))
    .map(({ componentId, path }) => {
      const message = explainUnknownWord(componentId, "a component of the code", components);
      return { code: "missing_component", path, message, part: "value" };
    });
}

function findMissingTools(manifest: Manifest, { tools = [] }: IntegrationCode): readonly Finding[] {
  return (manifest.tools ?? []).flatMap(({ id }, index) => {
    if (tools.includes(id)) return [];
    const message = explainUnknownWord(id, "a tool of the code", tools);
    return [{ code: "missing_tool", path: ["tools", index, "id"], message, part: "value" } as const];
  });
}

function findUndeclaredTools(manifest: Manifest, { tools = [] }: IntegrationCode): readonly Finding[] {
  const declared = (manifest.tools ?? []).map(({ id }) => id);
  return tools
    .filter((id) => !declared.includes(id))
    .map((id) => {
      const message = `The code has an undeclared tool: ${explainUnknownWord(id, "a tool of this manifest", declared)}`;
      return { code: "undeclared_tool", path: ["tools"], message, part: "key" };
    });
}

function findUnhandledSchedules(
  { schedules = [] }: Manifest,
  { events }: IntegrationCode,
): readonly Finding[] {
  const isHandled = events.includes("schedule");
  if (schedules.length > 0 === isHandled) return [];
  const message = isHandled
    ? "The code handles schedule, but the manifest has no schedules. Add them to the manifest."
    : "The code has no schedule handler. Add one to createIntegration.";
  const path = isHandled ? ["script"] : ["schedules"];
  return [{ code: "unhandled_schedule", path, message, part: "key" }];
}

function findUnknownEvents(
  { events }: IntegrationCode,
  contract: ManifestContract | undefined,
): readonly Finding[] {
  // The platform that hosts the product checks its events.
  if (contract === undefined) return [];
  const known: readonly string[] = [...platformEventTypes, ...Object.keys(contract.events ?? {})];
  const kinds = Object.keys(contract.kinds ?? {});
  const isKnown = (event: string): boolean =>
    known.includes(event) ||
    kinds.some((kind) => event === `${kind}_installation_setup` || event === `${kind}_installation_deleted`);
  return events
    .filter((event) => !isKnown(event))
    .map((event) => {
      const message = `The code handles an unknown event: ${explainUnknownWord(event, "an event", known)}`;
      return { code: "unknown_event", path: ["script"], message, part: "value" };
    });
}

function findUnknownRequests(
  { requests = [] }: IntegrationCode,
  contract: ManifestContract | undefined,
): readonly Finding[] {
  // The platform that hosts the product checks its requests.
  if (contract?.requests === undefined) return [];
  const known = [...Object.keys(contract.requests), "fetch_webhook_payload"];
  return requests
    .filter((request) => !known.includes(request))
    .map((request) => {
      const message = `The code handles an unknown request: ${explainUnknownWord(request, "a request", known)}`;
      return { code: "unknown_request", path: ["script"], message, part: "value" };
    });
}

function findMissingScopes(
  { scopes }: Manifest,
  { events, requests = [] }: IntegrationCode,
  contract: ManifestContract | undefined,
): readonly Finding[] {
  const missing = new Map<ScopeName, string[]>();
  // The event behind a webhook payload already requires its own scope.
  const declared = new Map(Object.entries({ ...contract?.events, ...contract?.requests }));
  for (const event of [...events, ...requests]) {
    const scope = declared.get(event)?.scope;
    if (scope !== undefined && !scopes.includes(scope))
      missing.set(scope, [...(missing.get(scope) ?? []), event]);
  }
  return [...missing].map(([scope, needing]) => {
    const message = `The code handles ${needing.join(", ")}, which needs the scope ${quote(scope)}. Add it here.`;
    return { code: "missing_scope", path: ["scopes"], message, part: "key" };
  });
}

/** Finds handlers and settings of kinds of resources in which the integration can't be installed. */
function findOtherTargets(
  { target = "all", configurations = {} }: Manifest,
  { events, requests = [] }: IntegrationCode,
  contract: ManifestContract | undefined,
): readonly Finding[] {
  // Without a contract, the kinds of the product are unknown.
  if (target === "all" || contract === undefined) return [];
  return Object.keys(contract.kinds ?? {}).flatMap((kind): readonly Finding[] => {
    if (target === kind) return [];
    const unreached = [...events, ...requests].filter((event) => isAbout(event, kind, contract));
    const handled: Finding[] =
      unreached.length === 0
        ? []
        : [
            {
              code: "other_target",
              path: ["target"],
              message: `The code handles ${unreached.join(", ")}, but only an integration installed in a ${kind} receives that. Set the target to "all" or "${kind}".`,
              part: "value",
            },
          ];
    if (configurations[kind] === undefined) return handled;
    const message = `These settings are never shown, because an integration with the target ${quote(target)} isn't installed in a ${kind}. Set the target to "all" or "${kind}".`;
    return [...handled, { code: "other_target", path: ["configurations", kind], message, part: "key" }];
  });
}

/** Returns whether only integrations installed in resources of a kind receive an event or request. */
function isAbout(event: string, kind: string, { events, requests }: ManifestContract): boolean {
  const { on } = events?.[event] ?? requests?.[event] ?? {};
  return on === kind || event === `${kind}_installation_setup` || event === `${kind}_installation_deleted`;
}

function findMissingFetch(manifest: Manifest, { fetch }: IntegrationCode): readonly Finding[] {
  return fetch === false
    ? Object.keys(manifest.configurations ?? {}).flatMap((level) => findUnhandledPaths(manifest, level))
    : [];
}

function findUnhandledPaths({ configurations = {} }: Manifest, level: string): readonly Finding[] {
  const configuration = configurations[level];
  if (!configuration || "componentId" in configuration) return [];
  return Object.entries(configuration.properties).flatMap(([name, property]) =>
    ["completion_url", "callback_url"]
      .filter((key) => key in property)
      .map((key): Finding => {
        const path = ["configurations", level, "properties", name, key];
        const message =
          "The code has no fetch handler to respond at this path. Add one to createIntegration.";
        return { code: "missing_fetch", path, message, part: "value" };
      }),
  );
}

function findUndeclaredSecrets(manifest: Manifest, { secrets = [] }: IntegrationCode): readonly Finding[] {
  const declared = declaredSecretsOf(manifest).map(({ name }) => name);
  return secrets
    .filter((name) => !declared.includes(name))
    .map((name) => {
      const message = `The code reads an undeclared secret: ${explainUnknownWord(name, "a secret of this manifest", declared)}`;
      return { code: "undeclared_secret", path: ["secrets"], message, part: "key" };
    });
}

function findUnusedSecrets(manifest: Manifest, { secrets }: IntegrationCode): readonly Finding[] {
  if (!secrets) return [];
  return declaredSecretsOf(manifest)
    .filter(({ name }) => !secrets.includes(name))
    .map(({ name, path }) => {
      const message = `The code never reads ${quote(name)}. Remove it.`;
      return { code: "unused_secret", path, message, part: "key" };
    });
}

function declaredSecretsOf({
  secrets = {},
  envs = {},
}: Manifest): readonly { name: string; path: readonly string[] }[] {
  const own = Object.keys(secrets).map((name) => ({ name, path: ["secrets", name] }));
  const others = Object.entries(envs).flatMap(([environment, { secrets: overrides = {} }]) =>
    Object.keys(overrides).map((name) => ({ name, path: ["envs", environment, "secrets", name] })),
  );
  return [...own, ...others];
}
