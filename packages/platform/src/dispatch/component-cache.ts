import type { UiRenderResponse } from "@plugboard/api";
import type { RenderedComponent } from "./render-component.ts";

/** Renderings that integrations let the platform show again. */
export interface ComponentCache {
  readonly find: (key: string) => UiRenderResponse | undefined;
  /** Keeps a rendering for as long as it says, counted from `asked`, if it says so at all. */
  readonly keep: (key: string, installationId: string, rendered: RenderedComponent, asked: number) => void;
  /** Forgets what is kept of an installation. */
  readonly drop: (installationId: string) => void;
}

interface Entry {
  readonly installationId: string;
  readonly answer: UiRenderResponse;
  readonly expiresAt: number;
}

const maximumEntries = 256;
const maximumBytes = 64 * 1024;
const refusals = ["no-store", "no-cache", "private"];

/** Creates an empty cache. Where it is full, the oldest rendering makes room. */
export function createComponentCache(now: () => number): ComponentCache {
  const entries = new Map<string, Entry>();
  return {
    find: (key) => {
      const entry = entries.get(key);
      return entry !== undefined && entry.expiresAt > now() ? entry.answer : undefined;
    },
    keep: (key, installationId, { answer, bytes, cacheControl }, asked) => {
      const expiresAt = asked + maxAgeSeconds(cacheControl) * 1000;
      if (expiresAt <= now() || bytes > maximumBytes) return;
      entries.delete(key);
      const [oldest] = entries.keys();
      if (entries.size >= maximumEntries && oldest !== undefined) entries.delete(oldest);
      entries.set(key, { installationId, answer, expiresAt });
    },
    drop: (installationId) => {
      for (const [key, entry] of entries) if (entry.installationId === installationId) entries.delete(key);
    },
  };
}

/** How long a shared cache may keep an answer (RFC 9111, section 5.2.2); 0 where it does not say so. */
function maxAgeSeconds(cacheControl: string | null): number {
  const directives = (cacheControl ?? "").toLowerCase().split(",");
  const names = directives.map((directive) => directive.split("=")[0]?.trim() ?? "");
  if (refusals.some((name) => names.includes(name))) return 0;
  const ages = directives.map((directive) => /^\s*max-age="?(\d+)"?\s*$/.exec(directive)?.[1]);
  return Number(ages.find((age) => age !== undefined) ?? 0);
}
