import { runSignerConformance } from "./conformance-cases.fixture.ts";
import { nodeCrypto } from "../src/signature/hmac-sha256.ts";

/** The signer with `node:crypto`, which every server runtime has. */
export async function run(): Promise<void> {
  if (nodeCrypto === undefined) throw new Error("node:crypto was not found on this runtime");
  await runSignerConformance();
}
