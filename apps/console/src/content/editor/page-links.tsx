import { listPageFiles, listPages } from "@plugboard/content/routes";
import type { Extension } from "@tiptap/core";
import { FileText } from "lucide-react";
import { useMemo } from "react";
import { useReadAll } from "../../data/queries.ts";
import { relativePath } from "./relative-path.ts";
import { createTextMenu, type MenuChoice, type OpenMenu, TextMenu } from "./text-menu.tsx";

/** A page that a page can link to. */
export interface LinkedPage {
  readonly id: string;
  readonly title: string;
  /** The titles of the pages above it. */
  readonly above: string;
  /** The relative path of its Markdown file. */
  readonly href: string;
}

const maxChoices = 50;

/** Returns the other pages of a space; `undefined` while they load. */
export function useLinkedPages(spaceId: string, pageId: string): readonly LinkedPage[] | undefined {
  const { data: pages } = useReadAll(listPages, { params: { spaceId } });
  const { data: files } = useReadAll(listPageFiles, { params: { spaceId } });
  return useMemo(() => {
    if (pages === undefined || files === undefined) return undefined;
    const paths = new Map(files.map((file) => [file.pageId, file.path]));
    const byId = new Map(pages.map((page) => [page.id, page]));
    const titlesAbove = (parentId: string | undefined): readonly string[] => {
      const parent = byId.get(parentId ?? "");
      return parent === undefined ? [] : [...titlesAbove(parent.parentId), parent.title];
    };
    const from = paths.get(pageId) ?? "";
    return pages.flatMap(({ id, title, parentId }) => {
      const path = paths.get(id);
      if (id === pageId || path === undefined) return [];
      return { id, title, above: titlesAbove(parentId).join(" / "), href: relativePath(from, path) };
    });
  }, [pages, files, pageId]);
}

/** Returns the pages whose title or the titles above it contain all words of a query; matching titles first. */
function findChoices(pages: readonly LinkedPage[], query: string): readonly MenuChoice[] {
  const words = query.toLowerCase().split(/\s+/);
  const has = (text: string): boolean => words.every((word) => text.toLowerCase().includes(word));
  const byTitle = pages.filter(({ title }) => has(title));
  const byParent = pages.filter(({ title, above }) => !has(title) && has(`${above} ${title}`));
  return [...byTitle, ...byParent].slice(0, maxChoices).map(({ id, title, above, href }) => ({
    id,
    title,
    description: above,
    icon: FileText,
    insert: (editor, range) =>
      void editor
        .chain()
        .focus()
        .deleteRange(range)
        .insertContent({ type: "text", text: title, marks: [{ type: "link", attrs: { href } }] })
        .unsetMark("link")
        .run(),
  }));
}

interface PageLinksOptions {
  readonly pages: () => readonly LinkedPage[] | undefined;
  readonly onChange: (menu: OpenMenu | undefined) => void;
}

/** Opens a menu of the space's pages when `@` is typed at the start of a line or after a space. */
export function createPageLinks({ pages, onChange }: PageLinksOptions): Extension {
  return createTextMenu({
    name: "pageLinks",
    char: "@",
    allowSpaces: true,
    findChoices: (query) => findChoices(pages() ?? [], query),
    onChange,
  });
}

interface PageLinkMenuProps {
  readonly menu: OpenMenu;
  readonly pages: readonly LinkedPage[] | undefined;
}

/** The popup with the pages. */
export function PageLinkMenu({ menu, pages }: PageLinkMenuProps) {
  const choices = findChoices(pages ?? [], menu.query);
  // A sentence after `@`.
  if (choices.length === 0 && menu.query.includes(" ")) return null;
  return (
    <TextMenu
      label="Link to a page"
      menu={menu}
      choices={choices}
      empty={pages === undefined ? "Loading pages…" : "No matching pages."}
    />
  );
}
