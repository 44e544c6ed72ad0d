import type { ScopeName } from "@plugboard/api";
import { Check } from "lucide-react";
import { scopeSentences } from "./scope-sentences.ts";

/** Lists scopes as sentences. */
export function ScopeList({ scopes }: { readonly scopes: readonly ScopeName[] }) {
  if (scopes.length === 0) return <p className="hint">This integration requests no permissions.</p>;
  return (
    <ul className="plain-list">
      {scopes.map((scope) => (
        <li key={scope} className="row">
          <Check aria-hidden size={14} />
          <span title={scope}>{sentenceOf(scope)}</span>
        </li>
      ))}
    </ul>
  );
}

/** The sentence of a scope. The product's scopes are shown by name. */
function sentenceOf(scope: ScopeName): string {
  const sentences: Readonly<Record<string, string>> = scopeSentences;
  return sentences[scope] ?? scope;
}
