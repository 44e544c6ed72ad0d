import type { ReactNode } from "react";
import { CopyButton } from "../../ui/copy.tsx";
import { documentOfUpdates } from "./document-of-updates.ts";
import { type DraftTarget, readKeptDrafts } from "../drafts/kept-drafts.ts";
import { readKeptSharedDrafts } from "./kept-shared-drafts.ts";
import type { PageText } from "../texts/merge-texts.ts";
import { textOf } from "./shared-text.ts";

/** Unsaved texts in this browser of someone who can no longer edit the page, to copy. */
export function KeptTexts({ target }: { readonly target: DraftTarget }): ReactNode {
  return (
    <section className="panel" aria-label="Unsaved text">
      <p>
        You can no longer edit this page. Your unsaved text is kept in this browser and will be merged once
        you can.
      </p>
      {readKeptTexts(target).map(({ title, markdown }, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- the texts have no IDs
        <div key={at} className="row">
          <details>
            <summary>
              <bdi>{title}</bdi>
            </summary>
            <pre>{markdown}</pre>
          </details>
          <CopyButton text={markdown} label={`Copy the unsaved text of ${title}`} />
        </div>
      ))}
    </section>
  );
}

function readKeptTexts(target: DraftTarget): readonly PageText[] {
  const shared = readKeptSharedDrafts(target).flatMap(({ updates }) => documentOfUpdates(updates) ?? []);
  return [...readKeptDrafts(target).drafts.map(({ text }) => text), ...shared.map(textOf)];
}
