import type { OAuthWorld } from "../oauth-world.fixture.ts";

/** Secrets of a world that show up in what it logged, or in other text that somebody can see. */
export function findLeaks({ host, provider, otherProvider }: OAuthWorld, text: string): readonly string[] {
  const visible = [text, ...host.logs.map(describe)].join("\n");
  return [...provider.secrets(), ...otherProvider.secrets()].filter((secret) => visible.includes(secret));
}

/** Everything a log line holds, errors with their causes and own fields. */
function describe(value: unknown): string {
  return JSON.stringify(value, (_name, inner: unknown) => {
    if (inner instanceof URLSearchParams) return inner.toString();
    return inner instanceof Error ? fieldsOf(inner) : inner;
  });
}

function fieldsOf(error: Error): Readonly<Record<string, unknown>> {
  const { message, stack, cause } = error;
  return { ...Object.fromEntries(Object.entries(error)), message, stack, cause };
}
