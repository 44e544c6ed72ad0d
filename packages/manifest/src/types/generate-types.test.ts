import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { IntegrationContext } from "@plugboard/runtime";
import { describe, expect, expectTypeOf, onTestFinished, test } from "vitest";
import { manifestPlus } from "../../test/fixtures/manifest-text.ts";
import { typicalManifest } from "../../test/fixtures/typical-manifest.ts";
import type { IntegrationTypes } from "../../test/fixtures/typical-types.ts";
import { parseManifest } from "../checking/check-manifest.ts";
import type { Manifest } from "../model/manifest.ts";
import { generateTypes } from "./generate-types.ts";

const packageFolder = fileURLToPath(new URL("../..", import.meta.url));

describe("generateTypes", () => {
  test("lets code write internal settings of any type", () => {
    const manifest = parseManifest(
      manifestPlus("configurations:", "  account:", "    properties: {}", "    internal: [teams]"),
    );
    expect(generateTypes(manifest)).toContain("readonly account: {\n      readonly teams?: unknown;\n    };");
  });

  test("writes what the manifest declares", async () => {
    const expected = await readFile(join(packageFolder, "test/fixtures/typical-types.ts"), "utf8");
    expect(generateTypes(parseManifest(typicalManifest))).toBe(expected);
  });

  test("writes the same whatever the order of keys", () => {
    const manifest = parseManifest(typicalManifest);
    expect(generateTypes(reverseKeys(manifest))).toBe(generateTypes(manifest));
  });

  test("has a member for each secret of an environment, which may be absent", () => {
    const yaml = manifestPlus(
      "secrets: { A: '${{ env.A }}' }",
      "envs: { test: { secrets: { B: '${{ env.B }}' } } }",
    );
    expect(generateTypes(parseManifest(yaml))).toContain("readonly A: string;\n    readonly B?: string;");
  });

  test("leaves the settings of a component open", () => {
    const yaml = manifestPlus("configurations: { site: { componentId: config } }");
    const types = generateTypes(parseManifest(yaml));
    expect(types).toContain("readonly site: Readonly<Record<string, unknown>>;");
    expect(types).toContain('readonly components: "config";');
    expect(types).toContain("readonly blocks: never;");
  });

  test("lets no text of the manifest become code", async () => {
    const yaml = manifestPlus(
      "configurations:",
      "  site:",
      "    properties:",
      "      a-b:",
      "        type: string",
      "        title: 'x */ } evil(); /*'",
      '        description: "line\\none"',
      "        enum: ['\"; evil(); \"', '`${evil()}`', 'back\\slash']",
    );
    const types = generateTypes(parseManifest(yaml));
    expect(types).toContain("/** x *\\/ } evil(); /*: line one */");
    expect(await compile({ "types.ts": types })).toBe("");
  });
});

describe("generated types in an integration", () => {
  const types = generateTypes(parseManifest(typicalManifest));

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

  test("compose with handlers that are made for every integration", async () => {
    const integration = `
      import { createIntegration, type FetchHandler } from "@plugboard/runtime";
      import type { IntegrationTypes } from "./types.ts";
      const handler: FetchHandler = async () => new Response();
      export const integration = createIntegration<IntegrationTypes>({ fetch: handler });`;
    const empty = generateTypes(parseManifest(manifestPlus()));
    const ofEmpty = integration.replace("./types.ts", "./empty.ts");
    const files = { "types.ts": types, "integration.ts": integration };
    expect(await compile({ ...files, "empty.ts": empty, "of-empty.ts": ofEmpty })).toBe("");
  });

  test("compile where keys are right", async () => {
    const integration = `
      import { createIntegration } from "@plugboard/runtime";
      import type { IntegrationTypes } from "./types.ts";
      const block: IntegrationTypes["blocks"] = "digest";
      export const integration = createIntegration<IntegrationTypes>({
        events: {
          page_feedback: async (_event, { environment }) => {
            const region: "EU" | "US" | undefined = environment.installation?.configuration.region;
            const channel: string | undefined = environment.siteInstallation?.configuration.channel;
            const limit: number | undefined = environment.siteInstallation?.configuration.limit;
            const secret: string = environment.secrets.CLIENT_SECRET;
            return [block, region, channel, limit, secret];
          },
        },
      });`;
    expect(await compile({ "types.ts": types, "integration.ts": integration })).toBe("");
  });

  // Compiled together, since starting the compiler takes longer than what it does.
  const mistakes = [
    ["a setting", "environment.installation?.configuration.regoin", "Property 'regoin' does not exist"],
    [
      "a setting of another level",
      "environment.installation?.configuration.channel",
      "Property 'channel' does not exist",
    ],
    [
      "a setting of a level without any",
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
    [
      "a component",
      '"digset" satisfies IntegrationTypes["components"]',
      "does not satisfy the expected type",
    ],
  ] as const;
  let found: Promise<string> | undefined;
  const compileMistakes = (): Promise<string> => {
    const files = mistakes.map(([, expression], index) => {
      const integration = `
        import { createIntegration } from "@plugboard/runtime";
        import type { IntegrationTypes } from "./types.ts";
        export const integration = createIntegration<IntegrationTypes>({
          events: { page_feedback: (_event, { environment }) => [environment, ${expression}] },
        });`;
      return [`wrong-${index}.ts`, integration] as const;
    });
    return compile({ "types.ts": types, ...Object.fromEntries(files) });
  };

  test.each(mistakes.map(([what, , message], index) => [what, message, index] as const))(
    "do not compile where %s is wrong",
    async (_, message, index) => {
      found ??= compileMistakes();
      const lines = (await found).split("\n").filter((line) => line.startsWith(`wrong-${index}.ts(`));
      expect(lines).toEqual([expect.stringContaining(message)]);
    },
  );
});

/** What the TypeScript compiler says of some files; empty where it has nothing to object to. */
async function compile(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "manifest-types-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await symlink(join(packageFolder, "node_modules"), join(folder, "node_modules"));
  const config = {
    extends: join(packageFolder, "../../tsconfig.base.json"),
    compilerOptions: { noEmit: true, declaration: false, declarationMap: false, isolatedDeclarations: false },
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
  const output = await runCompiler(folder);
  const isAboutThem = (line: string) => Object.keys(files).some((name) => line.startsWith(`${name}(`));
  return output.split("\n").filter(isAboutThem).join("\n");
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
