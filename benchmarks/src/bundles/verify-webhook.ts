import { signatureHeaderName, verify } from "@plugboard/webhook-signer";

/** Verifies the signature of a webhook and returns its text. */
export async function readWebhook(request: Request, secret: string): Promise<string> {
  const body = await request.text();
  await verify({ secret, header: request.headers.get(signatureHeaderName), body });
  return body;
}
