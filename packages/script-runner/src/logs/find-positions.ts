import { readFileSync } from "node:fs";
import { SourceMap } from "node:module";
import { parentPort, workerData } from "node:worker_threads";
import type { FoundPositions, PositionQuestion, SourceMapFile } from "./source-positions.ts";

// Runs in a thread of its own: a source map is written by a third party, and reading a huge one takes its time.

const { file }: SourceMapFile = workerData;
const map = new SourceMap(JSON.parse(readFileSync(file, "utf8")));

parentPort?.on("message", ({ id, positions }: PositionQuestion) => {
  const found = positions.map(([line, column]) => {
    const entry = map.findEntry(line - 1, column - 1);
    if (!("originalSource" in entry) || entry.originalSource === undefined) return undefined;
    return `${entry.originalSource}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
  });
  const message: FoundPositions = { id, found };
  parentPort?.postMessage(message, []);
});
