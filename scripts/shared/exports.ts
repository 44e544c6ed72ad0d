import type { Statement } from "oxc-parser";
import { join } from "node:path";
import { readModule, resolveRelative, type SourceModule } from "./modules.ts";
import type { WorkspacePackage } from "./workspace.ts";

/** A name exported by an entry point of a package, with its declaration. */
export interface ExportedName {
  readonly name: string;
  readonly module: SourceModule;
  readonly statement: Statement;
}

/** An entry point in the `exports` of a package's `package.json`. */
export interface Entry {
  /** For example `.` or `./testing`. */
  readonly path: string;
  readonly names: readonly ExportedName[];
}

/** The docstring of a declaration. */
export interface Docstring {
  /** The text without examples. */
  readonly text: string;
  /** The code of each `@example`. */
  readonly examples: readonly string[];
}

/** Returns the TypeScript entry points of a package. */
export function readEntries({ folder, manifest }: WorkspacePackage): Entry[] {
  return Object.entries(manifest.exports ?? {}).flatMap(([path, target]) => {
    const source = typeof target === "string" ? target : (target["@plugboard/source"] ?? "");
    if (!/\.tsx?$/.test(source)) return [];
    const file = join(folder, source);
    const names = readNames(file);
    return [
      {
        path,
        names: [...new Set(names)].flatMap((name) => {
          const declaration = findDeclaration(file, name);
          return declaration === undefined ? [] : [{ ...declaration, name }];
        }),
      },
    ];
  });
}

/** Returns the names exported by a module, including those of `export *`. */
function readNames(file: string): string[] {
  const exported = readModule(file).parsed.module.staticExports.flatMap(({ entries }) => entries);
  return exported.flatMap(({ exportName, moduleRequest }) => {
    if (exportName.name !== null) return exportName.name;
    const target = moduleRequest === null ? undefined : resolveRelative(file, moduleRequest.value);
    return target === undefined ? [] : readNames(target);
  });
}

/** Finds the declaration of a name through re-exports. */
function findDeclaration(file: string, name: string): ExportedName | undefined {
  const module = readModule(file);
  for (const { entries } of module.parsed.module.staticExports) {
    for (const { exportName, importName, moduleRequest } of entries) {
      const isStar = exportName.name === null;
      if ((exportName.name !== name && !isStar) || moduleRequest === null) continue;
      const target = resolveRelative(file, moduleRequest.value);
      if (target === undefined || (isStar && !readNames(target).includes(name))) continue;
      return findDeclaration(target, importName.name ?? name);
    }
  }
  // Use the last one: overloads and interfaces with the same name are documented first.
  const statement = module.parsed.program.body.find((one) => declaredNames(one).includes(name));
  return statement === undefined ? undefined : { name, module, statement };
}

function declaredNames(statement: Statement): string[] {
  const declaration = declarationOf(statement);
  switch (declaration.type) {
    case "FunctionDeclaration":
    case "TSDeclareFunction":
    case "ClassDeclaration":
    case "TSInterfaceDeclaration":
    case "TSTypeAliasDeclaration":
      return declaration.id === null ? [] : [declaration.id.name];
    case "VariableDeclaration":
      return declaration.declarations.flatMap(({ id }) => (id.type === "Identifier" ? id.name : []));
    default:
      return [];
  }
}

function declarationOf(statement: Statement): Statement {
  return statement.type === "ExportNamedDeclaration" && statement.declaration !== null
    ? statement.declaration
    : statement;
}

export function isFunction({ statement }: ExportedName): boolean {
  const declaration = declarationOf(statement);
  switch (declaration.type) {
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

/** Returns the docstring above a declaration. */
export function readDocstring({ module, statement }: ExportedName): Docstring {
  const comment = module.parsed.comments.findLast(
    ({ type, value, end }) =>
      type === "Block" &&
      value.startsWith("*") &&
      end <= statement.start &&
      module.text.slice(end, statement.start).trim() === "",
  );
  if (comment === undefined) return { text: "", examples: [] };
  const lines = comment.value.slice(1).replaceAll(/^[ \t]*\* ?/gm, "");
  const [text = "", ...examples] = lines.split(/^[ \t]*@example\b/m);
  return {
    text: text.trim(),
    examples: examples.map(codeOf).filter((code) => code !== ""),
  };
}

/** Returns the code of an example up to the next tag, without its fence. */
function codeOf(example: string): string {
  const [text = ""] = example.split(/^[ \t]*@[a-z]/m);
  return /```tsx?\n([\s\S]*?)```/.exec(text)?.[1] ?? text.trim();
}

/** Returns a declaration without its implementation. */
export function readSignature({ module: { text }, statement }: ExportedName): string {
  const declaration = declarationOf(statement);
  const end = endOfSignature(declaration);
  return text.slice(statement.start, end).replace(/[\s={]+$/, "");
}

function endOfSignature(declaration: Statement): number {
  if (declaration.type === "FunctionDeclaration") return declaration.body?.start ?? declaration.end;
  if (declaration.type === "ClassDeclaration") return declaration.body.start;
  const [variable] = declaration.type === "VariableDeclaration" ? declaration.declarations : [];
  return variable?.init?.start ?? declaration.end;
}
