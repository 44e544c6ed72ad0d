import { textDirection } from "@plugboard/content/markdown";

/** The parts of a `markdown-it` token that say in which direction it is read. */
interface Token {
  readonly type: string;
  readonly nesting: -1 | 0 | 1;
  readonly content: string;
  readonly info: string;
  readonly children: readonly Token[] | null;
  attrSet(name: string, value: string): void;
}

type Direction = "ltr" | "rtl";

const titled: ReadonlySet<string> = new Set(["expandable_open", "tab_open"]);

/**
 * Sets the direction of each block of a page by its first letter, as `dir="auto"` does for text without blocks
 * inside. Blocks with the direction of the block around them, and therefore left-to-right pages, get no attribute.
 */
export function directBlocks(tokens: readonly Token[]): void {
  const around: Direction[] = [];
  const firsts = firstDirections(tokens);
  for (const token of tokens) {
    if (token.nesting === -1) around.pop();
    if (token.nesting !== 1) continue;
    const before = around.at(-1) ?? "ltr";
    const direction = firsts.get(token) ?? before;
    if (direction !== before) token.attrSet("dir", direction);
    around.push(direction);
  }
}

/** Returns the direction of the first letter in each block that has letters. */
function firstDirections(tokens: readonly Token[]): ReadonlyMap<Token, Direction> {
  const directions = new Map<Token, Direction>();
  // The blocks around the current token whose first letter isn't found yet.
  let open: Token[] = [];
  const depth: Token[] = [];
  for (const token of tokens) {
    if (token.nesting === 1) {
      depth.push(token);
      open.push(token);
    }
    if (token.nesting === -1) {
      const closed = depth.pop();
      if (open.at(-1) === closed) open.pop();
    }
    const direction = open.length === 0 ? undefined : directionOf(token);
    if (direction === undefined) continue;
    for (const block of open) directions.set(block, direction);
    open = [];
  }
  return directions;
}

function directionOf(token: Token): Direction | undefined {
  const texts = titled.has(token.type)
    ? [token.info]
    : (token.children ?? []).filter(({ type }) => type === "text").map(({ content }) => content);
  return textDirection(texts.join(" "));
}
