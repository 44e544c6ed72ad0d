import { useEffect, useEffectEvent, useMemo, useState } from "react";
import type { UiNode } from "@plugboard/api";
import type { SelectOption } from "@plugboard/components";
import { isJsonObject } from "@plugboard/components/session";
import { useView } from "../view/view-context.tsx";
import { matchingOptions, parseOptions } from "./option-list.ts";

/** The current options of a select. */
export interface Options {
  /** The options that match the query. */
  readonly options: readonly SelectOption[];
  readonly status: "ready" | "loading" | "failed";
  readonly retry: () => void;
}

// The debounce delay for loading options.
const pauseMilliseconds = 200;

/** Returns the options of a select, from the markup or loaded from its URL. */
export function useOptions(node: UiNode, query: string): Options {
  const { options } = node;
  const url = isJsonObject(options) && typeof options["url"] === "string" ? options["url"] : undefined;
  const fetched = useFetchedOptions(url, query);
  const listed = useMemo(() => parseOptions(options) ?? [], [options]);
  if (url !== undefined) return fetched;
  return { options: matchingOptions(listed, query), status: "ready", retry: () => {} };
}

interface Fetched {
  /** The request that this response belongs to. If the current request differs, it is still pending. */
  readonly question: string;
  readonly options: readonly SelectOption[];
  readonly status: "ready" | "failed";
}

function useFetchedOptions(url: string | undefined, query: string): Options {
  const { loadOptions } = useView().host;
  const [fetched, setFetched] = useState<Fetched>({ question: "", options: [], status: "ready" });
  const [tries, setTries] = useState(0);
  const question = JSON.stringify([url, query, tries]);
  const loadSafely = async (url: string): Promise<Omit<Fetched, "question">> => {
    try {
      const options = parseOptions(await loadOptions?.({ url, query }));
      return { options: options ?? [], status: options === undefined ? "failed" : "ready" };
    } catch {
      return { options: [], status: "failed" };
    }
  };
  const ask = useEffectEvent(async (question: string, isCurrent: () => boolean): Promise<void> => {
    if (url === undefined) return;
    const loaded = await loadSafely(url);
    if (isCurrent()) setFetched({ question, ...loaded });
  });
  useEffect(() => {
    let current = true;
    const isCurrent = (): boolean => current;
    const timer = setTimeout(() => void ask(question, isCurrent), pauseMilliseconds);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [question]);
  const retry = (): void => setTries(tries + 1);
  if (fetched.question === question) return { options: fetched.options, status: fetched.status, retry };
  // Filtered here until the response arrives, so that options that match before and after it don't move.
  return { options: matchingOptions(fetched.options, query), status: "loading", retry };
}

/**
 * Returns the labels of all options seen so far, so that selected values keep their labels when they are
 * filtered out.
 */
export function useOptionLabels(options: readonly SelectOption[]): ReadonlyMap<string, string> {
  const [labels, setLabels] = useState<ReadonlyMap<string, string>>(new Map());
  const unseen = options.filter(({ id, label }) => labels.get(id) !== label);
  if (unseen.length === 0) return labels;
  const all = new Map([...labels, ...unseen.map(({ id, label }) => [id, label] as const)]);
  setLabels(all);
  return all;
}
