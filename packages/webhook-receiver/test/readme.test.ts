import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";

const packageFolder = join(import.meta.dirname, "..");
const receiverImport = 'import { receiver } from "./receiver.ts";';
const receiverModule = `import { createWebhookReceiver as create } from "@plugboard/webhook-receiver";
const receiver = create({ secret: "whsec_", events: {} });`;

async function run(code: string): Promise<string> {
  const flags = ["--conditions=@plugboard/source", "--input-type=module-typescript", "--eval", code];
  const { stdout } = await promisify(execFile)(process.execPath, flags, { cwd: packageFolder });
  return stdout.trim();
}

it("has examples that run as written", async () => {
  const readme = await readFile(join(packageFolder, "README.md"), "utf8");
  const examples = [...readme.matchAll(/```ts\n(.*?)```/gs)].map(([, code = ""]) => code);
  // The Next.js example is run by that adapter's test.
  const [first = "", ...others] = examples.filter((code) => !code.includes("next/server"));
  expect(await run(first)).toBe('project prj_1 has a new issue: Login fails\n200 {"received":true}');
  expect(others).toHaveLength(8);
  for (const code of others) expect(await run(code.replace(receiverImport, receiverModule))).toBe("");
});
