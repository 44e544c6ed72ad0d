import { createHmac } from "node:crypto";
import { expect, it } from "vitest";
import { serviceScheme } from "../service/service-scheme.ts";
import { verifySignature } from "./verify-signature.ts";

it.each([
  ["a key", "whsec_key", true],
  ["an empty key", "", false],
])("a signature with %s is valid: %s", async (_name, key, isValid) => {
  const { signatureHeader, timestampPrefix, signaturePrefix } = serviceScheme;
  const [now, body] = [1_700_000_000, "{}"];
  const prefix = serviceScheme.signedPrefix({ timestamp: String(now), id: "" });
  const signature = createHmac("sha256", key).update(prefix).update(body).digest("hex");
  const headers = new Headers({
    [signatureHeader]: `${timestampPrefix}${now},${signaturePrefix}${signature}`,
  });
  const verified = await verifySignature({ scheme: serviceScheme, keys: [key], headers, body, now }).then(
    () => true,
    () => false,
  );
  expect(verified).toBe(isValid);
});
