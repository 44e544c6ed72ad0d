// Must be the first import; see the file.
import { nodeCryptoIsHidden } from "./hidden-node-crypto.fixture.ts";
import { runSignerConformance } from "./conformance-cases.fixture.ts";
import { nodeCrypto } from "../src/signature/hmac-sha256.ts";

/** The signer on WebCrypto alone, as in a browser. */
export async function run(): Promise<void> {
  if (!nodeCryptoIsHidden || nodeCrypto !== undefined) throw new Error("node:crypto is still available");
  await runSignerConformance();
}
