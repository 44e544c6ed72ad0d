import type { ScopeName } from "@plugboard/api";
import { Check } from "lucide-react";
import { useProduct } from "../product/console-product.ts";
import { useContract } from "../product/contract.ts";
import { scopeSentences } from "./scope-sentences.ts";

/** Lists scopes as sentences. */
export function ScopeList({ scopes }: { readonly scopes: readonly ScopeName[] }) {
  const product = useProduct();
  const declared = useContract().data?.scopes.map(({ scope, description }) => [scope, description]) ?? [];
  const sentences: Readonly<Record<string, string>> = {
    ...scopeSentences,
    ...Object.fromEntries(declared),
    ...product.scopeSentences,
  };
  if (scopes.length === 0) return <p className="hint">This integration requests no permissions.</p>;
  return (
    <ul className="plain-list">
      {scopes.map((scope) => (
        <li key={scope} className="row">
          <Check aria-hidden size={14} />
          <span title={scope}>{sentences[scope] ?? scope}</span>
        </li>
      ))}
    </ul>
  );
}
