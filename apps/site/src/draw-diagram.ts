/** A drawn diagram. */
export interface DrawnDiagram {
  /** A `data:` URL of the image, which can't run scripts, load files or link anywhere. */
  readonly url: string;
  /** The title that the diagram's text declares with `accTitle`, if any. */
  readonly title: string | undefined;
}

let last: Promise<unknown> = Promise.resolve();
let drawings = 0;

/**
 * Draws a diagram in Mermaid's language.
 *
 * @throws Error if the text isn't a valid diagram
 */
export async function drawDiagram(text: string, theme: "light" | "dark"): Promise<DrawnDiagram> {
  // One at a time, because the theme is a setting of the whole library.
  const drawn = last.then(() => draw(text, theme));
  last = drawn.catch(() => {});
  return await drawn;
}

async function draw(text: string, theme: "light" | "dark"): Promise<DrawnDiagram> {
  const { default: mermaid } = await import("mermaid");
  mermaid.initialize({
    startOnLoad: false,
    securityLevel: "strict",
    suppressErrorRendering: true,
    // Labels in HTML aren't shown in images by all browsers.
    htmlLabels: false,
    fontFamily: "system-ui, sans-serif",
    theme: theme === "dark" ? "dark" : "default",
  });
  drawings += 1;
  const { svg } = await mermaid.render(`diagram-${drawings}`, text);
  const image = new DOMParser().parseFromString(svg, "text/html").querySelector("svg");
  if (image === null) throw new Error("The diagram is empty.");
  const [, , width = "", height = ""] = (image.getAttribute("viewBox") ?? "").split(/[ ,]+/);
  // Without a size of its own, an image is as wide as the page.
  image.setAttribute("width", width);
  image.setAttribute("height", height);
  image.removeAttribute("style");
  const source = new XMLSerializer().serializeToString(image);
  return {
    url: `data:image/svg+xml;charset=utf-8,${encodeURIComponent(source)}`,
    title: image.querySelector("title")?.textContent ?? undefined,
  };
}
