import type { Page } from "playwright-core";

/** Shows the form for the administrator token. People with accounts sign in with a password first. */
export async function openTokenForm(page: Page): Promise<void> {
  const token = page.getByLabel("Administrator token");
  const link = page.getByRole("button", { name: "Use administrator token" });
  await token.or(link).waitFor();
  if (!(await token.isVisible())) await link.click();
}
