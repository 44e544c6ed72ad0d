import { useState } from "react";
import type { SelectOption } from "@plugboard/components";

/**
 * The labels of all options seen so far: what is chosen keeps its label when the options that are shown no longer have
 * it.
 */
export function useOptionLabels(options: readonly SelectOption[]): ReadonlyMap<string, string> {
  const [labels, setLabels] = useState<ReadonlyMap<string, string>>(new Map());
  const unseen = options.filter(({ id, label }) => labels.get(id) !== label);
  if (unseen.length === 0) return labels;
  const all = new Map([...labels, ...unseen.map(({ id, label }) => [id, label] as const)]);
  setLabels(all);
  return all;
}
