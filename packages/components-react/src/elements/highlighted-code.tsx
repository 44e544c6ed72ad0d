import { Fragment, type ReactNode, useEffect, useState } from "react";
import type { CodeToken, Highlight } from "./highlighter.ts";

// Highlighting processes the whole text on every edit.
const maxCharacters = 50_000;

/** Renders highlighted code. Loads the highlighter on first use. */
export function HighlightedCode({
  code,
  language,
}: {
  code: string;
  language: string | undefined;
}): ReactNode {
  const [highlight, setHighlight] = useState<Highlight>();
  const wanted = language !== undefined && code.length <= maxCharacters;
  useEffect(() => {
    if (!wanted) return undefined;
    let mounted = true;
    void (async () => {
      const highlighter = await import("./highlighter.ts");
      if (mounted) setHighlight(() => highlighter.highlight);
    })();
    return () => {
      mounted = false;
    };
  }, [wanted]);
  return wanted && highlight ? <Tokens tokens={highlight(code, language)} /> : code;
}

function Tokens({ tokens }: { readonly tokens: readonly CodeToken[] }): ReactNode {
  return tokens.map((token, index) =>
    typeof token === "string" ? (
      <Fragment key={index}>{token}</Fragment>
    ) : (
      <span key={index} className={token.className}>
        <Tokens tokens={token.children} />
      </span>
    ),
  );
}
