/** What somebody typed on a page and has not saved. */
export interface PageDraft {
  readonly pageId: string;
  readonly title: string;
  readonly markdown: string;
  /** The revision it is a change of. */
  readonly revisionId: string;
}

const nameOf = (pageId: string) => `plugboard-draft-${pageId}`;

/** What was typed on a page in this browser and not saved. */
export function readDraft(pageId: string): PageDraft | undefined {
  const text = localStorage.getItem(nameOf(pageId));
  if (text === null) return undefined;
  try {
    const draft: unknown = JSON.parse(text);
    return isDraft(draft) ? draft : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps what is typed; where the browser has no room for it, it is only on the screen. */
export function keepDraft(draft: PageDraft): void {
  try {
    localStorage.setItem(nameOf(draft.pageId), JSON.stringify(draft));
  } catch {
    // Full, or switched off.
  }
}

/** Forgets what was typed, once it is saved or given up. */
export function forgetDraft(pageId: string): void {
  localStorage.removeItem(nameOf(pageId));
}

const fields = ["pageId", "title", "markdown", "revisionId"];

function isDraft(value: unknown): value is PageDraft {
  return fields.every((field) => typeof Reflect.get(Object(value), field) === "string");
}
