import { type Attributes, elementTable } from "@plugboard/components";

const tables: Readonly<Record<string, Attributes>> = elementTable;

type Fields = Readonly<Record<string, unknown>>;

/** Elements whose attributes differ on this platform. */
const adaptations: Readonly<Record<string, (element: Fields) => Fields>> = {
  // GitBook groups controls in nested lists.
  block: ({ controls, ...rest }) => ({
    ...rest,
    controls: Array.isArray(controls) ? controls.flat() : controls,
  }),
  // GitBook's `next` enables the button. Here it is the button's text, and the button is always enabled.
  step: ({ next, ...rest }) => ({ ...rest, next: typeof next === "string" ? next : undefined }),
  hint: ({ children, ...rest }) => ({ ...rest, children: withoutImages([children].flat(Infinity)) }),
  card: ({ hint, ...rest }) => ({ ...rest, hint: withoutImages(hint) }),
  input: ({ hint, ...rest }) => ({ ...rest, hint: withoutImages(hint) }),
  modal: ({ subtitle, ...rest }) => ({ ...rest, subtitle: withoutImages(subtitle) }),
  select: ({ options, ...rest }) => ({ ...rest, ...adaptOptions(options) }),
};

/**
 * Converts a rendered tree to this platform's form. Empty and unknown attributes are dropped, URLs given in
 * parts are joined without query parameters bound to the state, and children become one flat list. Images in
 * a line of text or without a web address are dropped. Unknown elements are kept, so that the platform can
 * report them.
 */
export function adaptTree(node: unknown): unknown {
  if (Array.isArray(node)) return node.flatMap(adaptChild);
  if (!isObject(node)) return node;
  const { type } = node;
  const name = typeof type === "string" && Object.hasOwn(tables, type) ? type : undefined;
  const known = name === undefined ? undefined : tables[name];
  const fields = (name === undefined ? undefined : adaptations[name]?.(node)) ?? node;
  const entries = Object.entries(fields).flatMap(([key, value]): [string, unknown][] => {
    if (value === undefined || value === null) return [];
    if (known !== undefined && key !== "type" && !Object.hasOwn(known, key)) return [];
    if (key === "url" && isObject(value)) return [[key, toUrl(value)]];
    if (key === "children") return [[key, [value].flat(Infinity).flatMap(adaptChild)]];
    return isPicture(value) && !hasWebAddress(value) ? [] : [[key, adaptTree(value)]];
  });
  const children = known?.children !== undefined && !entries.some(([key]) => key === "children");
  return Object.fromEntries(children ? [...entries, ["children", []]] : entries);
}

function adaptChild(child: unknown): readonly unknown[] {
  if (child === undefined || child === null || typeof child === "boolean") return [];
  if (isPicture(child) && !hasWebAddress(child)) return [];
  return [typeof child === "number" ? String(child) : adaptTree(child)];
}

function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isPicture(value: unknown): value is Fields {
  return isObject(value) && value["type"] === "image";
}

/** A missing icon must not prevent the rest from rendering. */
function hasWebAddress({ source }: Fields): boolean {
  const url = isObject(source) ? source["url"] : undefined;
  return isObject(url) || (typeof url === "string" && /^https?:/i.test(url) && URL.canParse(url));
}

function withoutImages(remark: unknown): unknown {
  if (Array.isArray(remark)) return remark.filter((part) => !isPicture(part));
  return isPicture(remark) ? undefined : remark;
}

function adaptOptions(options: unknown): Fields {
  if (Array.isArray(options))
    return {
      options: options.map((option: unknown) =>
        isObject(option) && typeof option["icon"] !== "string" ? { ...option, icon: undefined } : option,
      ),
    };
  // GitBook lists its OpenAPI documents. Here, the user types the document's name.
  return isObject(options) && "source" in options ? { options: [], acceptInput: true } : { options };
}

/** Joins the parts of a URL. */
function toUrl({ host, pathname, query }: Fields): unknown {
  const url = new URL(`https://${String(host)}${String(pathname)}`);
  for (const [name, value] of Object.entries(isObject(query) ? query : {}))
    if (typeof value === "string") url.searchParams.set(name, value);
  return url.href;
}
