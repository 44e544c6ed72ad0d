export async function run(): Promise<void> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode("plugboard"));
  if (digest.byteLength !== 32) throw new Error("WebCrypto returned an unexpected digest");
}
