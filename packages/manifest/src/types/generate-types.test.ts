import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { IntegrationContext } from "@plugboard/runtime";
import { describe, expect, expectTypeOf, onTestFinished, test } from "vitest";
import { docsContract } from "../../test/fixtures/docs-contract.ts";
import { manifestPlus, manifestWith } from "../../test/fixtures/manifest-text.ts";
import { typicalManifest } from "../../test/fixtures/typical-manifest.ts";
import type { IntegrationTypes } from "../../test/fixtures/typical-types.ts";
import { parseManifest } from "../checking/check-manifest.ts";
import type { Manifest } from "../model/manifest.ts";
import { generateTypes, type TypedContract } from "./generate-types.ts";

const packageFolder = fileURLToPath(new URL("../..", import.meta.url));

const docs = { kinds: Object.keys(docsContract.kinds) };

const mistakes = [
  ["a setting", "environment.installation?.configuration.regoin", "Property 'regoin' does not exist"],
  [
    "a setting from another level",
    "environment.installation?.configuration.channel",
    "Property 'channel' does not exist",
  ],
  [
    "a setting of a level without settings",
    "environment.spaceInstallation?.configuration.limit",
    "Property 'limit' does not exist",
  ],
  ["a secret", "environment.secrets.CLIENT_SECRT", "Property 'CLIENT_SECRT' does not exist"],
  ["a choice", 'environment.installation?.configuration.region === "UK"', "have no overlap"],
  [
    "the type of a setting",
    "environment.siteInstallation?.configuration.limit.trim()",
    "Property 'trim' does not exist",
  ],
  ["a block", '"digset" satisfies IntegrationTypes["blocks"]', "does not satisfy the expected type"],
  ["a component", '"digset" satisfies IntegrationTypes["components"]', "does not satisfy the expected type"],
] as const;

const hostileManifest = manifestPlus(
  "configurations:",
  "  site:",
  "    properties:",
  "      a-b:",
  "        type: string",
  "        title: 'x */ } evil(); /*'",
  '        description: "line\\none"',
  "        enum: ['\"; evil(); \"', '`${evil()}`', 'back\\slash']",
);

const toolManifest = manifestWith({
  scopes: "scopes: [agent:tools:read]",
  more: `tools:
  - id: find_pages
    title: Find pages
    description: "Finds pages. */ } evil(); /*"
    inputSchema:
      type: object
      properties:
        query: { type: string, description: Words in the title. }
        kind: { enum: [page, '"; evil(); "'] }
        limit: { anyOf: [{ type: integer }, { type: 'null' }] }
        labels: { type: object, additionalProperties: { type: [string, boolean] } }
      required: [query]
    outputSchema:
      type: object
      properties: { pages: { type: array, items: { $ref: '#/$defs/page' } } }
      required: [pages]
      $defs: { page: { type: object, properties: { id: { const: 1 }, any: {} }, required: [id] } }
  - { id: ping, title: Ping, description: Pings., inputSchema: { type: object } }`,
});

const tool = (body: string): string => `
  import { createIntegration, createTool } from "@plugboard/runtime";
  import type { IntegrationTypes } from "./tools.ts";
  const find = createTool<IntegrationTypes>({
    id: "find_pages",
    execute: async ({ query, kind, limit, labels }, { caller }) => {
      const values: [string, "page" | '"; evil(); "' | undefined, number | null | undefined] = [query, kind, limit];
      const label: string | boolean | undefined = labels?.["a"];
      ${body}
    },
  });
  const ping = createTool<IntegrationTypes>({ id: "ping", execute: () => ({ pong: true }) });
  export const integration = createIntegration<IntegrationTypes>({ tools: [find, ping] });`;

const contract: TypedContract = {
  kinds: [{ kind: "project", title: "Project", plural: "projects" }],
  events: [
    {
      type: "issue_opened",
      summary: "An issue was opened. */ } evil(); /*",
      on: "project",
      version: "1",
      fields: { type: "object", properties: { issueId: { type: "string" } }, required: ["issueId"] },
      sample: { issueId: "iss_1" },
    },
  ],
  requests: [
    {
      type: "fetch_badge",
      on: "project",
      fields: { type: "object", properties: { size: { enum: ["small", "large"] } }, required: ["size"] },
    },
  ],
};

