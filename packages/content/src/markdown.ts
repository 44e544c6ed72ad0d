export { type Embed, parseEmbed, printEmbed } from "./markdown/embeds.ts";
export { type Expandable, parseExpandable, printExpandable } from "./markdown/expandables.ts";
export { type Formula, formulaProblem, parseFormula, printFormula } from "./markdown/formulas.ts";
export {
  type BlockCode,
  blocksToCode,
  codeToBlocks,
  type PageBlock,
  parseBlocks,
  type PlacedBlock,
  printBlock,
  replaceBlock,
} from "./markdown/page-blocks.ts";
export {
  type HintKind,
  hintKinds,
  hintTitles,
  parseHintKind,
  printHintKind,
} from "./markdown/page-hints.ts";
export { addPageRules, type MarkdownParser } from "./markdown/page-rules.ts";
export { parseTabs, printTabs, type Tab, type Tabs } from "./markdown/page-tabs.ts";
export { printCodeBlock } from "./markdown/code-blocks.ts";
export { textDirection } from "./markdown/text-direction.ts";
