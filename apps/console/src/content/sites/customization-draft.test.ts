import { expect, it } from "vitest";
import { toCustomization, toDraft, toPreviewed } from "./customization-draft.ts";

it("sends only the values that differ from the default", () => {
  expect(toCustomization(toDraft({}))).toEqual({});
  const customization = {
    logoUrl: "https://acme.example/logo.svg",
    theme: "dark",
    font: "geist",
    fonts: {
      body: {
        regular: { path: "~fonts/fnt_1.woff2", ascent: 1, descent: 0.2, lineGap: 0 },
        bold: { path: "~fonts/fnt_2.woff2", ascent: 1, descent: 0.2, lineGap: 0 },
      },
      headings: { regular: { path: "~fonts/fnt_3.woff2", ascent: 1, descent: 0.2, lineGap: 0 } },
    },
    accent: { light: "#3454d1", dark: "#8ea6ff" },
    headerLinks: [{ label: "Status", url: "https://status.acme.example" }],
    footer: { text: "© Acme" },
  } as const;
  expect(toCustomization(toDraft(customization))).toEqual(customization);
});

it("previews only complete links and images", () => {
  const draft = toDraft({ theme: "dark", iconUrl: "~images/icon.png", footer: { text: "© Acme" } });
  const link = { label: "Status", url: "https://status.acme.example" };
  const incomplete = [
    { label: "", url: "https://acme.example" },
    { label: "Docs", url: "" },
    { label: "Docs", url: "javascript:alert(1)" },
  ];
  const typed = { ...draft, logoUrl: "https:", headerLinks: [link, ...incomplete], footerLinks: incomplete };
  expect(toPreviewed(typed)).toEqual({ ...toCustomization(draft), headerLinks: [link] });
});
