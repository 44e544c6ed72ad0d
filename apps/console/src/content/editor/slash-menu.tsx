/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a `select` has no groups with descriptions, and would take the focus from the text */
import { type HintKind, hintTitles } from "@plugboard/api/blocks";
import { type Editor, Extension, type Range } from "@tiptap/core";
import { TextSelection, type Transaction } from "@tiptap/pm/state";
import { Suggestion } from "@tiptap/suggestion";
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
  Quote,
  Sigma,
  Table,
  TriangleAlert,
} from "lucide-react";
import type { OfferedBlock } from "./block-catalog.ts";
import { insertBlock } from "./insert-block.ts";

/** An item that the slash menu can insert. */
interface MenuChoice {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly icon: LucideIcon;
  /** The integration that provides it; `undefined` for built-in items. */
  readonly integration?: string | undefined;
  readonly insert: (editor: Editor, range: Range) => void;
}

/** The state of the open menu. Its choices follow from the query, because blocks can load while it is open. */
export interface OpenMenu {
  readonly query: string;
  readonly active: number;
  /** The position of the caret in the window. */
  readonly caret: DOMRect | undefined;
  readonly choose: (choice: MenuChoice) => void;
}

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
    chain
      .insertContent({ type: "expandable", content: [{ type: "expandableTitle" }, { type: "paragraph" }] })
      .command(({ tr }) => focusTitle(tr)),
  ),
  choice(Sigma, "Formula", "Mathematics in TeX", (chain) => chain.insertContent({ type: "formula" })),
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

/** Moves the caret to the title of the section that was just inserted. */
function focusTitle(tr: Transaction): boolean {
  const { $from } = tr.selection;
  for (let depth = $from.depth; depth > 0; depth -= 1)
    if ($from.node(depth).type.name === "expandable") {
      tr.setSelection(TextSelection.create(tr.doc, $from.start(depth) + 1));
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
      integration,
      insert: (editor, range) => insertBlock(editor, range, { integration, component, props: {} }),
    }),
  );
  return [...native, ...ofIntegrations].filter(({ title, integration = "" }) =>
    `${title} ${integration}`.toLowerCase().includes(wanted),
  );
}

interface SlashMenuOptions {
  readonly offered: () => readonly OfferedBlock[];
  readonly onChange: (menu: OpenMenu | undefined) => void;
}

/**
 * Opens the menu when `/` is typed at the start of a line or after a space, and with Ctrl + `/`. Pasted text and a caret that is
 * moved to a `/` don't open it.
 */
export function createSlashMenu({ offered, onChange }: SlashMenuOptions): Extension {
  return Extension.create({
    name: "slashMenu",
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
    addProseMirrorPlugins() {
      let shown: OpenMenu | undefined;
      let isOpen = false;
      const show = (menu: OpenMenu | undefined): void => {
        shown = menu;
        onChange(menu);
      };
      return [
        Suggestion<MenuChoice, MenuChoice>({
          editor: this.editor,
          char: "/",
          // After a letter, the slash is part of a word or path, as in "yes/no".
          allowedPrefixes: [" ", "\u00A0"],
          allow: ({ isActive }) => {
            isOpen = isActive === true;
            return true;
          },
          shouldShow: ({ query, transaction }) =>
            isOpen ||
            (query === "" && transaction.docChanged && transaction.getMeta("uiEvent") === undefined),
          items: () => [],
          command: ({ editor, range, props }) => props.insert(editor, range),
          render: () => ({
            onStart: ({ query, command, clientRect }) =>
              show({ query, active: 0, caret: clientRect?.() ?? undefined, choose: command }),
            onUpdate: ({ query, command, clientRect }) =>
              show({ query, active: 0, caret: clientRect?.() ?? undefined, choose: command }),
            onKeyDown: ({ event }) => {
              if (shown === undefined) return false;
              const { query, active, choose } = shown;
              const choices = findChoices(offered(), query);
              const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
              if (event.key === "Escape") {
                show(undefined);
                return true;
              }
              if (choices.length === 0) return false;
              if (step !== undefined) {
                show({ ...shown, active: (active + step + choices.length) % choices.length });
                return true;
              }
              const chosen = choices[active];
              if (event.key !== "Enter" || chosen === undefined) return false;
              choose(chosen);
              return true;
            },
            onExit: () => show(undefined),
          }),
        }),
      ];
    },
  });
}

interface SlashMenuProps {
  readonly menu: OpenMenu;
  readonly offered: readonly OfferedBlock[];
}

/** The menu's popup. Focus stays in the text. */
export function SlashMenu({ menu, offered }: SlashMenuProps) {
  const { query, active, caret, choose } = menu;
  const choices = findChoices(offered, query);
  return (
    <div
      className="slash-menu"
      role="listbox"
      aria-label="Insert"
      style={{ left: caret?.left ?? 0, top: (caret?.bottom ?? 0) + 6 }}
    >
      {choices.length === 0 && <p className="hint">No matching blocks.</p>}
      {choices.map((each, index) => (
        <div key={each.id}>
          {each.integration !== undefined && each.integration !== choices[index - 1]?.integration && (
            <p className="slash-menu-group">{each.integration}</p>
          )}
          <div
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            aria-label={`${each.title}: ${each.description}`}
            ref={(element) => (index === active ? element?.scrollIntoView({ block: "nearest" }) : undefined)}
            // On mouse down, because a click would clear the text selection first.
            onMouseDown={(event) => {
              event.preventDefault();
              choose(each);
            }}
          >
            <each.icon aria-hidden size={16} />
            <span>
              <span>{each.title}</span>
              <span className="hint">{each.description}</span>
            </span>
          </div>
        </div>
      ))}
    </div>
  );
}
