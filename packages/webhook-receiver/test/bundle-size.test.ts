import { build } from "esbuild";
import { expect, it } from "vitest";

const receiver = `import { webhookEventSchemas as schemas } from "../../content/src/schemas.ts";
import { createWebhookReceiver } from "@plugboard/webhook-receiver";
export default createWebhookReceiver({ secret: "whsec_", schemas, events: { "*": () => undefined } });`;

it("stays within 35 kB with all dependencies and the schemas of a product", async () => {
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
  expect(bytes).toBeLessThanOrEqual(35_000);
});
