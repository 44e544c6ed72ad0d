import type { Locator } from "playwright-core";

/**
 * Presses the connect button of a settings group and approves the request in the oidc-provider popup until it
 * closes.
 */
export async function connectAccount(
  settings: Locator,
  { signIn }: { readonly signIn: boolean },
): Promise<void> {
  const [popup] = await Promise.all([
    settings.page().waitForEvent("popup"),
    settings.getByRole("button", { name: "Connect" }).click(),
  ]);
  popup.setDefaultTimeout(30_000);
  if (signIn) {
    await popup.getByPlaceholder("Enter any login").fill("ada");
    await popup.getByPlaceholder("and password").fill("any");
    await popup.getByRole("button", { name: "Sign-in" }).click();
  }
  const closed = popup.waitForEvent("close");
  await popup.getByRole("button", { name: "Continue" }).click();
  await closed;
}
