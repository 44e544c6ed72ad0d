import type { ManifestPath } from "@plugboard/manifest";

/** Returns the value at a path of parsed YAML, `undefined` if there is none. */
export function valueAt(data: unknown, path: ManifestPath): unknown {
  return path.reduce<unknown>((value, key) => {
    const parent: object = Object(value);
    return Object.hasOwn(parent, key) ? Reflect.get(parent, key) : undefined;
  }, data);
}

/** Returns the list at a key of parsed YAML, empty if there is none. */
export function listAt(data: unknown, key: string): readonly unknown[] {
  const list = valueAt(data, [key]);
  return Array.isArray(list) ? list : [];
}
