import type { Scope } from "@plugboard/api";
import { Check } from "lucide-react";
import { scopeSentences } from "./scope-sentences.ts";

/** Lists scopes as sentences. */
export function ScopeList({ scopes }: { readonly scopes: readonly Scope[] }) {
  if (scopes.length === 0) return <p className="hint">This integration requests no permissions.</p>;
  return (
    <ul className="plain-list">
      {scopes.map((scope) => (
        <li key={scope} className="row">
          <Check aria-hidden size={14} />
          <span title={scope}>{scopeSentences[scope]}</span>
        </li>
      ))}
    </ul>
  );
}
