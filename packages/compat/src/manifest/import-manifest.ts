import { parseDocument } from "yaml";
import {
  checkManifest,
  editManifest,
  type ManifestEdit,
  type ManifestIssue,
  type ManifestPath,
} from "@plugboard/manifest";

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
 * Makes a `gitbook-manifest.yaml` one of this platform: words that have another name here are renamed, keys that mean nothing here
 * are taken out, and titles and descriptions that must be there are named after what is beside them.
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
  return findRenamed(yaml) ?? findMendable(yaml);
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

/** How problems are mended that GitBook's manifests have by right; `undefined` for one that is left to a person. */
const mends: Partial<Record<ManifestIssue["code"], (path: ManifestPath, data: unknown) => Mend | undefined>> =
  {
    unknown_key: () => ({ value: undefined, done: "means nothing here and was taken out" }),
    missing_key: nameAfterSibling,
    empty_value: (path, data) =>
      path[0] === "contentSecurityPolicy"
        ? { value: undefined, done: "has no value and was taken out" }
        : nameAfterSibling(path, data),
    invalid_endpoint_path: (path, data) => {
      const given = valueAt(data, path);
      return typeof given === "string" && /^\w[^:]*$/.test(given)
        ? { value: `/${given}`, done: "begins with / here" }
        : undefined;
    },
    unknown_property: () => ({ value: undefined, done: "names no property and was taken out" }),
  };

interface Mend {
  readonly value: string | undefined;
  readonly done: string;
}

/** There, a title and a description may be left out; here the title stands for the description, and the name for the title. */
function nameAfterSibling(path: ManifestPath, data: unknown): Mend | undefined {
  const key = path.at(-1);
  const parent = path.slice(0, -1);
  if (path.length < 3 || (key !== "title" && key !== "description")) return undefined;
  const { title, id } = Object(valueAt(data, parent)) as { readonly title?: unknown; readonly id?: unknown };
  const name = [title, id, parent.at(-1)].find((text) => typeof text === "string" && text.trim() !== "");
  return { value: String(name), done: "must be there and was named after what is beside it" };
}

function findMendable(yaml: string): Step | undefined {
  const { errors } = checkManifest(yaml);
  const document = parseDocument(yaml);
  const data: unknown = document.errors.length > 0 ? undefined : document.toJS();
  for (const { code, path: at } of errors) {
    const mend = mends[code]?.(at, data);
    if (mend === undefined) continue;
    const path = at.join(".");
    return { edit: { path: at, value: mend.value }, change: { path, message: `${path} ${mend.done}.` } };
  }
  return undefined;
}

function valueAt(data: unknown, path: ManifestPath): unknown {
  return path.reduce<unknown>((value, key) => Reflect.get(Object(value), key), data);
}

function listAt(data: unknown, key: string): readonly unknown[] {
  const list: unknown = Reflect.get(Object(data), key);
  return Array.isArray(list) ? list : [];
}
