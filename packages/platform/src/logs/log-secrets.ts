import { readStrings } from "../common/json.ts";
import type { PlatformContext } from "../database/platform-context.ts";

/** Returns the texts to mask in the log of a version. */
export type SecretsOf = (integration: string, version: number) => Promise<readonly string[]>;

const maxCachedSecrets = 200;

/** Reads the secrets of versions and caches them for later lines. */
export function createSecretsCache({ db, secretBox }: Pick<PlatformContext, "db" | "secretBox">): SecretsOf {
  const known = new Map<string, Promise<readonly string[]>>();
  const load: SecretsOf = async (integration, version) => {
    const row = await db
      .selectFrom("integration_versions")
      .select(["secrets", "signing_secrets"])
      .where("integration", "=", integration)
      .where("version", "=", version)
      .executeTakeFirst();
    if (row === undefined) return [];
    const runtime: unknown = JSON.parse(secretBox.open(row.secrets));
    return [
      ...Object.values(Object(runtime)).map(String),
      ...readStrings(secretBox.open(row.signing_secrets)),
    ];
  };
  return (integration, version) => {
    const key = `${integration} ${version}`;
    const found = known.get(key) ?? load(integration, version);
    if (known.size >= maxCachedSecrets) known.clear();
    known.set(key, found);
    // A missing version will be published in a moment.
    void found.then(
      (secrets) => secrets.length === 0 && known.delete(key),
      () => known.delete(key),
    );
    return found;
  };
}

const maxNoted = 100;

/** Secrets handed to integrations recently, besides those of their versions. */
export interface NotedSecrets {
  readonly of: (integration: string) => readonly string[];
  readonly add: (integration: string, secrets: readonly string[]) => void;
}

/** Creates a store for the latest secrets of each integration. */
export function createNotedSecrets(): NotedSecrets {
  const known = new Map<string, Set<string>>();
  return {
    of: (integration: string): readonly string[] => [...(known.get(integration) ?? [])],
    add: (integration: string, secrets: readonly string[]): void => {
      if (known.size >= maxCachedSecrets) known.clear();
      const own = known.get(integration) ?? new Set();
      known.set(integration, own);
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
