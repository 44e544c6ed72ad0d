import { describe, expect, it } from "vitest";
import { completionPage } from "./completion-page.ts";

function contentSecurityPolicy(page: Response): Map<string, string> {
  const directives = page.headers.get("content-security-policy")?.split("; ") ?? [];
  return new Map(
    directives.map((directive) => [
      directive.split(" ", 1)[0] ?? "",
      directive.split(" ").slice(1).join(" "),
    ]),
  );
}

describe("completionPage", () => {
  it("closes the popup and removes the query from the address", async () => {
    const page = completionPage();
    expect(page.status).toBe(200);
    expect(await page.text()).toContain(`window.close(); history.replaceState(null, "", location.pathname);`);
  });

  it("stays open with the reason of a failure", async () => {
    const page = completionPage("provider_denied");
    const html = await page.text();
    expect(page.status).toBe(403);
    expect(html).toContain("provider_denied");
    expect(html).not.toContain("window.close");
  });

  it.each([undefined, "state_unknown"] as const)(
    "runs only its own script and is not cached: %s",
    async (failure) => {
      const page = completionPage(failure);
      const policy = contentSecurityPolicy(page);
      expect(Object.fromEntries(policy)).toEqual({
        "default-src": "'none'",
        "script-src": expect.stringMatching(/^'nonce-[\w-]{22}'$/),
        "base-uri": "'none'",
        "form-action": "'none'",
        "frame-ancestors": "'none'",
      });
      const nonce = policy.get("script-src")?.slice("'nonce-".length, -1);
      expect((await page.text()).match(/<script[^>]*>/g)).toEqual([`<script nonce="${nonce}">`]);
      expect(Object.fromEntries(page.headers)).toMatchObject({
        "cache-control": "no-store",
        "referrer-policy": "no-referrer",
        "x-content-type-options": "nosniff",
        "content-type": "text/html; charset=utf-8",
      });
    },
  );

  it("has a new nonce each time", () => {
    const [one, other] = [completionPage(), completionPage()].map((page) =>
      contentSecurityPolicy(page).get("script-src"),
    );
    expect(one).not.toBe(other);
  });
});
