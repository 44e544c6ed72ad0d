import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { sign, verify } from "@plugboard/webhook-signer";
import { signStandardWebhook, verifyStandardWebhook } from "@plugboard/webhook-signer/standard-webhooks";
import { expect, test } from "vitest";
import { root } from "../../scripts/shared/workspace.ts";

/** The cells of table rows that start with a secret. */
const vectors = (await readFile(join(root, "docs/guides/wire-formats.md"), "utf8"))
  .split("\n")
  .filter((line) => /^\| `[\w-]*(?:whsec_|secret)/.test(line))
  .map((line) => line.split("|").slice(1, -1))
  .map((cells) => cells.map((cell) => cell.trim().replaceAll("`", "").replace("(empty)", "")));

test("the test vectors of the service signature are correct", async () => {
  const own = vectors.filter(({ length }) => length === 4);
  expect(own).toHaveLength(3);
  for (const [secret = "", time, body = "", signature] of own) {
    const timestamp = Number(time);
    const header = `t=${time},v1=${signature}`;
    expect(await sign({ secret, body, timestamp })).toBe(header);
    await expect(verify({ secret, header, body, now: timestamp })).resolves.toEqual({ timestamp });
  }
});

test("the test vectors of Standard Webhooks are correct", async () => {
  const own = vectors.filter(({ length }) => length === 5);
  expect(own).toHaveLength(2);
  for (const [secret = "", id = "", time, body = "", signature] of own) {
    const timestamp = Number(time);
    const headers = await signStandardWebhook({ secret, id, body, timestamp });
    expect(headers).toMatchObject({ "webhook-signature": signature });
    await expect(verifyStandardWebhook({ secret, headers, body, now: timestamp })).resolves.toMatchObject({
      id,
    });
  }
});
