/** The values for rendering a chart. */
export interface ChartScope {
  readonly Values: Readonly<Record<string, unknown>>;
  readonly Release: { readonly Name: string };
}

type Variables = Readonly<Record<string, unknown>>;

/**
 * Renders a template of our chart. Supports only the parts of Helm's language that it uses (`if`, `not`,
 * `range`, `end`, `list`, `default`, `printf`, `quote`, `required`, `toJson`), because Helm isn't available
 * from a registry that this repository installs from.
 *
 * @throws Error for anything else, so that differences from Helm don't go unnoticed
 */
export function renderChart(template: string, scope: ChartScope): string {
  const parts = template.split(/[ \t]*(?:\n[ \t]*)?(?=\{\{-)|(?<=\}\})|(?=\{\{)/);
  let position = 0;
  const renderBlock = (variables: Variables, isShown: boolean): string => {
    let text = "";
    while (position < parts.length) {
      const part = parts[position] ?? "";
      position += 1;
      const [, action] = /^\{\{-? (.*) \}\}$/.exec(part) ?? [];
      if (action === undefined) text += isShown ? part : "";
      else if (action === "end") return text;
      else if (action.startsWith("if ")) {
        const isMet = isShown && Boolean(evaluate(action.slice(3), scope, variables));
        const block = renderBlock(variables, isMet);
        text += isMet ? block : "";
      } else if (action.startsWith("range ")) {
        const [, names = "", list = ""] = /^range (.*) := (.*)$/.exec(action) ?? [];
        const [first = "", second] = names.split(", ");
        const start = position;
        const items = Object.entries(Object(evaluate(list, scope, variables)));
        for (const [key, value] of items) {
          position = start;
          const own = second === undefined ? { [first]: value } : { [first]: key, [second]: value };
          text += renderBlock({ ...variables, ...own }, isShown);
        }
        if (items.length === 0) renderBlock(variables, false);
      } else text += isShown ? String(evaluate(action, scope, variables)) : "";
    }
    return text;
  };
  return renderBlock({}, true);
}

const functions: Readonly<Record<string, (...given: readonly unknown[]) => unknown>> = {
  not: (value) => !value,
  list: (...items) => items,
  quote: (value) => JSON.stringify(String(value)),
  toJson: (value) => JSON.stringify(value),
  default: (fallback, value) => value || fallback,
  printf: (format, ...values) => {
    const left = [...values];
    return String(format).replaceAll("%s", () => String(left.shift()));
  },
  required: (name, value) => {
    if (value === undefined || value === "") throw new Error(`${String(name)} is required`);
    return value;
  },
};

function evaluate(expression: string, scope: ChartScope, variables: Variables): unknown {
  let piped: readonly unknown[] = [];
  for (const step of expression.split(" | ")) {
    const [head = "", ...rest] = step.match(/"[^"]*"|\S+/g) ?? [];
    const apply = functions[head];
    piped =
      apply === undefined
        ? [read(head, scope, variables)]
        : [apply(...rest.map((word) => read(word, scope, variables)), ...piped)];
  }
  return piped[0];
}

function read(word: string, scope: ChartScope, variables: Variables): unknown {
  if (word.startsWith('"')) return JSON.parse(word);
  if (word in variables) return variables[word];
  if (!/^\$?\.\w/.test(word)) throw new Error(`"${word}" is not supported`);
  let value: unknown = scope;
  for (const name of word.replace(/^\$?\./, "").split(".")) value = Reflect.get(Object(value), name);
  return value;
}
