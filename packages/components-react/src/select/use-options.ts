import { useEffect, useEffectEvent, useMemo, useState } from "react";
import type { UiNode } from "@plugboard/api";
import type { SelectOption } from "@plugboard/components";
import { isJsonObject } from "@plugboard/components/session";
import { useView } from "../view/view-context.tsx";
import { matchingOptions, parseOptions } from "./option-list.ts";

/** The options of a select as they are known now. */
export interface Options {
  /** Those that match what the user typed. */
  readonly options: readonly SelectOption[];
  readonly status: "ready" | "loading" | "failed";
  readonly retry: () => void;
}

// How long the user must not type before the options are asked for again.
const pauseMilliseconds = 200;

/** The options of a select: those in the markup, or those the page fetches from the URL in the markup. */
export function useOptions(node: UiNode, query: string): Options {
  const { options } = node;
  const url = isJsonObject(options) && typeof options["url"] === "string" ? options["url"] : undefined;
  const fetched = useFetchedOptions(url, query);
  const listed = useMemo(() => parseOptions(options) ?? [], [options]);
  if (url !== undefined) return fetched;
  return { options: matchingOptions(listed, query), status: "ready", retry: () => {} };
}

interface Fetched {
  /** What was asked; a response to anything else is still to come. */
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
  const status = fetched.question === question ? fetched.status : "loading";
  return { options: fetched.options, status, retry: () => setTries(tries + 1) };
}

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
