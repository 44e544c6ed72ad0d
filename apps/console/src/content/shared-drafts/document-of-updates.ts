import * as Y from "yjs";

/** Returns the document that updates contain together. `undefined` if one of them is damaged. */
export function documentOfUpdates(updates: readonly Uint8Array[]): Y.Doc | undefined {
  try {
    const doc = new Y.Doc();
    for (const update of updates) Y.applyUpdate(doc, update);
    return doc;
  } catch {
    return undefined;
  }
}
