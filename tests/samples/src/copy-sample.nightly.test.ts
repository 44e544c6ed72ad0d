import { readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { runCli } from "@plugboard/cli";
import { expect, it, onTestFinished } from "vitest";
import * as z from "zod";
import { copySamples } from "./copy-sample.ts";
import { integrationFolders, type SampleFolder, sampleFolders } from "./sample-folders.ts";

// Allows for compilation on a busy machine.
const timeout = 240_000;

const configSchema = z.object({
  compilerOptions: z.record(z.string(), z.unknown()),
  include: z.array(z.string()),
});

async function readConfig({ path }: SampleFolder): Promise<z.infer<typeof configSchema>> {
  const text = await readFile(join(path, "tsconfig.json"), "utf8");
  return configSchema.parse(JSON.parse(text.replaceAll(/^\s*\/\/.*$/gm, "")));
}

// One compilation for all samples, because most of the time goes into shared packages.
it("every sample compiles outside this repository, with the options that all have", { timeout }, async () => {
  const configs = await Promise.all(sampleFolders.map(readConfig));
  const allOptions = Object.assign({}, ...configs.map(({ compilerOptions }) => compilerOptions));
  for (const { compilerOptions, include } of configs) {
    const { jsx: _jsx, jsxImportSource: _source, ...common } = allOptions;
    expect({ compilerOptions: { ...allOptions, ...compilerOptions }, include }).toEqual({
      compilerOptions: allOptions,
      include: ["src"],
    });
    expect(Object.keys(compilerOptions)).toEqual(expect.arrayContaining(Object.keys(common)));
  }
  const copies = await copySamples(sampleFolders);
  onTestFinished(copies.remove);
  const typeRoots = sampleFolders.map(({ name }) => `${name}/node_modules/@types`);
  const config = { compilerOptions: { ...allOptions, typeRoots }, include: ["*/src"] };
  await writeFile(join(copies.path, "tsconfig.json"), JSON.stringify(config));
  await writeFile(join(copies.path, "package.json"), JSON.stringify({ type: "module" }));
  await expect(copies.compile("-p", "tsconfig.json")).resolves.toBeUndefined();
});

it("creates a valid integration from each sample, with its images", { timeout }, async () => {
  const { path: parent, remove } = await copySamples([]);
  onTestFinished(remove);
  for (const { name, path } of integrationFolders) {
    const made = await plugboard(parent, "create", name, "--template", name, "--no-install");
    expect(made).toMatchObject({ exitCode: 0 });
    const folder = join(parent, name);
    await symlink(join(path, "node_modules"), join(folder, "node_modules"), "junction");
    const config = configSchema.parse(JSON.parse(await readFile(join(folder, "tsconfig.json"), "utf8")));
    expect(config.compilerOptions).not.toHaveProperty("customConditions");
    expect(await readdir(join(folder, "assets"))).toEqual(["icon.svg", "preview.svg"]);
    expect(await readFile(join(path, "README.md"), "utf8")).toContain("](assets/preview.svg)");
    // Only the name and title in the manifest differ.
    const [sample, own] = await Promise.all([path, folder].map(readManifest));
    expect(commentsOf(own)).toEqual(commentsOf(sample));
    expect(await plugboard(folder, "check")).toEqual({
      exitCode: 0,
      written: expect.stringMatching(
        /^(?:Before you publish, an operator must grant .+\n)?The integration is valid: it .+\.\n$/,
      ),
    });
  }
});

const readManifest = (folder: string): Promise<string> =>
  readFile(join(folder, "service-manifest.yaml"), "utf8");
const commentsOf = (manifest = ""): readonly string[] => manifest.match(/# .*$/gm) ?? [];

/** Runs a CLI command in this process and returns its exit code and output. */
async function plugboard(cwd: string, ...args: readonly string[]) {
  let written = "";
  const output = { write: (text: string) => (written += text) !== "" };
  const host = { stdin: {}, stdout: output, stderr: output, signal: new AbortController().signal };
  const { platform } = process;
  const exitCode = await runCli({ ...host, arguments: args, cwd, env: {}, home: cwd, platform });
  return { exitCode, written };
}
