import type { Node } from "@tiptap/core";
import { Image } from "@tiptap/extension-image";

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
  }).configure({ inline: true });
}
