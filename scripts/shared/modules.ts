import { readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { type ParseResult, parseSync } from "oxc-parser";
import { fromRoot, root } from "./workspace.ts";

/** A parsed source module. */
export interface SourceModule {
  /** Relative to the root. */
  readonly file: string;
  readonly text: string;
  readonly parsed: ParseResult;
}

/** An import or re-export of a module. */
export interface ModuleRequest {
  readonly specifier: string;
  readonly offset: number;
}

const modules = new Map<string, SourceModule>();

/** Reads and parses a module, with a cache. @throws Error if the file is not valid TypeScript */
export function readModule(file: string): SourceModule {
  const known = modules.get(file);
  if (known !== undefined) return known;
  const text = readFileSync(join(root, file), "utf8");
  const parsed = parseSync(file, text);
  const [problem] = parsed.errors;
  if (problem !== undefined) throw new Error(`${file}: ${problem.message}`);
  const module = { file, text, parsed };
  modules.set(file, module);
  return module;
}

/** Returns a module's imports and re-exports, including types. */
export function moduleRequests({ parsed, text }: SourceModule): ModuleRequest[] {
  const { staticImports, staticExports, dynamicImports } = parsed.module;
  return [
    ...staticImports.map(({ moduleRequest }) => moduleRequest),
    ...staticExports.flatMap(({ entries }) => entries.flatMap(({ moduleRequest }) => moduleRequest ?? [])),
    ...dynamicImports.map(({ moduleRequest: { start, end } }) => ({
      value: text.slice(start + 1, end - 1),
      start,
    })),
  ].map(({ value, start }) => ({ specifier: value, offset: start }));
}

/** Returns the file of a relative specifier, relative to the root, or `undefined` for a package. */
export function resolveRelative(from: string, specifier: string): string | undefined {
  return specifier.startsWith(".") ? fromRoot(resolve(root, dirname(from), specifier)) : undefined;
}
