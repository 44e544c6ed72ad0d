import type { Node } from "@tiptap/core";
import { Image } from "@tiptap/extension-image";
import { Paragraph } from "@tiptap/extension-paragraph";

const storedPath = /^~images\/([\w.]+)$/;

/** Creates the editor node of images. Images stored with the space are loaded through the console. */
export function createPageImage(spaceId = ""): Node {
  return Image.extend({
    addAttributes() {
      return {
        ...this.parent?.(),
        src: {
          default: null,
          // Copies of an image contain the address in this console, too.
          parseHTML: (element: HTMLElement) => element.dataset["path"] ?? element.getAttribute("src"),
          renderHTML: ({ src }: Readonly<Record<string, unknown>>) => {
            const [path, file] = storedPath.exec(String(src)) ?? [];
            return path === undefined ? { src } : { src: `/images/${spaceId}/${file}`, "data-path": path };
          },
        },
      };
    },
    renderMarkdown: ({ attrs = {} }) => {
      const alt = textOf(attrs["alt"]).replaceAll(/[\\[\]]/g, "\\$&");
      const src = textOf(attrs["src"]);
      const target = /[\s()<>]/.test(src) ? `<${src.replaceAll(/[<>]/g, encodeURIComponent)}>` : src;
      const title = textOf(attrs["title"]).replaceAll(/[\\"]/g, "\\$&");
      return `![${alt}](${target}${title === "" ? "" : ` "${title}"`})`;
    },
  }).configure({ inline: true });
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value.replaceAll(/\s*\n\s*/g, " ") : "";
}

/** A paragraph that can consist of an image. The library unwraps that image, because its images are blocks. */
export const ImageParagraph: Node = Paragraph.extend({
  parseMarkdown: (token, helpers) => {
    const { tokens = [] } = token;
    if (tokens.length === 1 && tokens[0]?.type === "image")
      return helpers.createNode("paragraph", {}, helpers.parseInline(tokens));
    return Paragraph.config.parseMarkdown?.(token, helpers) ?? [];
  },
});
