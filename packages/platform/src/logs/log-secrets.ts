import { readStrings } from "../common/json.ts";
import type { PlatformContext } from "../database/platform-context.ts";

/** The texts that must not appear in the log of a version. */
export type SecretsOf = (integration: string, version: number) => Promise<readonly string[]>;

const maxCachedSecrets = 200;

/** Reads the secrets of versions, and keeps them for the next lines. */
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
    // What is not there yet is published in a moment.
    void found.then(
      (secrets) => secrets.length === 0 && known.delete(key),
      () => known.delete(key),
    );
    return found;
  };
}

const maxNoted = 100;

/** What integrations were handed lately besides the secrets of their versions. */
export interface NotedSecrets {
  readonly of: (integration: string) => readonly string[];
  readonly add: (integration: string, secrets: readonly string[]) => void;
}

/** Remembers what integrations are handed, the latest of it. */
export function createNotedSecrets(): NotedSecrets {
  const known = new Map<string, Set<string>>();
  return {
    of: (integration: string): readonly string[] => [...(known.get(integration) ?? [])],
    add: (integration: string, secrets: readonly string[]): void => {
      if (known.size >= maxCachedSecrets) known.clear();
      const own = known.get(integration) ?? new Set();
      known.set(integration, own);
      for (const secret of secrets) {
        // Anew, so that the oldest come first.
        own.delete(secret);
        own.add(secret);
        const [oldest] = own;
        if (own.size > maxNoted && oldest !== undefined) own.delete(oldest);
      }
    },
  };
}
