/** The data of a YAML document without tags and aliases. */
export type YamlData = string | number | boolean | null | readonly YamlData[] | YamlMap;

/** A YAML map with string keys. */
export interface YamlMap {
  readonly [key: string]: YamlData;
}

/** Returns whether a value is a map. */
export function isYamlMap(value: YamlData | undefined): value is YamlMap {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns the value at a path, or `undefined`. */
export function valueAt(data: YamlData | undefined, path: readonly PropertyKey[]): YamlData | undefined {
  let value: YamlData | undefined = data;
  for (const step of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, step)) return undefined;
    value = Reflect.get(value, step);
  }
  return value;
}
