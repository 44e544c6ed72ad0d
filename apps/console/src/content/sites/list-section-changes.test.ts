import type { SiteSections } from "@plugboard/content/types";
import { expect, it } from "vitest";
import { listSectionChanges } from "./list-section-changes.ts";

const api = { path: "api", title: "API", spaceId: "spc_2" };
const news = { path: "news", title: "News", spaceId: "spc_3" };
const german = { path: "de", title: "German", spaceId: "spc_4" };
const before: SiteSections = { home: { title: "Guides" }, sections: [api, news], version: "1" };

it.each<[string, Partial<SiteSections>, readonly string[]]>([
  ["nothing", {}, []],
  ["a new section", { sections: [api, news, { ...api, path: "v1", title: "Old" }] }, ["Added Old (v1)"]],
  ["a removed section", { sections: [news] }, ["Removed API (api)"]],
  ["a new title", { sections: [{ ...api, title: "Reference" }, news] }, ["Changed Reference (api)"]],
  ["another space", { sections: [{ ...api, spaceId: "spc_9" }, news] }, ["Changed API (api)"]],
  ["another order", { sections: [news, api] }, ["Changed the order"]],
  ["the first tab", { home: { title: "Start" } }, ["Changed the first tab"]],
  ["a variant", { sections: [{ ...api, variants: [german] }, news] }, ["Added German (api/de)"]],
  ["a variant of the first tab", { home: { title: "Guides", variants: [german] } }, ["Added German (de)"]],
  ["a page that a section hides", { sections: [{ ...api, hiddenPageId: "pag_1" }, news] }, []],
])("describes %s", (_change, after, expected) => {
  expect(listSectionChanges(before, { ...before, ...after })).toEqual(expected);
});
