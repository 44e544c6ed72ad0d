import type { OAuthWorld } from "../oauth-world.fixture.ts";

/** Returns the secrets of a world that appear in its logs or in other visible text. */
export function findLeaks({ host, provider, otherProvider }: OAuthWorld, text: string): readonly string[] {
  const visible = [text, ...host.logs.map(describe)].join("\n");
  return [...provider.secrets(), ...otherProvider.secrets()].filter((secret) => visible.includes(secret));
}

/** Returns the full content of a log value, including the causes and own fields of errors. */
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
