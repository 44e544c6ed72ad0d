import { expect, it } from "vitest";

/** The icons a component can name, and what Lucide calls each. */
const lucideNames: Readonly<Record<string, string>> = {
  "arrow-down": "arrow-down",
  "arrow-left": "arrow-left",
  "arrow-right": "arrow-right",
  "arrow-up": "arrow-up",
  bell: "bell",
  bookmark: "bookmark",
  calendar: "calendar",
  check: "check",
  "chevron-down": "chevron-down",
  "chevron-left": "chevron-left",
  "chevron-right": "chevron-right",
  "chevron-up": "chevron-up",
  circle: "circle",
  clock: "clock",
  close: "x",
  code: "code",
  copy: "copy",
  download: "download",
  edit: "pencil",
  error: "circle-x",
  eye: "eye",
  "eye-off": "eye-off",
  file: "file",
  folder: "folder",
  globe: "globe",
  hash: "hash",
  heart: "heart",
  help: "circle-question-mark",
  home: "house",
  image: "image",
  info: "info",
  key: "key",
  link: "link",
  "link-external": "external-link",
  list: "list",
  lock: "lock",
  mail: "mail",
  maximize: "maximize",
  message: "message-square",
  minus: "minus",
  more: "ellipsis",
  pause: "pause",
  play: "play",
  plus: "plus",
  refresh: "refresh-cw",
  search: "search",
  send: "send",
  settings: "settings",
  star: "star",
  success: "circle-check",
  tag: "tag",
  trash: "trash",
  unlock: "lock-open",
  upload: "upload",
  user: "user",
  users: "users",
  warning: "triangle-exclamation-point",
  zap: "zap",
};

interface LucideModule {
  readonly __iconData: { readonly node: readonly (readonly [string, Readonly<Record<string, string>>])[] };
}

/** Writes the table of icons, so that who installs this package does not install Lucide's thousands too. */
async function renderIcons(): Promise<string> {
  const rows = await Promise.all(
    Object.entries(lucideNames).map(async ([name, lucideName]) => {
      const { __iconData }: LucideModule = await import(`lucide-react/icons/${lucideName}`);
      const shapes = __iconData.node.map(([tag, { key: _key, ...attributes }]) => [tag, attributes]);
      return `  ${JSON.stringify(name)}: ${JSON.stringify(shapes)},\n`;
    }),
  );
  return `// Icons of Lucide (https://lucide.dev), ISC License, some of them of Feather, MIT License; see LICENSE-ICONS.
// Written by icons/icons.test.ts: run \`vitest run --update\` on it after a change of the names there.

type Shape = readonly [tag: string, attributes: Readonly<Record<string, string>>];

/** The shapes of each icon, inside a square of 24. */
export const iconShapes: Readonly<Record<string, readonly Shape[]>> = {
${rows.join("")}};
`;
}

// Run vitest with --update to write the file anew.
it("the table of icons matches Lucide", async () => {
  await expect(await renderIcons()).toMatchFileSnapshot("../src/icons/icon-shapes.ts");
});