const ofProduct = (expression: string): string => `
  import { createIntegration } from "@plugboard/runtime";
  import type { IntegrationTypes } from "./product.ts";
  export const integration = createIntegration<IntegrationTypes>({
    events: {
      issue_opened: ({ projectId, issueId }, { environment }) => {
        const values: [string, string, string | undefined] =
          [projectId, issueId, environment.projectInstallation?.project];
        const color: string | undefined = environment.projectInstallation?.configuration.color;
        return [values, color, ${expression}];
      },
      project_installation_setup: ({ status, previous }) => {
        const settings: Readonly<Record<string, unknown>> | undefined = previous?.configuration;
        const changed: boolean = previous?.status !== status;
        return [settings, changed];
      },
    },
    fetch_badge: ({ projectId, size }) => {
      const values: [string, "small" | "large"] = [projectId, size];
      return Response.json(values);
    },
  });`;

const composed = (types: string): string => `
  import { createIntegration, type FetchHandler } from "@plugboard/runtime";
  import type { IntegrationTypes } from "${types}";
  const handler: FetchHandler = async () => new Response();
  export const integration = createIntegration<IntegrationTypes>({ fetch: handler });`;

const right = `
  import { createIntegration } from "@plugboard/runtime";
  import type { IntegrationTypes } from "./typical.ts";
  const block: IntegrationTypes["blocks"] = "digest";
  export const integration = createIntegration<IntegrationTypes>({
    events: {
      installation_deleted: async (_event, { environment }) => {
        const region: "EU" | "US" | undefined = environment.installation?.configuration.region;
        const channel: string | undefined = environment.siteInstallation?.configuration.channel;
        const limit: number | undefined = environment.siteInstallation?.configuration.limit;
        const secret: string = environment.secrets.CLIENT_SECRET;
        return [block, region, channel, limit, secret];
      },
    },
  });`;

const wrong = (expression: string): string => `
  import { createIntegration } from "@plugboard/runtime";
  import type { IntegrationTypes } from "./typical.ts";
  export const integration = createIntegration<IntegrationTypes>({
    events: { installation_deleted: (_event, { environment }) => [environment, ${expression}] },
  });`;

const sources: Readonly<Record<string, string>> = {
  "typical.ts": generateTypes(parseManifest(typicalManifest), docs),
  "of-typical.ts": composed("./typical.ts"),
  "empty.ts": generateTypes(parseManifest(manifestPlus()), docs),
  "of-empty.ts": composed("./empty.ts"),
  "hostile.ts": generateTypes(parseManifest(hostileManifest), docs),
  "right.ts": right,
  "product.ts": generateTypes(
    parseManifest(
      manifestPlus(
        "product: tracker",
        "configurations: { project: { properties: { color: { type: string, title: C, description: C } } } }",
      ),
    ),
    { contract },
  ),
  "right-product.ts": ofProduct("issueId.trim()"),
  "wrong-product.ts": ofProduct("environment.boardInstallation"),
  "tools.ts": generateTypes(parseManifest(toolManifest), docs),
  "right-tool.ts": tool("return { pages: [{ id: 1, any: [values, label, caller.kind] }] };"),
  "wrong-tool.ts": tool("return { pages: [{ id: 2 }] };"),
  ...Object.fromEntries(mistakes.map(([, expression], index) => [`wrong-${index}.ts`, wrong(expression)])),
};

describe("generateTypes", () => {
  test("lets code write internal settings of any type", () => {
    const manifest = parseManifest(
      manifestPlus("configurations:", "  account:", "    properties: {}", "    internal: [teams]"),
    );
    expect(generateTypes(manifest)).toContain("readonly account: {\n      readonly teams?: unknown;\n    };");
  });

  test("includes all declarations of the manifest", async () => {
    const expected = await readFile(join(packageFolder, "test/fixtures/typical-types.ts"), "utf8");
    expect(generateTypes(parseManifest(typicalManifest), docs)).toBe(expected);
  });

  test("is independent of the order of keys", () => {
    const manifest = parseManifest(typicalManifest);
    expect(generateTypes(reverseKeys(manifest), docs)).toBe(generateTypes(manifest, docs));
  });

  test("has an optional member for each secret of an environment", () => {
    const yaml = manifestPlus(
      "secrets: { A: '${{ env.A }}' }",
      "envs: { test: { secrets: { B: '${{ env.B }}' } } }",
    );
    expect(generateTypes(parseManifest(yaml))).toContain("readonly A: string;\n    readonly B?: string;");
  });

  test("accepts any settings for a component", () => {
    const yaml = manifestPlus("configurations: { site: { componentId: config } }");
    const types = generateTypes(parseManifest(yaml));
    expect(types).toContain("readonly site: Readonly<Record<string, unknown>>;");
    expect(types).toContain('readonly components: "config";');
    expect(types).toContain("readonly blocks: never;");
  });

  test("does not let text of the manifest become code", async () => {
    expect(sources["hostile.ts"]).toContain("/** x *\\/ } evil(); /*: line one */");
    expect(await findErrors("hostile.ts")).toEqual([]);
  });
});

