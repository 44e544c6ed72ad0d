import type { UiRenderResponse } from "@plugboard/api";

/** An integration's response and the fields that decide how long it is cached. */
export interface RenderedComponent {
  readonly response: UiRenderResponse;
  /** The size of the response's JSON. */
  readonly bytes: number;
  /** The response's `Cache-Control` header. */
  readonly cacheControl: string | null;
}

/** A cache of renderings. */
export interface ComponentCache {
  readonly find: (key: string) => UiRenderResponse | undefined;
  /** Stores a rendering for as long as its `Cache-Control` allows, counted from `askedAt`. */
  readonly keep: (key: string, installationId: string, rendered: RenderedComponent, askedAt: number) => void;
  /** Deletes all renderings of an installation. */
  readonly drop: (installationId: string) => void;
}

interface Entry {
  readonly installationId: string;
  readonly response: UiRenderResponse;
  readonly expiresAt: number;
}

const maxEntries = 256;
const maxBytes = 64 * 1024;
const refusals = ["no-store", "no-cache", "private"];

/** Creates an empty cache. When it is full, the oldest rendering is dropped. */
export function createComponentCache(now: () => number): ComponentCache {
  const entries = new Map<string, Entry>();
  return {
    find: (key) => {
      const entry = entries.get(key);
      return entry !== undefined && entry.expiresAt > now() ? entry.response : undefined;
    },
    keep: (key, installationId, { response, bytes, cacheControl }, askedAt) => {
      const expiresAt = askedAt + maxAgeSeconds(cacheControl) * 1000;
      if (expiresAt <= now() || bytes > maxBytes) return;
      entries.delete(key);
      const [oldest] = entries.keys();
      if (entries.size >= maxEntries && oldest !== undefined) entries.delete(oldest);
      entries.set(key, { installationId, response, expiresAt });
    },
    drop: (installationId) => {
      for (const [key, entry] of entries) if (entry.installationId === installationId) entries.delete(key);
    },
  };
}

/** Returns how long a shared cache can store a response (RFC 9111, section 5.2.2); 0 if unspecified. */
function maxAgeSeconds(cacheControl: string | null): number {
  const directives = (cacheControl ?? "").toLowerCase().split(",");
  const names = directives.map((directive) => directive.split("=")[0]?.trim() ?? "");
  if (refusals.some((name) => names.includes(name))) return 0;
  const ages = directives.map((directive) => /^\s*max-age="?(\d+)"?\s*$/.exec(directive)?.[1]);
  return Number(ages.find((age) => age !== undefined) ?? 0);
}
