import type { Extension } from "@tiptap/core";
import { Smile } from "lucide-react";
import type { ReactNode } from "react";
import { createTextMenu, type MenuChoice, type OpenMenu, TextMenu } from "./text-menu.tsx";

/** An emoji with the words it is found by. */
export interface Emoji {
  readonly character: string;
  readonly label: string;
  readonly words: readonly string[];
}

const maxChoices = 30;
/** Shorter queries are more often the start of a smiley or of a time. */
const minQueryLength = 2;

/** Loads all emoji. Their names are too large for the editor's own script. */
export async function loadEmoji(): Promise<readonly Emoji[]> {
  const { default: data } = await import("emojibase-data/en/compact.json");
  return data.map(({ unicode, label, tags = [] }) => ({
    character: unicode,
    label,
    words: [...label.split(/[\s:-]+/), ...tags].map((word) => word.toLowerCase()),
  }));
}

/** Returns the emoji whose words start with a query; those whose name does first. */
function findChoices(emoji: readonly Emoji[], query: string): readonly MenuChoice[] {
  const wanted = query.toLowerCase().replace(/:$/, "").replaceAll("_", " ");
  if (wanted.length < minQueryLength) return [];
  const byName = emoji.filter(({ label }) => label.toLowerCase().startsWith(wanted));
  const byWord = emoji.filter(({ words }) => words.some((word) => word.startsWith(wanted)));
  return [...new Set([...byName, ...byWord])].slice(0, maxChoices).map(({ character, label }) => ({
    id: character,
    title: `${character} ${label}`,
    description: "",
    icon: Smile,
    insert: (editor, range) => void editor.chain().focus().deleteRange(range).insertContent(character).run(),
  }));
}

interface EmojiMenuOptions {
  readonly emoji: () => readonly Emoji[];
  readonly onChange: (menu: OpenMenu | undefined) => void;
}

/** Opens a menu of emoji when `:` and the start of a name are typed at the start of a line or after a space. */
export function createEmojiMenu({ emoji, onChange }: EmojiMenuOptions): Extension {
  return createTextMenu({
    name: "emojiMenu",
    char: ":",
    allowSpaces: false,
    findChoices: (query) => findChoices(emoji(), query),
    onChange,
  });
}

interface EmojiMenuProps {
  readonly menu: OpenMenu;
  readonly emoji: readonly Emoji[];
}

/** The popup with the emoji. Hidden until some match. */
export function EmojiMenu({ menu, emoji }: EmojiMenuProps): ReactNode {
  const choices = findChoices(emoji, menu.query);
  if (choices.length === 0) return null;
  return <TextMenu label="Emoji" menu={menu} choices={choices} empty="" />;
}
