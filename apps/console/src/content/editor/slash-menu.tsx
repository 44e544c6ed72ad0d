import { type HintKind, hintTitles } from "@plugboard/content/markdown";
import { type Editor, Extension } from "@tiptap/core";
import { TextSelection, type Transaction } from "@tiptap/pm/state";
import {
  Blocks,
  Code,
  Heading1,
  Heading2,
  Heading3,
  ImagePlus,
  Info,
  Lightbulb,
  List,
  ListCollapse,
  ListOrdered,
  ListTodo,
  type LucideIcon,
  MessageSquareWarning,
  Minus,
  OctagonAlert,
  PanelsTopLeft,
  Quote,
  Sigma,
  Smile,
  Table,
  TriangleAlert,
  Workflow,
} from "lucide-react";
import type { OfferedBlock } from "./block-catalog.ts";
import { insertBlock } from "./insert-block.ts";
import { newTab } from "./tabs.ts";
import { createTextMenu, type MenuChoice, type OpenMenu, TextMenu } from "./text-menu.tsx";

const native: readonly MenuChoice[] = [
  choice(Heading1, "Heading 1", "A section", (chain) => chain.setNode("heading", { level: 1 })),
  choice(Heading2, "Heading 2", "A medium section heading", (chain) =>
    chain.setNode("heading", { level: 2 }),
  ),
  choice(Heading3, "Heading 3", "A small section heading", (chain) => chain.setNode("heading", { level: 3 })),
  choice(List, "Bulleted list", "An unordered list", (chain) => chain.toggleBulletList()),
  choice(ListOrdered, "Numbered list", "An ordered list", (chain) => chain.toggleOrderedList()),
  choice(ListTodo, "Task list", "A list of items to check off", (chain) => chain.toggleTaskList()),
  choice(Quote, "Quote", "Quoted text", (chain) => chain.toggleBlockquote()),
  choice(Code, "Code", "Code with syntax highlighting", (chain) => chain.toggleCodeBlock()),
  choice(ImagePlus, "Image", "An image from your device", (chain) => chain.pickImages()),
  choice(Table, "Table", "A table with three columns and rows", (chain) =>
    chain.insertTable({ rows: 3, cols: 3, withHeaderRow: true }),
  ),
  hint(Info, "note", "Something readers should notice"),
  hint(Lightbulb, "tip", "A hint that makes things easier"),
  hint(MessageSquareWarning, "important", "A hint with essential information"),
  hint(TriangleAlert, "warning", "A hint about possible problems"),
  hint(OctagonAlert, "caution", "A hint about the risks of an action"),
  choice(ListCollapse, "Expandable", "A section that readers open", (chain) =>
    chain.insertContent(newTab).command(({ tr }) => focusTitle(tr)),
  ),
  choice(PanelsTopLeft, "Tabs", "Content that readers switch between", (chain) =>
    chain.insertContent({ type: "tabs", content: [newTab, newTab] }).command(({ tr }) => focusTitle(tr)),
  ),
  choice(Smile, "Emoji", "Found by name after a colon", (chain) => chain.insertContent(":")),
  choice(Sigma, "Formula", "Mathematics in TeX", (chain) => chain.insertContent({ type: "formula" })),
  choice(Workflow, "Diagram", "A diagram in Mermaid’s language", (chain) =>
    chain.insertContent({
      type: "codeBlock",
      attrs: { language: "mermaid" },
      content: [{ type: "text", text: "flowchart LR\n  Start --> End" }],
    }),
  ),
  choice(Minus, "Divider", "A horizontal divider", (chain) => chain.setHorizontalRule()),
];

type Chain = ReturnType<Editor["chain"]>;

function choice(
  icon: LucideIcon,
  title: string,
  description: string,
  run: (chain: Chain) => Chain,
): MenuChoice {
  return {
    id: title,
    icon,
    title,
    description,
    insert: (editor, range) => void run(editor.chain().focus().deleteRange(range)).run(),
  };
}

function hint(icon: LucideIcon, kind: HintKind, description: string): MenuChoice {
  return choice(icon, hintTitles[kind], description, (chain) => chain.wrapIn("hint", { kind }));
}

/** Moves the caret to the title of the section, or of the first tab, that was just inserted. */
function focusTitle(tr: Transaction): boolean {
  const { $from } = tr.selection;
  for (let depth = $from.depth; depth > 0; depth -= 1)
    if ($from.node(depth).type.name === "expandable") {
      const isTab = $from.node(depth - 1).type.name === "tabs";
      tr.setSelection(
        TextSelection.create(tr.doc, isTab ? $from.start(depth - 1) + 2 : $from.start(depth) + 1),
      );
      return true;
    }
  return true;
}

/** Returns the menu items that match a query, built-in ones first. */
function findChoices(offered: readonly OfferedBlock[], query: string): readonly MenuChoice[] {
  const wanted = query.toLowerCase();
  const ofIntegrations = offered.map(
    ({ integration, component, title, description }): MenuChoice => ({
      id: `${integration}/${component}`,
      title,
      description,
      icon: Blocks,
      group: integration,
      insert: (editor, range) => insertBlock(editor, range, { integration, component, props: {} }),
    }),
  );
  return [...native, ...ofIntegrations].filter(({ title, group = "" }) =>
    `${title} ${group}`.toLowerCase().includes(wanted),
  );
}

interface SlashMenuOptions {
  readonly offered: () => readonly OfferedBlock[];
  readonly onChange: (menu: OpenMenu | undefined) => void;
}

/** Opens the insert menu when `/` is typed at the start of a line or after a space, and with Ctrl + `/`. */
export function createSlashMenu({ offered, onChange }: SlashMenuOptions): readonly Extension[] {
  const keys = Extension.create({
    name: "slashMenuKey",
    addKeyboardShortcuts: () => ({
      "Mod-/": ({ editor }) => {
        const before = editor.state.selection.$from.nodeBefore;
        const needsSpace = before?.isText === true && !/\s$/.test(before.text ?? "");
        return editor
          .chain()
          .focus()
          .insertContent(needsSpace ? " /" : "/")
          .run();
      },
    }),
  });
  const menu = createTextMenu({
    name: "slashMenu",
    char: "/",
    allowSpaces: false,
    findChoices: (query) => findChoices(offered(), query),
    onChange,
  });
  return [keys, menu];
}

interface SlashMenuProps {
  readonly menu: OpenMenu;
  readonly offered: readonly OfferedBlock[];
}

/** The popup of the insert menu. */
export function SlashMenu({ menu, offered }: SlashMenuProps) {
  return (
    <TextMenu
      label="Insert"
      menu={menu}
      choices={findChoices(offered, menu.query)}
      empty="No matching blocks."
    />
  );
}
