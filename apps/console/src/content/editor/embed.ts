import { parseEmbed } from "@plugboard/content/markdown";
import { mergeAttributes, Node } from "@tiptap/core";

/** The editor node of a card for a web page. In Markdown it is a line with the page's address. */
export const Embed: Node = Node.create({
  name: "embed",
  group: "block",
  atom: true,
  draggable: true,
  addAttributes: () => ({
    href: {
      default: "",
      parseHTML: (element: HTMLElement) => element.dataset["embed"],
      renderHTML: ({ href }: Readonly<Record<string, unknown>>) => ({ "data-embed": href }),
    },
  }),
  // Pasted HTML can contain any address.
  parseHTML: () => [
    {
      tag: "div[data-embed]",
      getAttrs: (element) => (parseEmbed(element.dataset["embed"] ?? "") === undefined ? false : null),
    },
  ],
  renderHTML: ({ node: { attrs }, HTMLAttributes }) => {
    const { provider = "", address = "" } = parseEmbed(String(attrs["href"])) ?? {};
    return [
      "div",
      mergeAttributes(HTMLAttributes),
      ["strong", provider],
      ["a", { href: attrs["href"], target: "_blank", rel: "noreferrer" }, address],
    ];
  },
});
