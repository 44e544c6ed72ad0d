import { atNight } from "@plugboard/test-postgres";
import { describe, expect, it } from "vitest";
import { maxMarkdownCharacters } from "./max-markdown-characters.ts";
import { renderMarkdown } from "./render-markdown.ts";
import { siteTextsIn } from "./texts/site-texts.ts";

const render = (text: string) => renderMarkdown(text, siteTextsIn().page);

/** Returns the CPU time of rendering a text (ms). */
function millisecondsOf(text: string): number {
  const before = process.threadCpuUsage();
  render(text);
  return process.threadCpuUsage(before).user / 1000;
}

/**
 * Returns whether rendering time grows linearly with the length of repeated text. Unlike an absolute limit,
 * this holds on every machine. Quadratic rendering takes 16 times as long as it does for a quarter of the
 * text.
 */
function isProportional(text: string, size: number): boolean {
  const quarter = millisecondsOf(text.repeat(size / 4 / text.length));
  return millisecondsOf(text.repeat(size / text.length)) < Math.max(150, 10 * quarter);
}

describe("renderMarkdown", () => {
  it.each([
    "[",
    "> ",
    "<details>\n",
    "$$\n",
    "<tabs>\n<details>\n<summary>a</summary>\n</details>\n",
    ...atNight(
      "![",
      "*a ",
      "`",
      "<",
      "a@",
      "> [!TIP]\n",
      "<details>\n<summary>a</summary>\n",
      "$$\na^2\n$$\n",
      "$$\na\n",
      "<tabs>\n",
    ),
  ])("renders a megabyte of %j quickly", (text) => {
    for (const size of [1024 * 1024, maxMarkdownCharacters]) {
      // Garbage collection can disturb one attempt, but not all three.
      const attempts = [1, 2, 3];
      expect(attempts.some(() => isProportional(text, size))).toBe(true);
    }
  });

  it("shows the source of a page that is too long, without running scripts in it", () => {
    const long = `<script>alert(1)</script>${" x".repeat(maxMarkdownCharacters)}`;
    expect(render(long).html).toMatch(/^<pre tabindex="0"><code>&lt;script&gt;alert\(1\)&lt;\/script&gt; x/);
  });

  it("leaves a placeholder for each block and escapes its content", () => {
    const block = (component: string) =>
      `\`\`\`integration-block git"<b>/${component}\n{ "a": "</div><script>" }\n\`\`\``;
    const text = `${block("%22%3E%3Cscript%3E")}\n\n> ${block("quoted").replaceAll("\n", "\n> ")}\n\n${block("second")}\n`;
    const { html, hasBlocks } = render(text);
    expect(hasBlocks).toBe(true);
    expect(html).toMatch(
      /^<div data-block="0" data-component="&quot;&gt;&lt;script&gt;"><p>git&quot;&lt;b&gt;<\/p><\/div>\n<blockquote>/,
    );
    expect(html).toMatch(/<\/blockquote>\n<div data-block="1" data-component="second">/);
    expect(html).not.toContain("<script");
  });

  it("renders task lists with checkboxes that can't be changed", () => {
    const { html } = render("- [ ] one\n- [x] **two**\n- [y] three\n\n[x] no item\n");
    expect(html).toContain('<li class="task"><input type="checkbox" disabled aria-label="To do"> one</li>');
    expect(html).toContain(
      '<li class="task"><input type="checkbox" disabled aria-label="Done" checked> <strong>two</strong></li>',
    );
    expect(html).toContain("<li>[y] three</li>");
    expect(html).toContain("<p>[x] no item</p>");
  });

  it("renders numbered lists without checkboxes", () => {
    const { html } = render("3. three\n4. four\n");
    expect(html).toBe('<ol start="3">\n<li>three</li>\n<li>four</li>\n</ol>\n');
  });

  it("renders hints, nested ones and ones without a text in their first paragraph", () => {
    const { html } = render(
      "> [!WARNING]\n> Mind the **gap**.\n>\n> > [!tip]\n> >\n> > <b>Inner</b>\n\n> [!OTHER]\n> Quote\n",
    );
    expect(html).toBe(
      '<blockquote class="hint hint-warning" role="note">\n<p class="hint-title">Warning</p>\n' +
        "<p>Mind the <strong>gap</strong>.</p>\n" +
        '<blockquote class="hint hint-tip" role="note">\n<p class="hint-title">Tip</p>\n' +
        "<p>&lt;b&gt;Inner&lt;/b&gt;</p>\n</blockquote>\n</blockquote>\n" +
        "<blockquote>\n<p>[!OTHER]\nQuote</p>\n</blockquote>\n",
    );
  });

  it("renders expandable sections with their blocks, and escapes their titles", () => {
    const block = "```integration-block github/issue\n{}\n```";
    const section = (title: string, content: string) =>
      `<details>\n<summary>${title}</summary>\n\n${content}\n\n</details>`;
    const { html, hasBlocks } = render(
      `Before\n${section("A &lt;b&gt; <i>x</i>", `${block}\n\n${section("B", "- one")}`)}\nAfter\n`,
    );
    expect(html).toBe(
      "<p>Before</p>\n<details>\n<summary>A &lt;b&gt; &lt;i&gt;x&lt;/i&gt;</summary>\n" +
        '<div data-block="0" data-component="issue"><p>github</p></div>\n' +
        "<details>\n<summary>B</summary>\n<ul>\n<li>one</li>\n</ul>\n</details>\n</details>\n<p>After</p>\n",
    );
    expect(hasBlocks).toBe(true);
  });

  it.each([
    [
      "> [!TIP]\n> <details>\n> <summary>A</summary>\n>\n> text\n>\n> </details>",
      /<details>\n<summary>A<\/summary>\n<p>text<\/p>\n<\/details>\n<\/blockquote>/,
    ],
    [
      "1. one\n\n   <details>\n   <summary>A</summary>\n\n   text\n\n   </details>",
      /<details>\n<summary>A<\/summary>\n<p>text<\/p>\n<\/details>\n<\/li>/,
    ],
  ])("renders expandable sections in lists and quotes: %j", (text, expected) => {
    expect(render(text).html).toMatch(expected);
  });

  it.each([
    "<details>\n<summary>No end</summary>\n\ntext",
    "<details>\n\ntext\n\n</details>",
    "> <details>\n> <summary>Quoted</summary>\n\n</details>",
    "<details onclick=x>\n<summary>a</summary>\n\n</details>",
    "- <details>\n<summary>Not indented</summary>\n\n</details>",
    "1. <details>\n   <summary>Ends with the list</summary>\n\ntext\n\n</details>",
    "<details>\n<summary>a</summary>\n".repeat(9) + "</details>\n".repeat(9),
  ])("shows other HTML as text: %j", (text) => {
    const { html } = render(text);
    expect(html).toContain("&lt;details");
    expect(html.split("<details>").length).toBe(html.split("</details>").length);
  });

  it.each([
    "- <details>\n  <summary>A</summary>\n\nlost\n\n  </details>\n\nfound",
    "- <details>\n<summary>A</summary>\nlost\n</details>\nfound",
    "> - <details>\n>   <summary>A</summary>\n>\n> lost\n>\n>   </details>\n> found",
    "- $$\n  a\nlost\n  $$\nfound",
  ])("keeps text that isn't indented like the list item before it: %j", (text) => {
    expect(render(text).html).toMatch(/lost[\s\S]*found/);
  });

  it("renders tabs as sections of which one is open, without scripts", () => {
    const tab = (title: string) => `<details>\n<summary>${title}</summary>\n\nin ${title}\n\n</details>`;
    const { html } = render(`A\n<tabs>\n${tab("one")}\n\n${tab("&lt;two&gt;")}\n</tabs>\nB\n`);
    expect(html).toBe(
      '<p>A</p>\n<div class="tabs">\n<details name="tabs-1" open>\n<summary>one</summary>\n<p>in one</p>\n</details>\n' +
        '<details name="tabs-1">\n<summary>&lt;two&gt;</summary>\n<p>in &lt;two&gt;</p>\n</details>\n</div>\n<p>B</p>\n',
    );
  });

  it.each([
    "<tabs>\n</tabs>",
    "<tabs>\ntext\n</tabs>",
    "<tabs>\n<details>\n<summary>a</summary>\n\n</details>",
  ])("shows %j as text", (text) => {
    expect(render(text).html).toContain("&lt;tabs&gt;");
  });

  it("marks code in the language mermaid as a diagram, with its text", () => {
    expect(render("```mermaid\na --> b\n```\n")).toMatchObject({
      html: '<figure data-diagram data-label="Diagram" data-source-label="Text of the diagram"><pre tabindex="0"><code>a --&gt; b\n</code></pre>\n</figure>\n',
      hasDiagrams: true,
      hasBlocks: false,
    });
    expect(render("```js\nmermaid\n```\n").hasDiagrams).toBe(false);
  });

  it("renders formulas as MathML, which runs and loads nothing", () => {
    const { html } = render(
      "Text\n$$\n\\frac{a}{b} < \\text{<script>}\n$$\n\n> $$\n> \\href{javascript:alert(1)}{\\includegraphics{x.png}}\n> $$\n",
    );
    expect(html).toMatch(
      /<p>Text<\/p>\n<div class="scroll" tabindex="0"><span class="katex"><math [^>]*display="block"/,
    );
    expect(html).toContain("<mfrac><mi>a</mi><mi>b</mi></mfrac><mo>&lt;</mo><mtext>&lt;script&gt;</mtext>");
    expect(html).not.toMatch(/<(?:script|a|img)\b|href=|src=/);
  });

  it.each([
    ["\\frac{a}", "wrong"],
    ["{".repeat(3000), "nested too deeply"],
    ["x".repeat(5001), "too long"],
    ["\\def\\a{\\a\\a}\\a", "expanded without end"],
  ])("shows the source of the formula %#, which is %s", (text) => {
    expect(render(`$$\n${text}\n$$\n`).html).toBe(`<pre tabindex="0"><code>${text}</code></pre>\n`);
  });

  it.each(["$$\nopen", "$$\na\n\nb\n$$", "costs $$ 5 $$", "    $$\n    a\n    $$"])(
    "shows %j as it is",
    (text) => {
      expect(render(text).html).not.toContain("<math");
    },
  );

  it("reads each block in the direction of its first letter", () => {
    const { html } = render(
      "# שלום\n\n123 مرحبا\n\nplain\n\n- אחת\n- two\n- [x] שלוש\n\n> [!TIP]\n> مرحبا\n>\n> inner\n\n| א | b |\n|---|---|\n| 1 | 2 |\n\n" +
        "<details>\n<summary>כותרת</summary>\n\nlatin\n\n</details>\n",
    );
    expect(html).toBe(
      '<h1 id="section-שלום" dir="rtl">שלום</h1>\n<p dir="rtl">123 مرحبا</p>\n<p>plain</p>\n' +
        '<ul dir="rtl">\n<li>אחת</li>\n<li dir="ltr">two</li>\n<li class="task"><input type="checkbox" disabled aria-label="Done" checked> שלוש</li>\n</ul>\n' +
        '<blockquote class="hint hint-tip" role="note" dir="rtl">\n<p class="hint-title">Tip</p>\n<p>مرحبا</p>\n<p dir="ltr">inner</p>\n</blockquote>\n' +
        '<div class="scroll" tabindex="0" dir="rtl"><table>\n<thead>\n<tr>\n<th>א</th>\n<th dir="ltr">b</th>\n</tr>\n</thead>\n' +
        "<tbody>\n<tr>\n<td>1</td>\n<td>2</td>\n</tr>\n</tbody>\n</table></div>\n" +
        '<details dir="rtl">\n<summary>כותרת</summary>\n<p dir="ltr">latin</p>\n</details>\n',
    );
  });

  it("shows an address of an allowed provider that is alone in a paragraph as a card", () => {
    const url = "https://www.youtube.com/watch?v=1&t=2";
    const card =
      '<p><a class="embed" href="https://www.youtube.com/watch?v=1&amp;t=2"><strong>YouTube</strong> youtube.com/watch?v=1&amp;t=2</a></p>';
    const { html } = render(`${url}\n\n> <${url}>\n\nSee ${url}\n\n- ${url}\n\n[a](${url})\n`);
    expect(html.split(card)).toHaveLength(3);
    expect(html.startsWith(`${card}\n<blockquote>\n${card}\n</blockquote>\n<p>See <a href=`)).toBe(true);
    expect(render("https://example.com/a\n").html).not.toContain("embed");
  });

  it("breaks lines in cells of tables at <br>, and nowhere else", () => {
    const { html } = render(
      "| a<BR>*b* | c \\<br> |\n|---|---|\n| `<br>` | 1<br />2<br/>3 |\n\nno<br>break\n",
    );
    expect(html).toContain("<th>a<br>\n<em>b</em></th>\n<th>c &lt;br&gt;</th>");
    expect(html).toContain("<td><code>&lt;br&gt;</code></td>\n<td>1<br>\n2<br>\n3</td>");
    expect(html).toContain("<p>no&lt;br&gt;break</p>");
  });

  it("adds IDs to headings, lists them, and highlights code, all escaped", () => {
    const text =
      "# Title\n\n## One <b>\n\n### Two\n\n## One <b>\n\n```ts\nconst a = '<script>';\n```\n\n```nothing\n<b>\n```\n";
    const { html, hasTitle, contents } = render(text);
    expect([hasTitle, contents]).toEqual([
      true,
      [
        { id: "section-one-b", text: "One <b>", level: 2 },
        { id: "section-two", text: "Two", level: 3 },
        { id: "section-one-b-1", text: "One <b>", level: 2 },
      ],
    ]);
    for (const { id } of contents) expect(html).toContain(` id="${id}"`);
    expect(html).toContain('<span class="hljs-keyword">const</span>');
    expect(html).toContain("&lt;script&gt;");
    expect(html).toContain('<pre tabindex="0"><code>&lt;b&gt;\n</code></pre>');
    expect(html).not.toMatch(/<(?:script|b)>/);
  });

  it.each([
    ["#install", "#section-install"],
    ["#section-install", "#section-install"],
    ["setup.md#Step%20two!", "setup.md#section-step-two"],
    ["#%C3%BCber-uns", "#section-%C3%BCber-uns"],
    ["#%zz", "#section-zz"],
    ["https://example.com/#install", "https://example.com/#install"],
    ["notes.txt#install", "notes.txt#install"],
    ["/other#install", "/other#install"],
    ["#install-1", "#section-install-1"],
    ["#whats-new", "#section-whats-new"],
  ])("points %s at the heading %s", (link, target) => {
    expect(render(`[a](${link})`).html).toBe(`<p><a href="${target}">a</a></p>\n`);
  });

  it("names headings as GitHub does, so that links written for it lead to them", () => {
    const titles = ["What's new?", "C++ & Go", "Install", "Install", "Install 1", "snake_case", "Café menu"];
    const { contents } = render(titles.map((title) => `## ${title}\n`).join("\n"));
    expect(contents.map(({ id }) => id.replace("section-", ""))).toEqual([
      "whats-new",
      "c--go",
      "install",
      "install-1",
      "install-1-1",
      "snake_case",
      "café-menu",
    ]);
  });

  it.each(["ts", "css", "xml", "markdown", "bash", "sql", "yaml"])(
    "renders a lot of hostile %s quickly",
    (language) => {
      const code = ["((((", "<<<<", '\\"', "a:a:", "/*/*", "$($(", "\t \t "].map((piece) =>
        piece.repeat(4000),
      );
      const before = process.cpuUsage();
      render(code.map((text) => `\`\`\`${language}\n${text}\n\`\`\`\n`).join("\n"));
      expect(process.cpuUsage(before).user / 1000).toBeLessThan(3000);
    },
  );
});
