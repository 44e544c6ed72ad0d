export { type Embed, parseEmbed, printEmbed } from "./blocks/embeds.ts";
export { type Expandable, parseExpandable, printExpandable } from "./blocks/expandables.ts";
export { type Formula, formulaProblem, parseFormula, printFormula } from "./blocks/formulas.ts";
export {
  type BlockCode,
  blocksToCode,
  codeToBlocks,
  type PageBlock,
  parseBlocks,
  type PlacedBlock,
  printBlock,
  replaceBlock,
} from "./blocks/page-blocks.ts";
export {
  type HintKind,
  hintKinds,
  hintTitles,
  parseHintKind,
  printHintKind,
} from "./blocks/page-hints.ts";
export { addPageRules, type MarkdownParser } from "./blocks/page-rules.ts";
export { parseTabs, printTabs, type Tab, type Tabs } from "./blocks/page-tabs.ts";
export { printCodeBlock } from "./blocks/code-blocks.ts";
export { textDirection } from "./blocks/text-direction.ts";
