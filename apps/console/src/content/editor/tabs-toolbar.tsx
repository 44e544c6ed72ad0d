import { type Editor, findParentNode } from "@tiptap/core";
import { Selection } from "@tiptap/pm/state";
import { PanelsTopLeft, Plus, Trash2 } from "lucide-react";
import { type BlockAction, BlockToolbar } from "./block-toolbar.tsx";
import { newTab } from "./tabs.ts";

const actions: readonly BlockAction[] = [
  { label: "Add tab", icon: Plus, run: addTab },
  { label: "Delete tab", icon: Trash2, run: (editor) => deleteNode(editor, "expandable") },
  { label: "Delete tabs", icon: PanelsTopLeft, run: (editor) => deleteNode(editor, "tabs") },
];

/** Adds and removes tabs at the caret. */
export function TabsToolbar({ editor }: { readonly editor: Editor }) {
  return <BlockToolbar editor={editor} node="tabs" label="Tabs" actions={actions} />;
}

/** Adds a tab after the one at the caret, and moves the caret to its title. */
function addTab(editor: Editor): void {
  const { state, schema } = editor;
  const tab = findParentNode(({ type }) => type.name === "expandable")(state.selection);
  if (tab === undefined) return;
  const end = tab.pos + tab.node.nodeSize;
  const { tr } = state;
  tr.insert(end, schema.nodeFromJSON(newTab));
  tr.setSelection(Selection.near(tr.doc.resolve(end + 2))).scrollIntoView();
  editor.view.dispatch(tr);
  editor.view.focus();
}

/** Deletes the tab, or all of them, at the caret. The last tab takes the tabs with it. */
function deleteNode(editor: Editor, name: "expandable" | "tabs"): void {
  const { selection, tr } = editor.state;
  const tabs = findParentNode(({ type }) => type.name === "tabs")(selection);
  const isLast = tabs?.node.childCount === 1;
  const found = findParentNode(({ type }) => type.name === (isLast ? "tabs" : name))(selection);
  if (found === undefined) return;
  tr.delete(found.pos, found.pos + found.node.nodeSize);
  tr.setSelection(Selection.near(tr.doc.resolve(Math.min(found.pos, tr.doc.content.size)), -1));
  editor.view.dispatch(tr.scrollIntoView());
  editor.view.focus();
}
