/** A field that differs between two versions of a resource. */
export interface FieldChange {
  /** The path of the field: `retryDelaysSeconds` or `filter.0.field`. */
  readonly field: string;
  /** `undefined` if the field was added. */
  readonly before: unknown;
  /** `undefined` if the field was removed. */
  readonly after: unknown;
}

// Every change updates these fields, so they aren't listed.
const unremarkable: ReadonlySet<string> = new Set(["updatedAt", "version"]);

/** Returns the fields that differ, in the order of the first version, followed by added fields. */
export function listFieldChanges(before: unknown, after: unknown, path = ""): FieldChange[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  if (!isObject(before) || !isObject(after)) return [{ field: path, before, after }];
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names]
    .filter((name) => !unremarkable.has(name))
    .flatMap((name) => listFieldChanges(before[name], after[name], path === "" ? name : `${path}.${name}`));
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
