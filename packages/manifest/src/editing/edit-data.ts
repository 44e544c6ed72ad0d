import type { ManifestPath } from "../model/manifest-issue.ts";
import { isYamlMap, type YamlData } from "../reading/yaml-data.ts";

/** Returns the data after an edit; `undefined` removes the value. */
export function editData(
  data: YamlData | undefined,
  path: ManifestPath,
  value: YamlData | undefined,
): YamlData | undefined {
  const [step, ...rest] = path;
  if (step === undefined) return value;
  return typeof step === "number"
    ? editList(Array.isArray(data) ? data : [], step, rest, value)
    : editMap(isYamlMap(data) ? data : {}, step, rest, value);
}

function editList(
  list: readonly YamlData[],
  index: number,
  rest: ManifestPath,
  value: YamlData | undefined,
): readonly YamlData[] {
  const edited = editData(list[index], rest, value);
  return [...list.slice(0, index), ...(edited === undefined ? [] : [edited]), ...list.slice(index + 1)];
}

function editMap(
  map: Readonly<Record<string, YamlData>>,
  key: string,
  rest: ManifestPath,
  value: YamlData | undefined,
): YamlData {
  const { [key]: current, ...others } = map;
  const edited = editData(current, rest, value);
  return edited === undefined ? others : { ...map, [key]: edited };
}
