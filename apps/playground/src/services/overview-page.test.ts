import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { listSamples } from "../samples.ts";
import { overviewPage } from "./overview-page.ts";

const url = "http://127.0.0.1:4002";
const links = { consoleUrl: "http://127.0.0.1:4000", url };

it.each(listSamples(url))("links to $folder by its marketplace title", async ({ folder }) => {
  const file = new URL(`../../../sample-integrations/${folder}/service-manifest.yaml`, import.meta.url);
  const [, title] = /^title: (.+)$/m.exec(await readFile(file, "utf8")) ?? [];
  expect(overviewPage(links, [])).toContain(
    `<a href="http://127.0.0.1:4000/marketplace/${folder}">${title}</a>`,
  );
});

it("escapes the requests to the services", () => {
  expect(overviewPage(links, ["chat: <b>good</b>"])).toContain("chat: &lt;b&gt;good&lt;/b&gt;");
});
