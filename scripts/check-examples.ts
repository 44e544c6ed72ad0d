import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type SourceModule, readModule, resolveRelative } from "./shared/modules.ts";
import {
  lineOf,
  type PackageManifest,
  readPackages,
  report,
  root,
  type WorkspacePackage,
} from "./shared/workspace.ts";

// Every function that a package exports has an `@example` in its docstring, complete with its imports, and all of them
// compile. They are written into a folder of their own, outside the repository, and checked in one run of tsc.

/** Packages that may still export functions without an example. Nothing is added here; what is mended is taken out. */
const packagesWithoutAllExamples: readonly string[] = [
  "@plugboard/api",
  "@plugboard/components-react",
  "@plugboard/manifest",
  "@plugboard/oauth",
  "@plugboard/platform",
  "@plugboard/runtime",
  "@plugboard/testing",
  "@plugboard/webhook-delivery",
  "@plugboard/webhook-receiver",
];

interface Declaration {
  readonly module: SourceModule;
  /** Where the declaration begins, `export` included. */
  readonly start: number;
}

interface ExportedFunction extends Declaration {
  readonly name: string;
}

interface Example {
  readonly place: string;
  readonly code: string;
}

async function main(): Promise<void> {
  const workspace = await readPackages("packages/*");
  const problems: string[] = [];
  const examples: (Example & { readonly owner: WorkspacePackage })[] = [];
  for (const owner of workspace) {
    const missing: string[] = [];
    for (const { name, module, start } of findExportedFunctions(owner)) {
      const place = `${module.file}:${lineOf(module.text, start)}`;
      const codes = readExamples(module, start);
      if (codes.length === 0) missing.push(`${place}: ${name} has no @example`);
      examples.push(...codes.map((code) => ({ place: `${place} ${name}`, code, owner })));
    }
    if (!packagesWithoutAllExamples.includes(owner.name)) problems.push(...missing);
    else if (missing.length === 0)
      problems.push(`${owner.name} has all its examples: take it out of the list in check-examples.ts`);
  }
  problems.push(...(await compile(examples)));
  report(problems, `${examples.length} examples compile.`);
}

/** The functions behind a package's entries, each once. */
function findExportedFunctions({ folder, manifest }: WorkspacePackage): ExportedFunction[] {
  const found = new Map<string, ExportedFunction>();
  for (const entry of sourceEntries(manifest)) {
    const file = join(folder, entry);
    for (const { entries } of readModule(file).parsed.module.staticExports) {
      for (const { exportName, isType } of entries) {
        if (isType || exportName.name === null) continue;
        const declaration = findDeclaration(file, exportName.name);
        if (declaration === undefined || !isFunction(declaration)) continue;
        const key = `${declaration.module.file}:${declaration.start}`;
        found.set(key, { ...declaration, name: exportName.name });
      }
    }
  }
  return [...found.values()];
}

function sourceEntries(manifest: PackageManifest): string[] {
  return Object.values(manifest.exports ?? {})
    .map((target) => (typeof target === "string" ? target : (target["@plugboard/source"] ?? "")))
    .filter((file) => /\.tsx?$/.test(file));
}

/** Follows a name through modules that only pass it on. */
function findDeclaration(file: string, name: string): Declaration | undefined {
  const module = readModule(file);
  for (const { entries, start } of module.parsed.module.staticExports) {
    for (const { exportName, importName, localName, moduleRequest } of entries) {
      if (exportName.name !== name) continue;
      if (moduleRequest === null) return { module, start: findStart(module, localName.name ?? name, start) };
      const target = resolveRelative(file, moduleRequest.value);
      return target === undefined ? undefined : findDeclaration(target, importName.name ?? name);
    }
  }
  return undefined;
}

/** Where a name is declared: at its export, or above an `export { name }`. */
function findStart(module: SourceModule, name: string, exportStart: number): number {
  const declared = module.parsed.program.body.find(
    (node) => node.type === "FunctionDeclaration" && node.id?.name === name,
  );
  return declared?.start ?? exportStart;
}

function isFunction({ module, start }: Declaration): boolean {
  const statement = module.parsed.program.body.find((node) => node.start === start);
  if (statement === undefined) return false;
  const declaration = statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
  switch (declaration?.type) {
    case "FunctionDeclaration":
    case "TSDeclareFunction":
      return true;
    case "VariableDeclaration":
      return declaration.declarations.some(
        ({ init }) => init?.type === "ArrowFunctionExpression" || init?.type === "FunctionExpression",
      );
    default:
      return false;
  }
}

/** The code of each `@example` in the docstring above a declaration. */
function readExamples(module: SourceModule, start: number): string[] {
  const docstring = module.parsed.comments.findLast(
    (comment) =>
      comment.type === "Block" &&
      comment.value.startsWith("*") &&
      comment.end <= start &&
      module.text.slice(comment.end, start).trim() === "",
  );
  if (docstring === undefined) return [];
  const text = docstring.value.replaceAll(/^[ \t]*\* ?/gm, "");
  return text
    .split(/^@example\b/m)
    .slice(1)
    .map((part) => part.split(/^@\w+/m)[0] ?? "")
    .map((part) => /```tsx?\n([\s\S]*?)```/.exec(part)?.[1] ?? "")
    .filter((code) => code.trim() !== "");
}

/** Compiles the examples, each as a file of its own that finds what its package's own files find. */
async function compile(
  examples: readonly (Example & { readonly owner: WorkspacePackage })[],
): Promise<string[]> {
  if (examples.length === 0) return [];
  const folder = await mkdtemp(join(tmpdir(), "plugboard-examples-"));
  try {
    const places = new Map<string, string>();
    await link(join(root, "node_modules/@types"), join(folder, "node_modules/@types"));
    for (const [index, { owner, code, place }] of examples.entries()) {
      const file = `${owner.folder}/example-${index}.tsx`;
      places.set(file, place);
      await link(join(root, owner.folder), join(folder, "node_modules", owner.name));
      await link(join(root, owner.folder, "node_modules"), join(folder, owner.folder, "node_modules"));
      await mkdir(dirname(join(folder, file)), { recursive: true });
      const jsx = owner.name === "@plugboard/components-react" ? "react" : "@plugboard/components";
      await writeFile(join(folder, file), `/** @jsxImportSource ${jsx} */\n${code}`);
    }
    await writeFile(join(folder, "package.json"), JSON.stringify({ type: "module" }));
    await writeFile(join(folder, "tsconfig.json"), JSON.stringify(compilerOptions));
    const output = await new Promise<string>((resolve) => {
      const program = join(root, "node_modules/typescript/bin/tsc");
      execFile(process.execPath, [program, "-p", folder, "--pretty", "false"], { cwd: folder }, (_, stdout) =>
        resolve(stdout),
      );
    });
    return output
      .split("\n")
      .filter((line) => line.includes("error TS"))
      .map((line) => {
        const [file = "", problem] = line.split(/\(\d+,\d+\): /);
        return `${places.get(file) ?? file}: ${problem ?? line}`;
      });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function link(target: string, path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  // A junction needs no privilege on Windows. Two examples of one package share the link.
  await symlink(target, path, "junction").catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
}

const compilerOptions = {
  extends: join(root, "tsconfig.base.json"),
  compilerOptions: {
    noEmit: true,
    declaration: false,
    declarationMap: false,
    isolatedDeclarations: false,
    jsx: "react-jsx",
    lib: ["es2024", "dom", "dom.iterable"],
  },
  include: ["packages"],
};

await main();
