/** Text that is already HTML. */
export interface Html {
  readonly html: string;
}

type Part = Html | string | number | false | undefined | readonly Part[];

/** Creates HTML from a template. Inserted text is escaped; inserted HTML is not. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return { html: strings.reduce((text, string, index) => text + toHtml(parts[index - 1]) + string) };
}

function toHtml(part: Part): string {
  if (part === undefined || part === false) return "";
  if (typeof part === "number") return String(part);
  if (typeof part === "string")
    return part.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
  return "html" in part ? part.html : part.map(toHtml).join("");
}
