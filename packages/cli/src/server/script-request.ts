import type { ScriptGrant } from "@plugboard/api/client";
import { describeScriptSources, readScriptSources, type UnsupportedSource } from "@plugboard/api/contract";
import type { CheckedManifest } from "@plugboard/manifest";

/** The script grant that a manifest needs. */
export interface ScriptRequest extends Pick<ScriptGrant, "scopes" | "sources"> {
  /** The request in plain English. */
  readonly summary: readonly string[];
  /** Parts of the manifest's `contentSecurityPolicy` that no grant can allow. */
  readonly unsupported: readonly UnsupportedSource[];
}

/** Returns the script grant that a manifest needs; `undefined` if it needs none or has errors. */
export function readScriptRequest({
  manifest,
  contract,
}: Pick<CheckedManifest, "manifest" | "contract">): ScriptRequest | undefined {
  const declared = contract?.scopes ?? {};
  const internal = (manifest?.scopes ?? []).filter((scope) => declared[scope]?.internal === true);
  if (internal.length === 0) return undefined;
  const { sources, unsupported } = readScriptSources(manifest?.contentSecurityPolicy);
  return {
    scopes: internal,
    sources,
    unsupported,
    summary: [
      ...internal.map((scope) => declared[scope]?.description ?? `Use the scope ${scope}.`),
      ...describeScriptSources(sources),
    ],
  };
}
