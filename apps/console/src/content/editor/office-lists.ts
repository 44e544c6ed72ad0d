import { Extension } from "@tiptap/core";
import { Plugin } from "@tiptap/pm/state";

/** Pastes the nested lists of Word and Google Docs as nested lists. */
export const OfficeLists: Extension = Extension.create({
  name: "officeLists",
  addProseMirrorPlugins: () => [new Plugin({ props: { transformPastedHTML: nestOfficeLists } })],
});

const wordList = /mso-list:[^;"']*level(\d)/;
/** The signs of Word's bullets; numbers and letters are followed by a dot or a parenthesis. */
const numberMarker = /^\s*(?:\d+|[a-z]{1,4})[.)]/i;

/** Returns pasted HTML whose lists are nested as in HTML. Other HTML is returned as it is. */
function nestOfficeLists(html: string): string {
  if (!wordList.test(html) && !/<\/li>\s*<[uo]l/i.test(html)) return html;
  const { body } = new DOMParser().parseFromString(html, "text/html");
  nestWordLists(body);
  // Google Docs puts the nested list next to its item.
  for (const list of body.querySelectorAll(":is(ul, ol) > :is(ul, ol)")) {
    const item = list.previousElementSibling;
    if (item?.tagName === "LI") item.append(list);
  }
  return body.innerHTML;
}

/** Turns Word's paragraphs, which only name their level, into lists. */
function nestWordLists(body: HTMLElement): void {
  const open: HTMLElement[] = [];
  let last: Element | null = null;
  for (const line of body.querySelectorAll<HTMLElement>("p, h1, h2, h3, h4, h5, h6")) {
    const [, level] = wordList.exec(line.getAttribute("style") ?? "") ?? [];
    if (level === undefined) continue;
    if (line.previousElementSibling !== last || last === null) open.length = 0;
    const depth = Math.min(Number(level), open.length + 1);
    const name = takeMarker(line) ? "ol" : "ul";
    open.length = Math.min(open.length, depth);
    let list = open[depth - 1];
    if (list === undefined || list.tagName.toLowerCase() !== name) {
      list = body.ownerDocument.createElement(name);
      const parent = open[depth - 2]?.lastElementChild;
      if (parent) parent.append(list);
      else line.before(list);
      open[depth - 1] = list;
    }
    const item = body.ownerDocument.createElement("li");
    item.append(...line.childNodes);
    list.append(item);
    line.remove();
    last = open[0] ?? null;
  }
}

/** Removes the marker that Word writes as text. @returns whether it is a number */
function takeMarker(line: HTMLElement): boolean {
  const marker = [...line.querySelectorAll<HTMLElement>("span")].find((span) =>
    /mso-list:\s*Ignore/i.test(span.getAttribute("style") ?? ""),
  );
  const isNumber = numberMarker.test(marker?.textContent ?? "");
  marker?.remove();
  return isNumber;
}
