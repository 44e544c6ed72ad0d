import { readFileSync } from "node:fs";
import { SourceMap } from "node:module";
import { parentPort, workerData } from "node:worker_threads";
import type { SourceLocations, PositionRequest, SourceMapFile } from "./source-positions.ts";

// A worker thread, because source maps come from third parties and huge ones take a long time to parse.

const { file }: SourceMapFile = workerData;
const map = new SourceMap(JSON.parse(readFileSync(file, "utf8")));

parentPort?.on("message", ({ id, positions }: PositionRequest) => {
  const sources = positions.map(([line, column]) => {
    const entry = map.findEntry(line - 1, column - 1);
    if (!("originalSource" in entry) || entry.originalSource === undefined) return undefined;
    return `${entry.originalSource}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
  });
  const message: SourceLocations = { id, sources };
  parentPort?.postMessage(message, []);
});
