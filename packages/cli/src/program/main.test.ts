import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const program = fileURLToPath(new URL("main.ts", import.meta.url));

it("ends quietly when the reader of its output has ended", async () => {
  const child = spawn(process.execPath, ["--conditions=@plugboard/source", program, "--help"]);
  child.stdout.destroy();
  const [messages, [code]] = await Promise.all([text(child.stderr), once(child, "exit")]);
  expect(messages).toBe("");
  expect(code).toBe(0);
});
