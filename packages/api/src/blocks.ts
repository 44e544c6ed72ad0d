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
