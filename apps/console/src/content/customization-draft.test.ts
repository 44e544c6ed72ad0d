import { expect, it } from "vitest";
import { toCustomization, toDraft } from "./customization-draft.ts";

it("sends only the values that differ from the default", () => {
  expect(toCustomization(toDraft({}))).toEqual({});
  const customization = {
    logoUrl: "https://acme.example/logo.svg",
    theme: "dark",
    accent: { light: "#3454d1", dark: "#8ea6ff" },
    headerLinks: [{ label: "Status", url: "https://status.acme.example" }],
    footer: { text: "© Acme" },
  } as const;
  expect(toCustomization(toDraft(customization))).toEqual(customization);
});
