import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fillMessage } from "./fill-message.ts";
import { findWorkerd } from "./find-workerd.ts";

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "fill-message-"));
});
afterAll(() => rm(directory, { recursive: true }));

async function compile(texts: readonly string[]): Promise<Buffer> {
  const modules = texts.map((text, index) => `(name = "m${index}", esModule = "${text}")`).join();
  const file = join(directory, "config.capnp");
  await writeFile(
    file,
    `using Workerd = import "/workerd/workerd.capnp";
     const config :Workerd.Config = (services = [(name = "s", worker = (modules = [${modules}]))]);`,
  );
  const { stdout } = await promisify(execFile)(findWorkerd(), ["compile", "--config-only", file], {
    encoding: "buffer",
  });
  return stdout;
}

// workerd parses the message: the module in it throws an error that shows its content.
async function thrownBy(message: Uint8Array): Promise<string> {
  const running = promisify(execFile)(findWorkerd(), ["serve", "--binary", "-"]);
  running.child.stdin?.end(message);
  const { stderr } = await running.catch((error: unknown) => error as { readonly stderr: string });
  return stderr;
}

test.each([
  ["shorter", ""],
  ["fills whole words without the terminator", "/* 16 bytes! */\n"],
  ["the maximum length of a bundle", `/*${"ä".repeat(17_000_000)}*/`],
])("workerd reads inserted text: %s", async (_name, comment) => {
  const message = await compile(["hole one", "hole two"]);
  const encoder = new TextEncoder();
  const filled = fillMessage(message, {
    "hole one": encoder.encode(`${comment}import "m1";`),
    "hole two": encoder.encode(`throw new Error("read " + (6 * 7));`),
  });
  expect(await thrownBy(filled)).toContain("Uncaught Error: read 42");
});

test("throws if a text is missing", async () => {
  const message = await compile(["hole one"]);
  expect(() => fillMessage(message, { "hole two": new Uint8Array() })).toThrow('not contain "hole two"');
});
