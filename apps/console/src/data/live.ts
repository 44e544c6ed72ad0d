import type { ChangedResource } from "@plugboard/api/client";
import { listChanges } from "@plugboard/api/routes";
import type { QueryClient } from "@tanstack/react-query";
import { frameOfHost } from "./embedded-page.ts";
import { isPortalPage } from "./portal-page.ts";

// The server sends change notices; polling only covers missed ones.
const connectedMilliseconds = 60_000;
// Without change notices, and in the portal, which has none.
const disconnectedMilliseconds = 10_000;
// The minimum interval between two reads, however often a resource changes.
const quietMilliseconds = 250;

let isConnected = false;

/** Returns query options that reload when one of the resources changes. */
export function live(...resources: readonly ChangedResource[]) {
  return {
    refetchInterval: (): number =>
      isConnected && !isPortalPage ? connectedMilliseconds : disconnectedMilliseconds,
    meta: { resources },
  } as const;
}

/**
 * Reads queries again when the server reports changes to their resources. Returns a function that stops this.
 */
export function watchChanges(queries: QueryClient): () => void {
  // An event stream can't send a token.
  if (frameOfHost !== undefined) return () => {};
  const source = new EventSource(`/v1${listChanges.path}`);
  let readAt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let changed: Set<string> | undefined = new Set();
  const read = (): void => {
    timer = undefined;
    readAt = Date.now();
    const resources = changed;
    changed = new Set();
    void queries.invalidateQueries({ predicate: ({ meta }) => isConcerned(meta?.["resources"], resources) });
  };
  const note = (resources: readonly string[] | undefined): void => {
    // A notice about unknown resources reloads everything.
    if (resources === undefined) changed = undefined;
    else for (const resource of resources) changed?.add(resource);
    timer ??= setTimeout(read, Math.max(0, readAt + quietMilliseconds - Date.now()));
  };
  source.addEventListener("open", () => {
    isConnected = true;
  });
  source.addEventListener("error", () => {
    isConnected = false;
  });
  source.addEventListener("message", ({ data }: MessageEvent<string>) => note(resourcesOf(data)));
  return () => {
    clearTimeout(timer);
    source.close();
    isConnected = false;
  };
}

function isConcerned(shown: unknown, changed: ReadonlySet<string> | undefined): boolean {
  if (!Array.isArray(shown)) return false;
  return changed === undefined || shown.some((resource) => changed.has(String(resource)));
}

function resourcesOf(data: string): readonly string[] | undefined {
  const notice: unknown = JSON.parse(data);
  const resources: unknown = Reflect.get(Object(notice), "resources");
  return Array.isArray(resources) ? resources.map(String) : undefined;
}
