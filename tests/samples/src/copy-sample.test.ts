import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { generateSecret, sign } from "@plugboard/webhook-signer";
import { expect, it, onTestFinished } from "vitest";
import * as z from "zod";
import { copySamples } from "./copy-sample.ts";
import { integrationFolders, type SampleFolder, sampleFolders } from "./sample-folders.ts";
import { startSample } from "./start-sample.ts";

// Longer than a compilation and a start take on a machine that does much else.
const timeout = 60_000;

const configSchema = z.object({
  compilerOptions: z.record(z.string(), z.unknown()),
  include: z.array(z.string()),
});

async function readConfig({ path }: SampleFolder): Promise<z.infer<typeof configSchema>> {
  const text = await readFile(join(path, "tsconfig.json"), "utf8");
  return configSchema.parse(JSON.parse(text.replaceAll(/^\s*\/\/.*$/gm, "")));
}

// One compilation for all: most of each is about the packages that they share.
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

it.each(integrationFolders)(
  "$name, built and started there, describes itself",
  { timeout },
  async (sample) => {
    const copies = await copySamples([sample]);
    onTestFinished(copies.remove);
    const path = join(copies.path, sample.name);
    // Checked above. Against the packages' sources, which are outside of the folder, a build cannot check.
    await copies.compile("-p", join(path, "tsconfig.build.json"), "--noCheck");
    const secret = generateSecret();
    const { url, stop } = await startSample(path, secret);
    onTestFinished(async () => void (await stop()));

    const headers = { "x-service-signature": await sign({ secret, body: "" }) };
    const signed = await fetch(`${url}/v1`, { headers });
    expect(await signed.json()).toMatchObject({ events: expect.arrayContaining([expect.any(String)]) });
    expect((await fetch(`${url}/v1`)).status).toBe(401);
    expect(await stop()).toBe(0);
  },
);
