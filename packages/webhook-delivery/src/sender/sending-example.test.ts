import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createFaultReceiver, type FaultReceiver } from "./testing/fault-receiver.ts";

const packageFolder = fileURLToPath(new URL("../../", import.meta.url));
let folder: string;
let receiver: FaultReceiver;

beforeAll(async () => {
  // Inside the package, so that the example can import it by its name.
  folder = await mkdtemp(join(packageFolder, ".example-"));
  receiver = await createFaultReceiver();
});

afterAll(async () => {
  await receiver.close();
  await rm(folder, { recursive: true });
});

test.each([
  { fault: "accept", printed: "200 after " },
  { fault: "refuse-connection", printed: "connection_refused after " },
] as const)("the example of SENDING.md works with the fault $fault", async ({ fault, printed }) => {
  const text = await readFile(join(packageFolder, "SENDING.md"), "utf8");
  const [, example = ""] = /```ts\n(.*?)```/s.exec(text) ?? [];
  const file = join(folder, `${fault}.ts`);
  await writeFile(file, example.replace("http://127.0.0.1:3000/webhooks", receiver.urlOf(fault)));
  const { stdout } = await promisify(execFile)(process.execPath, ["--conditions=@plugboard/source", file]);
  expect(stdout).toContain(printed);
});
