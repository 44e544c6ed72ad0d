import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  type AnyOperation,
  authorSchema,
  jsonObjectSchema,
  kindOperations,
  sendingSchema,
  sendingUpdateSchema,
  sessionOperations,
  settingsSchema,
} from "@plugboard/api/contract";
import { contentContract } from "../src/product/contract.ts";
import { jsonSchema } from "../../api/src/contract/json.ts";
import { declaredOperations } from "../../api/src/contract/operations.ts";
import { routeOf } from "../../api/src/contract/route-of.ts";
import { collectShapes } from "../../api/src/contract/shape.ts";
import { uiContextTypeSchema, uiRenderResponseSchema } from "../../api/src/events/ui-render-schemas.ts";
import { installationStatuses } from "../../api/src/vocabulary/installation-status.ts";
import { categories, visibilities } from "../../api/src/vocabulary/manifest-vocabulary.ts";
import { roles } from "../../api/src/vocabulary/role.ts";
import { keyScopes, scopes } from "../../api/src/vocabulary/scope.ts";
import {
  keyScopeNameSchema,
  scopeNameSchema,
  targetSchema,
} from "../../api/src/vocabulary/vocabulary-schemas.ts";
import { type DeclaredType, printTypes, schemasOf } from "./print-types.ts";
import { report, root } from "../../../scripts/shared/workspace.ts";

// Generates the routes and types of the platform's API and of the documentation product's. With `--check`, compares
// the committed files instead.

const operations: readonly AnyOperation[] = [
  ...Object.values<AnyOperation>(declaredOperations),
  ...Object.values<AnyOperation>(sessionOperations),
];
const productOperations: readonly AnyOperation[] = [
  ...Object.values<AnyOperation>(contentContract.operations),
  ...Object.values<AnyOperation>(kindOperations(contentContract)),
];

const manifestModule = "../vocabulary/manifest-vocabulary.ts";
const renderModule = "../events/ui-render.ts";
const declared: readonly DeclaredType[] = [
  { name: "Json", module: renderModule, schemas: [jsonSchema] },
  { name: "JsonObject", module: renderModule, schemas: [jsonObjectSchema, settingsSchema] },
  { name: "UiContextType", module: renderModule, schemas: [uiContextTypeSchema] },
  { name: "UiRenderResponse", module: renderModule, schemas: [uiRenderResponseSchema] },
  {
    name: "InstallationStatus",
    module: "../vocabulary/installation-status.ts",
    values: installationStatuses,
  },
  { name: "Category", module: manifestModule, values: categories },
  { name: "Target", module: manifestModule, schemas: [targetSchema] },
  { name: "Visibility", module: manifestModule, values: visibilities },
  { name: "Role", module: "../vocabulary/role.ts", values: roles },
  { name: "Scope", module: "../vocabulary/scope.ts", values: scopes },
  { name: "ScopeName", module: "../vocabulary/scope.ts", schemas: [scopeNameSchema] },
  { name: "KeyScope", module: "../vocabulary/scope.ts", values: keyScopes },
  { name: "KeyScopeName", module: "../vocabulary/scope.ts", schemas: [keyScopeNameSchema] },
];

/** Types that functions of the platform use without an operation. */
const others = [sendingSchema, sendingUpdateSchema, authorSchema];

/** The same types, and the named types of the platform's API, as a product imports them. */
const imported: readonly DeclaredType[] = [
  ...declared.map((each) => ({ ...each, module: "@plugboard/api" })),
  ...[...collectShapes([...operations.flatMap(schemasOf), ...others])].map(([name, schema]) => ({
    name,
    module: "@plugboard/api/client",
    schemas: [schema],
  })),
];

const folder = "packages/api/src/contract";
const productFolder = "packages/content/src/client";
const notice = "// Generated from the declarations of operations: `npm run generate`. Do not edit.\n\n";
const files: Readonly<Record<string, string>> = {
  [`${folder}/routes.ts`]: printRoutes(operations, "./api-route.ts"),
  [`${folder}/types.ts`]: notice + printTypes(operations, others, declared, "./page.ts"),
  [`${productFolder}/routes.ts`]: printRoutes(productOperations, "@plugboard/api/client"),
  [`${productFolder}/types.ts`]:
    notice + printTypes(productOperations, [], imported, "@plugboard/api/client"),
};

function printRoutes(table: readonly AnyOperation[], routeModule: string): string {
  const imports = `import type { RouteOf } from "${routeModule}";\nimport type { OperationTypes } from "./types.ts";\n\n`;
  return notice + imports + table.map(printRoute).join("");
}

/** Routes contain no schemas, so a bundle includes only the routes it calls. */
function printRoute(operation: AnyOperation): string {
  const { id, method, summary } = operation;
  const type = `RouteOf<OperationTypes, ${JSON.stringify(id)}, ${JSON.stringify(method)}>`;
  return `/** ${summary}. */\nexport const ${id}: ${type} = ${JSON.stringify(routeOf(operation))};\n`;
}

function format(file: string, text: string): string {
  const biome = join(root, "node_modules/.bin/biome");
  return execFileSync(biome, ["format", `--stdin-file-path=${file}`], {
    cwd: root,
    input: text,
    encoding: "utf8",
  });
}

const problems: string[] = [];
for (const [file, text] of Object.entries(files)) {
  const formatted = format(file, text);
  const path = join(root, file);
  if (!process.argv.includes("--check")) writeFileSync(path, formatted);
  else if (!existsSync(path) || readFileSync(path, "utf8") !== formatted)
    problems.push(`${file} differs from the declarations: run \`npm run generate\``);
}
report(problems, `${Object.keys(files).length} generated files match the declarations.`);
