import { expect, test } from "vitest";
import { renderArticle } from "./render-article.ts";

test("does not block the event loop with a page that is slow to highlight", async () => {
  const code = `${"a".repeat(499)} `.repeat(30);
  const text = `# Title\n\n${`\`\`\`java\n${code}\n\`\`\`\n\n`.repeat(6)}`;
  expect((await renderArticle("# Title\n")).hasTitle).toBe(true);
  const before = process.threadCpuUsage();
  const { html } = await renderArticle(text);
  const { user, system } = process.threadCpuUsage(before);
  expect(html).toContain(code);
  expect((user + system) / 1000).toBeLessThan(100);
});
