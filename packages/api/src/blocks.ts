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
