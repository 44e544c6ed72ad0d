import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { sendingSchema, sendingUpdateSchema } from "../src/contract/endpoint-sending.ts";
import { jsonObjectSchema, jsonSchema, settingsSchema } from "../src/contract/json.ts";
import type { AnyOperation } from "../src/contract/operation.ts";
import { declaredOperations } from "../src/contract/operations.ts";
import { sessionOperations } from "../src/contract/session.ts";
import { runtimeEventTypes } from "../src/events/runtime-event.ts";
import { uiRenderResponseSchema } from "../src/events/ui-render-schemas.ts";
import { webhookEventTypes } from "../src/events/webhook-event.ts";
import { installationStatuses } from "../src/vocabulary/installation-status.ts";
import { categories, targets, visibilities } from "../src/vocabulary/manifest-vocabulary.ts";
import { roles } from "../src/vocabulary/role.ts";
import { internalScopes, keyScopes, scopes } from "../src/vocabulary/scope.ts";
import { keyScopeNameSchema, scopeNameSchema } from "../src/vocabulary/vocabulary-schemas.ts";
import { type DeclaredType, printTypes } from "./print-types.ts";
import { report, root } from "../../../scripts/shared/workspace.ts";

// Generates the derived files of `@plugboard/api`. With `--check`, compares the committed files instead.

const operations: readonly AnyOperation[] = [
  ...Object.values<AnyOperation>(declaredOperations),
  ...Object.values<AnyOperation>(sessionOperations),
];

const manifestModule = "../vocabulary/manifest-vocabulary.ts";
const renderModule = "../events/ui-render.ts";
const declared: readonly DeclaredType[] = [
  { name: "Json", module: renderModule, schemas: [jsonSchema] },
  { name: "JsonObject", module: renderModule, schemas: [jsonObjectSchema, settingsSchema] },
  { name: "UiRenderResponse", module: renderModule, schemas: [uiRenderResponseSchema] },
  { name: "WebhookEventType", module: "../events/webhook-event.ts", values: webhookEventTypes },
  {
    name: "InstallationStatus",
    module: "../vocabulary/installation-status.ts",
    values: installationStatuses,
  },
  { name: "Category", module: manifestModule, values: categories },
  { name: "Target", module: manifestModule, values: targets },
  { name: "Visibility", module: manifestModule, values: visibilities },
  { name: "RuntimeEventType", module: "../events/runtime-event.ts", values: runtimeEventTypes },
  { name: "Role", module: "../vocabulary/role.ts", values: roles },
  { name: "Scope", module: "../vocabulary/scope.ts", values: scopes },
  { name: "ScopeName", module: "../vocabulary/scope.ts", schemas: [scopeNameSchema] },
  { name: "Scope", module: "../vocabulary/scope.ts", values: internalScopes },
  { name: "KeyScope", module: "../vocabulary/scope.ts", values: keyScopes },
  { name: "KeyScopeName", module: "../vocabulary/scope.ts", schemas: [keyScopeNameSchema] },
];

const folder = "packages/api/src/contract";
const notice = "// Generated from the declarations in this folder: `npm run generate`. Do not edit.\n\n";
const routeImports = `import type { RouteOf } from "./api-route.ts";\nimport type { OperationTypes } from "./types.ts";\n\n`;
const files: Readonly<Record<string, string>> = {
  [`${folder}/routes.ts`]: notice + routeImports + operations.map(printRoute).join(""),
  [`${folder}/types.ts`]: notice + printTypes(operations, [sendingSchema, sendingUpdateSchema], declared),
};

/** Routes contain no schemas, so a bundle includes only the routes it calls. */
function printRoute({ id, method, path, summary, query }: AnyOperation): string {
  // For other methods, all fields outside the path are either in the query or in the body.
  const names = method !== "GET" && query instanceof z.ZodObject ? Object.keys(query.shape) : undefined;
  const route = JSON.stringify({ id, method, path, query: names });
  const type = `RouteOf<OperationTypes, ${JSON.stringify(id)}, ${JSON.stringify(method)}>`;
  return `/** ${summary}. */\nexport const ${id}: ${type} = ${route};\n`;
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
