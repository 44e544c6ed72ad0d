/** What a YAML document without tags and aliases holds. */
export type YamlData = string | number | boolean | null | readonly YamlData[] | YamlMap;

/** A YAML map whose keys are texts. */
export interface YamlMap {
  readonly [key: string]: YamlData;
}

/** Whether a value is a map, rather than a list or a single value. */
export function isYamlMap(value: YamlData | undefined): value is YamlMap {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value that a path leads to, if there is one. */
export function valueAt(data: YamlData | undefined, path: readonly PropertyKey[]): YamlData | undefined {
  let value: YamlData | undefined = data;
  for (const step of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, step)) return undefined;
    value = Reflect.get(value, step);
  }
  return value;
}
