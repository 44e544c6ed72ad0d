/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a `select` has no groups with descriptions, and would take the focus from the text */
import { type Editor, Extension, type Range } from "@tiptap/core";
import { closeHistory } from "@tiptap/pm/history";
import { type EditorState, PluginKey } from "@tiptap/pm/state";
import { Suggestion } from "@tiptap/suggestion";
import type { LucideIcon } from "lucide-react";

/** An item that a menu in the text can insert. */
export interface MenuChoice {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly icon: LucideIcon;
  /** The heading above the choices of a group. */
  readonly group?: string | undefined;
  /** Replaces a range of the text, the typed query, with the item. */
  readonly insert: (editor: Editor, range: Range) => void;
}

/** The state of an open menu. Its choices follow from the query, because they can load while it is open. */
export interface OpenMenu {
  readonly query: string;
  readonly active: number;
  /** The position of the caret in the window. */
  readonly caret: DOMRect | undefined;
  readonly choose: (choice: MenuChoice) => void;
}

interface TextMenuOptions {
  readonly name: string;
  /** The character that opens the menu. */
  readonly char: string;
  /** Whether a query can have several words. */
  readonly allowSpaces: boolean;
  /** Returns the choices for a query. */
  readonly findChoices: (query: string) => readonly MenuChoice[];
  readonly onChange: (menu: OpenMenu | undefined) => void;
}

/**
 * Opens a menu when a character is typed at the start of a line or after a space. Pasted text and a caret that is moved
 * to the character don't open it. Escape closes it and keeps the text.
 */
export function createTextMenu({
  name,
  char,
  allowSpaces,
  findChoices,
  onChange,
}: TextMenuOptions): Extension {
  return Extension.create({
    name,
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
          pluginKey: new PluginKey(name),
          char,
          allowSpaces,
          // After a letter, the character is part of a word, path or address, as in "yes/no".
          allowedPrefixes: [" ", "\u00A0"],
          allow: ({ state, range, isActive }) => {
            isOpen = isActive === true;
            return mayOpen(state, range);
          },
          shouldShow: ({ query, transaction }) =>
            isOpen ||
            (query === "" && transaction.docChanged && transaction.getMeta("uiEvent") === undefined),
          items: () => [],
          command: ({ editor, range, props }) => {
            // Undo brings the query back instead of also removing the words before it.
            editor.view.dispatch(closeHistory(editor.state.tr));
            props.insert(editor, range);
          },
          render: () => ({
            onStart: ({ query, command, clientRect }) =>
              show({ query, active: 0, caret: clientRect?.() ?? undefined, choose: command }),
            onUpdate: ({ query, command, clientRect }) =>
              show({ query, active: 0, caret: clientRect?.() ?? undefined, choose: command }),
            onKeyDown: ({ event }) => {
              if (shown === undefined) return false;
              const { query, active, choose } = shown;
              const choices = findChoices(query);
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

/** Returns whether a range starts a line or follows a space, in text that can contain links: not in code or a title. */
function mayOpen({ doc, schema }: EditorState, { from, to }: Range): boolean {
  const { parent, parentOffset } = doc.resolve(from);
  const before = parent.textBetween(0, parentOffset, undefined, "\n");
  const query = doc.textBetween(from + 1, to);
  const link = schema.marks["link"];
  return (
    /(?:^|\s)$/.test(before) && !/^\s/.test(query) && link !== undefined && parent.type.allowsMarkType(link)
  );
}

interface TextMenuProps {
  readonly label: string;
  readonly menu: OpenMenu;
  readonly choices: readonly MenuChoice[];
  /** The text shown without choices. */
  readonly empty: string;
}

/** The popup of a menu. Focus stays in the text. */
export function TextMenu({ label, menu, choices, empty }: TextMenuProps) {
  const { active, caret, choose } = menu;
  return (
    <div className="slash-menu" role="listbox" aria-label={label} style={placeNear(caret)}>
      {choices.length === 0 && <p className="hint">{empty}</p>}
      {choices.map((each, index) => (
        <div key={each.id}>
          {each.group !== undefined && each.group !== choices[index - 1]?.group && (
            <p className="slash-menu-group">{each.group}</p>
          )}
          <div
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            aria-label={each.description === "" ? each.title : `${each.title}: ${each.description}`}
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

/** The distance between a popup and its line (px). */
const gap = 6;
/** The height of the popup where there is enough space (px). */
const maxHeight = 320;

/** Returns the position of a popup below a line, or above it if there is more space. It scrolls in low windows. */
function placeNear(line: DOMRect | undefined) {
  const { left = 0, top = 0, bottom = 0 } = line ?? {};
  const { innerHeight } = window;
  const above = top - 2 * gap;
  const below = innerHeight - bottom - 2 * gap;
  const across = { left: `max(0.5rem, min(${left}px, 100vw - 20.5rem))` };
  return below < maxHeight && above > below
    ? { ...across, bottom: innerHeight - top + gap, maxHeight: Math.min(maxHeight, above) }
    : { ...across, top: bottom + gap, maxHeight: Math.min(maxHeight, below) };
}
