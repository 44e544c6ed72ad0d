import { contentContract } from "@plugboard/content/contract";
import { checkManifest, editManifest } from "@plugboard/manifest";
import type { ContractScope, ManifestEdit, ManifestIssue, ManifestPath } from "@plugboard/manifest";
import { parseDocument, stringify } from "yaml";
import { repairs } from "./repairs.ts";
import { listAt, valueAt } from "./value-at.ts";

/** The file names of a GitBook manifest. */
export const theirManifestNames: readonly string[] = ["gitbook-manifest.yaml", "gitbook-manifest.yml"];

/** A change made by the import. */
export interface ManifestChange {
  /** The changed key, such as `categories.0`. */
  readonly path: string;
  /** The change and its reason. */
  readonly message: string;
}

/** An imported manifest. */
export interface ImportedManifest {
  /** The text for `service-manifest.yaml`. Unchanged parts keep their comments and layout. */
  readonly manifest: string;
  readonly changes: readonly ManifestChange[];
  /** Problems to fix by hand. Script scopes are among them until an operator grants them. */
  readonly problems: readonly ManifestIssue[];
}

/** Settings of an import. */
export interface ImportManifestOptions {
  /** The id or subdomain of your organization. Defaults to the one in the manifest. */
  readonly organization?: string | undefined;
}

/** Values with a different name on this platform. */
const renamed: Readonly<Record<"categories" | "scopes", Readonly<Record<string, string>>>> = {
  categories: { "visitor-auth": "authenticated-access" },
  scopes: Object.fromEntries(
    Object.entries<ContractScope>(contentContract.scopes).flatMap(
      ([scope, { formerNames = [], foreignNames = [] }]) =>
        [...formerNames, ...foreignNames].map((name) => [name, scope]),
    ),
  ),
};

// Each round changes one value. A manifest that needs more rounds is broken.
const maxRounds = 300;

/**
 * Converts a `gitbook-manifest.yaml` to a manifest of this platform. Values with different names are renamed,
 * unsupported keys are removed, missing titles and descriptions are filled in, secrets of a password manager
 * become environment variables, and the name is converted to lowercase. Text that isn't YAML is returned
 * unchanged with its problems.
 *
 * @example
 * import { importManifest } from "@plugboard/compat";
 *
 * const { manifest, changes } = importManifest("name: door\ncategories:\n  - visitor-auth\n", { organization: "acme" });
 * console.log(manifest); // with authenticated-access as the category, and organization: acme
 * console.log(changes[0]?.path); // "organization"
 */
export function importManifest(yaml: string, { organization }: ImportManifestOptions = {}): ImportedManifest {
  let manifest = yaml;
  const changes: ManifestChange[] = [];
  for (let round = 0; round < maxRounds; round += 1) {
    const step = nextStep(manifest, organization);
    if (step === undefined) break;
    manifest = "text" in step ? step.text : editManifest(manifest, [step.edit]);
    changes.push(step.change);
  }
  return { manifest, changes, problems: checkManifest(manifest, { contract: contentContract }).errors };
}

type Step =
  | { readonly edit: ManifestEdit; readonly change: ManifestChange }
  | { readonly text: string; readonly change: ManifestChange };

function nextStep(yaml: string, organization: string | undefined): Step | undefined {
  const document = parseDocument(yaml);
  if (document.errors.length > 0) return undefined;
  const data: unknown = document.toJS();
  const { errors } = checkManifest(yaml, { contract: contentContract });
  return (
    findSyntax(errors, data) ??
    findOrganization(data, organization) ??
    findRenamed(data) ??
    findRepairable(errors, data) ??
    findClosedSettings(errors, data)
  );
}

const plainSyntax: readonly ManifestIssue["code"][] = ["anchor", "tag", "directive", "byte_order_mark"];

/**
 * Rewrites text with anchors, tags and similar YAML features, which GitBook accepts and this platform
 * rejects.
 */
function findSyntax(errors: readonly ManifestIssue[], data: unknown): Step | undefined {
  const issue = errors.find(({ code }) => plainSyntax.includes(code));
  if (issue === undefined) return undefined;
  const change = { path: "", message: `Written as plain YAML, without comments: ${issue.message}` };
  return { text: stringify(data, { aliasDuplicateObjects: false }), change };
}

/** Replaces the organization that published the integration, in every environment. */
function findOrganization(data: unknown, organization: string | undefined): Step | undefined {
  const current = valueAt(data, ["organization"]);
  if (organization === undefined || typeof data !== "object" || data === null || Array.isArray(data))
    return undefined;
  if (current !== organization) {
    const edit = { path: ["organization"], value: organization };
    const message = `${typeof current === "string" ? `${current} is not your organization; ` : ""}${organization} publishes the integration.`;
    return { edit, change: { path: "organization", message } };
  }
  for (const [name, environment] of Object.entries(Object(valueAt(data, ["envs"])))) {
    const other = valueAt(environment, ["organization"]);
    if (other === undefined || other === organization) continue;
    const path = ["envs", name, "organization"];
    const message = `${typeof other === "string" ? other : JSON.stringify(other)} is not your organization; ${organization} publishes the integration.`;
    return { edit: { path, value: organization }, change: { path: path.join("."), message } };
  }
  return undefined;
}

function findRenamed(data: unknown): Step | undefined {
  for (const [key, words] of Object.entries(renamed)) {
    const list = listAt(data, key);
    for (const [index, word] of list.entries()) {
      if (typeof word !== "string" || !Object.hasOwn(words, word)) continue;
      const next = words[word];
      if (next === undefined) continue;
      const isListed = list.includes(next);
      return {
        edit: { path: [key, index], value: isListed ? undefined : next },
        change: {
          path: `${key}.${index}`,
          message: `${word} is called ${next} here${isListed ? ", which is already listed" : ""}.`,
        },
      };
    }
  }
  return undefined;
}

function findRepairable(errors: readonly ManifestIssue[], data: unknown): Step | undefined {
  for (const { code, path: at } of errors) {
    for (const repair of repairs) {
      const repaired = repair(code, at, data);
      if (repaired === undefined) continue;
      const path = at.join(".");
      return {
        edit: { path: repaired.path ?? at, value: repaired.value },
        change: { path, message: `${path} ${repaired.reason}.` },
      };
    }
  }
  return undefined;
}

const levels = ["account", "space", "site"] as const;
// The rest of the configuration must be valid first; otherwise the edit would hide its problems.
const isAboutConfigurations = ({ path }: { readonly path: ManifestPath }) => path[0] === "configurations";

/** On GitBook, code can store settings that the manifest doesn't declare, such as credentials. */
function findClosedSettings(errors: readonly ManifestIssue[], data: unknown): Step | undefined {
  if (errors.some(isAboutConfigurations)) return undefined;
  for (const level of levels) {
    const configuration = valueAt(data, ["configurations", level]);
    if (valueAt(configuration, ["properties"]) === undefined) continue;
    if (valueAt(configuration, ["internal"]) !== undefined) continue;
    const path = ["configurations", level, "internal"];
    const message = `${path.join(".")} lets the code store settings that the manifest doesn't declare, such as credentials.`;
    return { edit: { path, value: true }, change: { path: path.join("."), message } };
  }
  return undefined;
}
