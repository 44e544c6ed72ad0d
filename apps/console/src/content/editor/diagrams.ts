import { drawDiagram } from "@plugboard/site/draw-diagram";
import { Extension } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import { Plugin } from "@tiptap/pm/state";
import type { NodeView } from "@tiptap/pm/view";
import { readTheme, subscribeToTheme } from "../../ui/theme.ts";

// The pause in typing before a diagram is drawn again (ms).
const debounceMilliseconds = 300;

/** Draws code in the language `mermaid` below its text. */
export const Diagrams = Extension.create({
  name: "diagrams",
  addProseMirrorPlugins: () => [
    new Plugin({
      props: {
        nodeViews: { codeBlock: (node) => (isDiagram(node) ? new DiagramView(node) : showCode(node)) },
      },
    }),
  ],
});

function isDiagram({ attrs }: Node): boolean {
  return attrs["language"] === "mermaid";
}

function showCode({
  type,
  attrs,
}: Node): NodeView & { readonly dom: HTMLElement; readonly contentDOM: HTMLElement } {
  const dom = document.createElement("pre");
  const contentDOM = dom.appendChild(document.createElement("code"));
  const language: unknown = attrs["language"];
  if (typeof language === "string") contentDOM.className = `language-${language}`;
  const update = (next: Node): boolean => next.type === type && next.attrs["language"] === language;
  return { dom, contentDOM, update };
}

class DiagramView implements NodeView {
  readonly dom: HTMLElement = document.createElement("figure");
  readonly contentDOM: HTMLElement;
  readonly #image = document.createElement("img");
  readonly #problem = document.createElement("p");
  readonly #stopFollowing: () => void;
  #node: Node;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isGone = false;

  constructor(node: Node) {
    this.#node = node;
    const { dom, contentDOM } = showCode(node);
    this.contentDOM = contentDOM;
    this.#problem.className = "hint";
    const drawn = document.createElement("div");
    drawn.contentEditable = "false";
    drawn.append(this.#image, this.#problem);
    this.#image.hidden = true;
    this.dom.className = "diagram";
    this.dom.append(dom, drawn);
    this.#stopFollowing = subscribeToTheme(() => void this.#draw());
    void this.#draw();
  }

  update(node: Node): boolean {
    if (node.type !== this.#node.type || !isDiagram(node)) return false;
    const isChanged = node.textContent !== this.#node.textContent;
    this.#node = node;
    if (!isChanged) return true;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#draw(), debounceMilliseconds);
    return true;
  }

  ignoreMutation({ target }: { readonly target: globalThis.Node }): boolean {
    return !this.contentDOM.contains(target);
  }

  destroy(): void {
    this.#isGone = true;
    clearTimeout(this.#timer);
    this.#stopFollowing();
  }

  async #draw(): Promise<void> {
    const text = this.#node.textContent;
    const isCurrent = (): boolean => !this.#isGone && text === this.#node.textContent;
    try {
      const { url, title } = await drawDiagram(text, readTheme());
      if (!isCurrent()) return;
      this.#image.src = url;
      this.#image.alt = title ?? "Diagram";
      this.#image.hidden = false;
      this.#problem.textContent = "";
    } catch (error) {
      if (!isCurrent()) return;
      const reason = error instanceof Error ? error.message : "";
      this.#problem.textContent = text.trim() === "" ? "" : `This isn’t a valid diagram: ${reason}`;
    }
  }
}
