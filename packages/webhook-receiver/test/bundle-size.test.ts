import { build } from "esbuild";
import { expect, it } from "vitest";

const receiver = `import { createWebhookReceiver } from "@plugboard/webhook-receiver";
export default createWebhookReceiver({ secret: "whsec_", events: { "*": () => undefined } });`;

it("stays within 45 kB with all dependencies", async () => {
  const { outputFiles } = await build({
    stdin: { contents: receiver, loader: "ts", resolveDir: import.meta.dirname },
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2022",
    write: false,
    conditions: ["@plugboard/source"],
  });
  const bytes = outputFiles[0]?.contents.length ?? 0;
  expect(bytes).toBeGreaterThan(10_000);
  expect(bytes).toBeLessThanOrEqual(45_000);
});
