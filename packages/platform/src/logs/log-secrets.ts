import { readStrings } from "../common/json.ts";
import type { PlatformContext } from "../database/platform-context.ts";

/** Returns the strings to mask in the log of a version. */
export type SecretsOf = (integration: string, version: number) => Promise<readonly string[]>;

const maxCachedSecrets = 200;

/** Reads the secrets of versions and caches them for later lines. */
export function createSecretsCache({ db, secretBox }: Pick<PlatformContext, "db" | "secretBox">): SecretsOf {
  const cache = new Map<string, Promise<readonly string[]>>();
  const load: SecretsOf = async (integration, version) => {
    const row = await db
      .selectFrom("integration_versions")
      .select(["secrets", "signing_secrets"])
      .where("integration", "=", integration)
      .where("version", "=", version)
      .executeTakeFirst();
    if (row === undefined) return [];
    const runtime: unknown = JSON.parse(secretBox.decrypt(row.secrets));
    return [
      ...Object.values(Object(runtime)).map(String),
      ...readStrings(secretBox.decrypt(row.signing_secrets)),
    ];
  };
  return (integration, version) => {
    const key = `${integration} ${version}`;
    const loading = cache.get(key) ?? load(integration, version);
    if (cache.size >= maxCachedSecrets) cache.clear();
    cache.set(key, loading);
    // Not cached if empty, because a missing version may be about to be published.
    void loading.then(
      (secrets) => secrets.length === 0 && cache.delete(key),
      () => cache.delete(key),
    );
    return loading;
  };
}

const maxNoted = 100;

/** Secrets recently passed to integrations, in addition to those of their versions. */
export interface NotedSecrets {
  readonly of: (integration: string) => readonly string[];
  readonly add: (integration: string, secrets: readonly string[]) => void;
}

/** Creates a store for the latest secrets of each integration. */
export function createNotedSecrets(): NotedSecrets {
  const noted = new Map<string, Set<string>>();
  return {
    of: (integration: string): readonly string[] => [...(noted.get(integration) ?? [])],
    add: (integration: string, secrets: readonly string[]): void => {
      if (noted.size >= maxCachedSecrets) noted.clear();
      const own = noted.get(integration) ?? new Set();
      noted.set(integration, own);
      for (const secret of secrets) {
        // Re-added to keep the oldest first.
        own.delete(secret);
        own.add(secret);
        const [oldest] = own;
        if (own.size > maxNoted && oldest !== undefined) own.delete(oldest);
      }
    },
  };
}
