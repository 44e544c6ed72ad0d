import type { ScopeName } from "@plugboard/api";
import { Check } from "lucide-react";
import { useContract } from "../product/contract.ts";
import { scopeSentences } from "./scope-sentences.ts";

/** Lists scopes as sentences. */
export function ScopeList({ scopes }: { readonly scopes: readonly ScopeName[] }) {
  const { data: contract, isPending } = useContract();
  const declared = contract?.scopes.map(({ scope, description }) => [scope, description]) ?? [];
  const sentences: Readonly<Record<string, string>> = {
    ...scopeSentences,
    ...Object.fromEntries(declared),
  };
  if (scopes.length === 0) return <p className="hint">This integration requests no permissions.</p>;
  return (
    <ul className="plain-list">
      {scopes.map((scope) => (
        <li key={scope} className="row">
          <Check aria-hidden size={14} />
          <span title={scope}>{sentences[scope] ?? (isPending ? "…" : scope)}</span>
        </li>
      ))}
    </ul>
  );
}
