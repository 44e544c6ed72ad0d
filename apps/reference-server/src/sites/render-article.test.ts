import { expect, test } from "vitest";
import { renderArticle } from "./render-article.ts";
import { siteTextsIn } from "./texts/site-texts.ts";

const texts = siteTextsIn().page;

test("does not block the event loop with a page that is slow to highlight", async () => {
  const code = `${"a".repeat(499)} `.repeat(30);
  const text = `# Title\n\n${`\`\`\`java\n${code}\n\`\`\`\n\n`.repeat(6)}`;
  expect((await renderArticle({ text: "# Title\n", texts })).hasTitle).toBe(true);
  // Garbage collection and timers of other test files run in this thread too, but not during all three
  // attempts.
  let least = Infinity;
  for (let attempt = 0; attempt < 3 && least > 100; attempt += 1) {
    const before = process.threadCpuUsage();
    const { html } = await renderArticle({ text, texts });
    const { user, system } = process.threadCpuUsage(before);
    least = Math.min(least, (user + system) / 1000);
    expect(html).toContain(code);
  }
  expect(least).toBeLessThan(100);
});
