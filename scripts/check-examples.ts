import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type ExportedName, isFunction, readDocstring, readEntries } from "./shared/exports.ts";
import { lineOf, readPackages, readText, report, root, type WorkspacePackage } from "./shared/workspace.ts";

// Checks that every exported name of a package has a docstring, and every function an `@example` with its
// imports. Compiles all of them in one run of tsc, together with the examples in READMEs, in a folder outside
// of the repository.

interface Example {
  readonly place: string;
  readonly code: string;
}

async function main(): Promise<void> {
  const workspace = await readPackages("packages/*");
  const problems: string[] = [];
  const examples: (Example & { readonly owner: WorkspacePackage })[] = [];
  for (const owner of workspace) {
    for (const { name, module, statement } of findUndocumented(owner))
      problems.push(`${module.file}:${lineOf(module.text, statement.start)}: ${name} has no docstring`);
    for (const exported of findExportedFunctions(owner)) {
      const { name, module, statement } = exported;
      const place = `${module.file}:${lineOf(module.text, statement.start)}`;
      const codes = readDocstring(exported).examples;
      if (codes.length === 0) problems.push(`${place}: ${name} has no @example`);
      examples.push(...codes.map((code) => ({ place: `${place} ${name}`, code, owner })));
    }
    examples.push(...(await readReadmeExamples(owner)).map((example) => ({ ...example, owner })));
  }
  problems.push(...(await compile(examples)));
  report(
    problems,
    `All exported names have docstrings. ${examples.length} examples compile, including those of READMEs.`,
  );
}

// A table with one name per row. The names belong to another product.
const tables: ReadonlySet<string> = new Set(["packages/compat/src/api/enum-values.ts"]);

function findUndocumented(owner: WorkspacePackage): ExportedName[] {
  return readEntries(owner).flatMap(({ names }) =>
    names.filter((one) => !tables.has(one.module.file) && readDocstring(one).text.trim() === ""),
  );
}

/** Returns the functions exported by a package's entries, without duplicates. */
function findExportedFunctions(owner: WorkspacePackage): ExportedName[] {
  const found = readEntries(owner).flatMap(({ names }) => names.filter(isFunction));
  return found.filter(
    ({ statement }, index) => found.findIndex((one) => one.statement === statement) === index,
  );
}

/**
 * Returns the TypeScript examples of a README. Examples with several files are left to the package's own
 * README test.
 */
async function readReadmeExamples({ folder }: WorkspacePackage): Promise<Example[]> {
  const text = await readText(`${folder}/README.md`);
  return [...text.matchAll(/^```tsx?\n([\s\S]*?)^```$/gm)].flatMap(({ index, 1: code = "" }) =>
    /^\/\/ \S+\.tsx?$|from "\.\//m.test(code)
      ? []
      : [{ place: `${folder}/README.md:${lineOf(text, index)}`, code }],
  );
}

/** Packages that examples import but their own package doesn't, with the folder they are installed in. */
const besides = { "@types": "", vitest: "", jose: "packages/oauth" };

/** Compiles the examples as separate files with the same module resolution as their package. */
async function compile(
  examples: readonly (Example & { readonly owner: WorkspacePackage })[],
): Promise<string[]> {
  if (examples.length === 0) return [];
  const folder = await mkdtemp(join(tmpdir(), "plugboard-examples-"));
  try {
    const places = new Map<string, string>();
    for (const [name, owner] of Object.entries(besides))
      await link(join(root, owner, "node_modules", name), join(folder, "node_modules", name));
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
  // A junction needs no privileges on Windows. Examples of the same package share the link.
  await symlink(target, path, "junction").catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
}

const compilerOptions = {
  extends: join(root, "tsconfig.base.json"),
  compilerOptions: {
    noEmit: true,
    declaration: false,
    isolatedDeclarations: false,
    jsx: "react-jsx",
    lib: ["es2024", "dom", "dom.iterable"],
  },
  include: ["packages"],
};

await main();
