import { Buffer } from "node:buffer";
import { createHmac, timingSafeEqual } from "crypto";

export async function isValidSignature(secret: string, body: string, signature: string): Promise<boolean> {
  const expected = Buffer.from(createHmac("sha256", secret).update(body).digest("hex"));
  const received = Buffer.from(signature);
  return expected.length === received.length && timingSafeEqual(expected, received);
}
