import type { ManifestIssue, ManifestPath, YamlData } from "@plugboard/manifest";
import { valueAt } from "./value-at.ts";

/** A new value for a key that breaks a rule of this platform; `undefined` removes the key. */
export interface Repair {
  readonly value: YamlData | undefined;
  /** Completes a sentence that starts with the path. */
  readonly reason: string;
  /** The path for the value, if it differs from the problem's path. */
  readonly path?: ManifestPath;
}

type FindRepair = (code: ManifestIssue["code"], path: ManifestPath, data: unknown) => Repair | undefined;

/** Keys that only change how an integration is listed: removing a broken one never changes what it does. */
const presentation: readonly unknown[] = [
  "externalLinks",
  "previewImages",
  "icon",
  "summary",
  "categories",
  "contentSecurityPolicy",
];

const remove = (reason: string): Repair => ({ value: undefined, reason });

const byCode: Partial<
  Record<ManifestIssue["code"], (path: ManifestPath, data: unknown) => Repair | undefined>
> = {
  unknown_key: () => remove("is not supported and was removed"),
  unknown_property: () => remove("is not a property and was removed"),
  duplicate_item: () => remove("was listed twice"),
  empty_list: () => remove("was an empty list and was removed"),
  default_not_listed: () => remove("was not one of the options and was removed"),
  missing_key: fillIn,
  empty_value: (path, data) => fillIn(path, data) ?? removeOptional(path),
  wrong_type: convert,
  unknown_value: (path) =>
    path[0] === "scopes" || path[0] === "categories" ? remove("is not supported and was removed") : undefined,
  invalid_name: (path, data) => {
    if (path[0] !== "name") return undefined;
    const name = String(valueAt(data, path))
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, "-")
      .replaceAll(/^-|-$/g, "")
      .slice(0, 63);
    return name === "" ? undefined : { value: name, reason: "was converted to lowercase with hyphens" };
  },
  invalid_url: (path, data) => {
    const url = String(valueAt(data, path));
    const rest = url.replace(/^(?:[a-z*]*:)?\/\//i, "");
    if (/^[\w*-]+(?:\.[\w*-]+)+(?:[:/?#]\S*)?$/.test(rest))
      return { value: `https://${rest}`, reason: "must start with https://" };
    // A link is useless without its address.
    const [key, index] = path;
    return key === "externalLinks" && index !== undefined
      ? { ...remove("is not a web address, so the link was removed"), path: [key, index] }
      : remove("is not a web address and was removed");
  },
  invalid_endpoint_path: (path, data) => {
    const value = valueAt(data, path);
    return typeof value === "string" && /^\w[^:]*$/.test(value)
      ? { value: `/${value}`, reason: "must start with /" }
      : undefined;
  },
  invalid_file_path: (path, data) => {
    const value = valueAt(data, path);
    return typeof value === "string" && /^\/[^/]/.test(value)
      ? { value: `.${value}`, reason: "must be relative to the manifest" }
      : undefined;
  },
  literal_secret: toVariable,
  invalid_expression: toVariable,
};

/** All repairs, in the order in which they are tried. */
export const repairs: readonly FindRepair[] = [
  (code, path, data) => byCode[code]?.(path, data),
  (code, [key, item]) =>
    presentation.includes(key) && code !== "internal_scope"
      ? {
          ...remove("was removed because it is invalid on this platform"),
          path: item === undefined ? [String(key)] : [String(key), item],
        }
      : undefined,
];

/** Fills in titles, descriptions and scopes, which are optional on GitBook. */
function fillIn(path: ManifestPath, data: unknown): Repair | undefined {
  const key = path.at(-1);
  if (path.length === 1 && key === "scopes") return { value: [], reason: "was missing and is now empty" };
  const isText = key === "title" || key === "description";
  if (!isText && key !== "button_text" && key !== "label") return undefined;
  const parent = path.slice(0, -1);
  const siblings = ["title", "label", "name", "id"].map((sibling) => valueAt(data, [...parent, sibling]));
  const text = [...siblings, parent.at(-1)].find(
    (sibling): sibling is string => typeof sibling === "string" && sibling.trim() !== "",
  );
  return text === undefined ? undefined : { value: text, reason: `was missing and is now "${text}"` };
}

const required: readonly unknown[] = [
  "name",
  "organization",
  "id",
  "type",
  "properties",
  "componentId",
  "script",
];

function removeOptional(path: ManifestPath): Repair | undefined {
  return required.includes(path.at(-1)) ? undefined : remove("had no value and was removed");
}

/** Converts between numbers and strings, which GitBook treats alike. */
function convert(path: ManifestPath, data: unknown): Repair | undefined {
  const value = valueAt(data, path);
  const type = valueAt(data, [...path.slice(0, -1), "type"]);
  const reason = "was converted to the right type";
  if (path.at(-1) === "default" && typeof value === "string") {
    if (type === "number" && value.trim() !== "" && Number.isFinite(Number(value)))
      return { value: Number(value), reason };
    if (type === "boolean" && /^(?:true|false)$/i.test(value))
      return { value: /^true$/i.test(value), reason };
    return remove("had a different type than its setting and was removed");
  }
  const isText = path.length > 1 || ["name", "title", "description", "summary"].includes(String(path[0]));
  return isText && (typeof value === "number" || typeof value === "boolean")
    ? { value: String(value), reason }
    : undefined;
}

/** Replaces secrets of a password manager (`op://…`) and plain values with environment variables. */
function toVariable(path: ManifestPath, data: unknown): Repair | undefined {
  if (path.at(-2) !== "secrets") return undefined;
  const name = String(path.at(-1));
  const isReference = String(valueAt(data, path)).startsWith("op://");
  const variable = name.replaceAll(/[^A-Za-z0-9_]/g, "_");
  return {
    value: `\${{ env.${variable} }}`,
    reason: `${isReference ? "referred to a password manager" : "was a plain value"}; set the environment variable ${variable} instead`,
  };
}
