import { escapeHtml } from "./escape-html.ts";

/**
 * Fills a built page with the search parameters of its URL: the fields of its form, a hidden field for each other
 * parameter, and the organization in its links.
 *
 * @example
 * ```ts
 * import { fillFirstPage } from "@plugboard/console/page";
 *
 * const page = '<input name="code" value=""/>';
 * console.log(fillFirstPage(page, new URLSearchParams({ code: "503" })));
 * // <input name="code" data-chosen="true" value="503"/>
 * ```
 */
export function fillFirstPage(html: string, parameters: URLSearchParams): string {
  const filled = new Set<string>();
  const valueOf = (attributes: string): string => {
    const name = / name="([^"]*)"/.exec(attributes)?.[1] ?? "";
    filled.add(name);
    return escapeHtml(parameters.get(name) ?? "");
  };
  const organization = parameters.get("organization");
  return html
    .replaceAll(/<select([^>]*)>(.*?)<\/select>/gs, (field, attributes, options) => {
      const value = valueOf(attributes);
      return value === ""
        ? field
        : `<select${attributes}${chosen(options)}>${select(options, value)}</select>`;
    })
    .replaceAll(/<input([^>]*) value=""/g, (field, attributes) => {
      const value = valueOf(attributes);
      return value === "" ? field : `<input${attributes} data-chosen="true" value="${value}"`;
    })
    .replace(/<form[^>]*>/, (form) => {
      const others = [...parameters].filter(([name]) => !filled.has(name));
      return `${form}${others.map(([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`).join("")}`;
    })
    .replaceAll(/ href="(\/[^"]*)"/g, (attribute, path) =>
      organization === null || path.startsWith("/assets/")
        ? attribute
        : ` href="${path}?organization=${encodeURIComponent(organization)}"`,
    );
}

/** Marks a filter, unless one of its options is always selected. */
function chosen(options: string): string {
  return options.includes('<option value=""') ? ' data-chosen="true"' : "";
}

/** Selects an option, which is added if it is unknown at build time. */
function select(options: string, value: string): string {
  const others = options.replaceAll(' selected=""', "");
  const option = `<option value="${value}"`;
  if (others.includes(`${option}>`)) return others.replace(option, () => `${option} selected=""`);
  return `${others}${option} selected="">${value}</option>`;
}
