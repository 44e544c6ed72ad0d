import { internalScopes } from "@plugboard/api";
import type { ScriptGrant } from "@plugboard/api/client";
import { describeScriptSources, readScriptSources, type UnsupportedSource } from "@plugboard/api/contract";
import type { Manifest } from "@plugboard/manifest";

/** The script grant that a manifest needs. */
export interface ScriptRequest extends Pick<ScriptGrant, "scopes" | "sources"> {
  /** The request in plain English. */
  readonly summary: readonly string[];
  /** Parts of the manifest's `contentSecurityPolicy` that no grant can allow. */
  readonly unsupported: readonly UnsupportedSource[];
}

/** Returns the script grant that a manifest needs; `undefined` if it needs none. */
export function readScriptRequest({ scopes, contentSecurityPolicy }: Manifest): ScriptRequest | undefined {
  const internal = internalScopes.filter((scope) => scopes.includes(scope));
  if (internal.length === 0) return undefined;
  const { sources, unsupported } = readScriptSources(contentSecurityPolicy);
  const usesCookies = internal.includes("site:script:cookies");
  return {
    scopes: internal,
    sources,
    unsupported,
    summary: [
      "Add a script to the pages of sites.",
      ...(usesCookies ? ["Use cookies once a visitor consents."] : []),
      ...describeScriptSources(sources),
    ],
  };
}
