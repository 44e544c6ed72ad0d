import { generateSecret, sign } from "@plugboard/webhook-signer";
import { expect, it, onTestFinished } from "vitest";
import { copySample } from "./copy-sample.ts";
import { integrationFolders, sampleFolders } from "./sample-folders.ts";
import { startSample } from "./start-sample.ts";

// Longer than two compilations and a start take on a machine that does much else.
const timeout = 60_000;

it.each(sampleFolders)("$name compiles outside this repository", { timeout }, async (sample) => {
  const copy = await copySample(sample);
  onTestFinished(copy.remove);
  await expect(copy.compile("-p", "tsconfig.json")).resolves.toBeUndefined();
});

it.each(integrationFolders)(
  "$name, built and started there, describes itself",
  { timeout },
  async (sample) => {
    const copy = await copySample(sample);
    onTestFinished(copy.remove);
    // Checked above. Against the packages' sources, which are outside of the folder, a build cannot check.
    await copy.compile("-p", "tsconfig.build.json", "--noCheck");
    const secret = generateSecret();
    const { url, stop } = await startSample(copy.path, secret);
    onTestFinished(async () => void (await stop()));

    const headers = { "x-service-signature": await sign({ secret, body: "" }) };
    const signed = await fetch(`${url}/v1`, { headers });
    expect(await signed.json()).toMatchObject({ events: expect.arrayContaining([expect.any(String)]) });
    expect((await fetch(`${url}/v1`)).status).toBe(401);
    expect(await stop()).toBe(0);
  },
);