describe("generated types in an integration", () => {
  test("type its environment", () => {
    type Environment = IntegrationContext<IntegrationTypes>["environment"];
    expectTypeOf<Environment["secrets"]>().toEqualTypeOf<{
      readonly CLIENT_ID: string;
      readonly CLIENT_SECRET: string;
    }>();
    type Site = NonNullable<Environment["siteInstallation"]>["configuration"];
    expectTypeOf<Site["limit"]>().toEqualTypeOf<number>();
    expectTypeOf<Site>().not.toHaveProperty("region");
    expectTypeOf<IntegrationTypes["blocks"]>().toEqualTypeOf<"digest">();
  });

  test("work with generic handlers", async () => {
    expect(await findErrors("typical.ts", "of-typical.ts", "empty.ts", "of-empty.ts")).toEqual([]);
  });

  test("compile with correct keys", async () => {
    expect(await findErrors("right.ts")).toEqual([]);
  });

  test("type the arguments and results of tools", async () => {
    expect(await findErrors("tools.ts", "right-tool.ts")).toEqual([]);
    expect(await findErrors("wrong-tool.ts")).toEqual([
      expect.stringContaining("wrong-tool.ts(6,5): error TS2322"),
    ]);
  });

  test("type the events and resources of a product", async () => {
    expect(await findErrors("product.ts", "right-product.ts")).toEqual([]);
    expect(await findErrors("wrong-product.ts")).toEqual([
      expect.stringContaining("Property 'boardInstallation' does not exist"),
    ]);
  });

  test.each(mistakes.map(([what, , message], index) => [what, message, index] as const))(
    "do not compile if %s is wrong",
    async (_, message, index) => {
      expect(await findErrors(`wrong-${index}.ts`)).toEqual([expect.stringContaining(message)]);
    },
  );
});

let compiled: Promise<string> | undefined;

/**
 * Returns the compiler errors of some sources. The compiler runs once for all, because it is slow to start.
 */
async function findErrors(...names: readonly string[]): Promise<readonly string[]> {
  compiled ??= compile(sources);
  return (await compiled).split("\n").filter((line) => names.some((name) => line.startsWith(`${name}(`)));
}

/** Returns the output of the TypeScript compiler. */
async function compile(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "manifest-types-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await symlink(join(packageFolder, "node_modules"), join(folder, "node_modules"));
  const config = {
    extends: join(packageFolder, "../../tsconfig.base.json"),
    compilerOptions: { noEmit: true, declaration: false, isolatedDeclarations: false },
    files: Object.keys(files),
  };
  const contents = {
    ...files,
    "tsconfig.json": JSON.stringify(config),
    "package.json": '{ "type": "module" }',
  };
  await Promise.all(
    Object.entries(contents).map(([name, content]) => writeFile(join(folder, name), content)),
  );
  return await runCompiler(folder);
}

function runCompiler(folder: string): Promise<string> {
  const compiler = join(
    dirname(createRequire(import.meta.url).resolve("typescript/package.json")),
    "bin",
    "tsc",
  );
  return new Promise((resolve) => {
    execFile(process.execPath, [compiler], { cwd: folder }, (_, stdout) => resolve(stdout));
  });
}

function reverseKeys(manifest: Manifest): Manifest {
  const reviver = (_: string, value: unknown): unknown =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toReversed())
      : value;
  return parseManifest(JSON.stringify(JSON.parse(JSON.stringify(manifest), reviver)));
}
