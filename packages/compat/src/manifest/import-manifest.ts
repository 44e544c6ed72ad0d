import { parseDocument } from "yaml";
import { checkManifest, editManifest, type ManifestEdit, type ManifestIssue } from "@plugboard/manifest";

/** What the manifest of an integration that was written for GitBook is called. */
export const theirManifestNames: readonly string[] = ["gitbook-manifest.yaml", "gitbook-manifest.yml"];

/** Something in a manifest that was written anew. */
export interface ManifestChange {
  /** Where, as in `categories.0`. */
  readonly path: string;
  /** What was done and why. */
  readonly message: string;
}

/** A manifest that was taken over. */
export interface ImportedManifest {
  /** The text for `service-manifest.yaml`: what was not changed is as it was, comments included. */
  readonly manifest: string;
  readonly changes: readonly ManifestChange[];
  /** What is left to mend by hand. Scopes for scripts are among it: an operator grants them. */
  readonly problems: readonly ManifestIssue[];
}

/** Words that have another name here. */
const renamed: Readonly<Record<"categories" | "scopes", Readonly<Record<string, string>>>> = {
  categories: { "visitor-auth": "authenticated-access" },
  scopes: {
    "page:feedback:read": "site:views:read",
    "space:views:read": "site:views:read",
    "space:script:inject": "site:script:inject",
    "space:script:cookies": "site:script:cookies",
  },
};

// Each round mends at least one thing; a text with more than this is none.
const maxRounds = 100;

/**
 * Makes a `gitbook-manifest.yaml` one of this platform: words that have another name here are renamed, and keys that mean nothing
 * here are taken out.
 *
 * A text that is no YAML is given back with its problems.
 *
 * @example
 * import { importManifest } from "@plugboard/compat";
 *
 * const { manifest, changes } = importManifest("name: door\ncategories:\n  - visitor-auth\n");
 * console.log(manifest); // name: door, categories: authenticated-access
 * console.log(changes[0]?.path); // "categories.0"
 */
export function importManifest(yaml: string): ImportedManifest {
  let manifest = yaml;
  const changes: ManifestChange[] = [];
  for (let round = 0; round < maxRounds; round += 1) {
    const step = nextStep(manifest);
    if (step === undefined) break;
    manifest = editManifest(manifest, [step.edit]);
    changes.push(step.change);
  }
  return { manifest, changes, problems: checkManifest(manifest).errors };
}

interface Step {
  readonly edit: ManifestEdit;
  readonly change: ManifestChange;
}

function nextStep(yaml: string): Step | undefined {
  return findRenamed(yaml) ?? findUnknownKey(yaml);
}

function findRenamed(yaml: string): Step | undefined {
  const document = parseDocument(yaml);
  if (document.errors.length > 0) return undefined;
  const data: unknown = document.toJS();
  for (const [key, words] of Object.entries(renamed)) {
    const list = listAt(data, key);
    for (const [index, word] of list.entries()) {
      if (typeof word !== "string" || !Object.hasOwn(words, word)) continue;
      const next = words[word];
      if (next === undefined) continue;
      const isThere = list.includes(next);
      const path = `${key}.${index}`;
      return {
        edit: { path: [key, index], value: isThere ? undefined : next },
        change: {
          path,
          message: isThere ? `${word} is ${next} here, which is there already.` : `${word} is ${next} here.`,
        },
      };
    }
  }
  return undefined;
}

function findUnknownKey(yaml: string): Step | undefined {
  const issue = checkManifest(yaml).errors.find(({ code }) => code === "unknown_key");
  if (issue === undefined) return undefined;
  const path = issue.path.join(".");
  return {
    edit: { path: issue.path, value: undefined },
    change: { path, message: `${path} means nothing here and was taken out.` },
  };
}

function listAt(data: unknown, key: string): readonly unknown[] {
  const list: unknown = Reflect.get(Object(data), key);
  return Array.isArray(list) ? list : [];
}
