import { useEffect, useEffectEvent, useMemo, useState } from "react";
import type { UiNode } from "@plugboard/api";
import type { SelectOption } from "@plugboard/components";
import { isJsonObject } from "@plugboard/components/session";
import { useView } from "../view/view-context.tsx";
import { matchingOptions } from "./option-list.ts";
import { parseOptions } from "./parse-options.ts";

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
  /** What was asked; an answer to anything else is still to come. */
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
    const answer = await loadSafely(url);
    if (isCurrent()) setFetched({ question, ...answer });
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
