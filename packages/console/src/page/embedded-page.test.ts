import { expect, test } from "vitest";
import { embeddedPage } from "./embedded-page.ts";

test.each([
  ["/portal/org_1", { isPortal: true, organizationId: "org_1" }],
  ["/portal/org_1/deliveries?organization=org_2", { isPortal: true, organizationId: "org_1" }],
  ["/embed?organization=org_1", { isPortal: false, organizationId: "org_1" }],
  ["/embed/", { isPortal: false, organizationId: "" }],
  ["/embed/marketplace?organization=org_1", { isPortal: false, organizationId: "org_1" }],
  ["/embedded", undefined],
  ["/portal", undefined],
  ["/portal/org-1", undefined],
  ["/marketplace/embed/", undefined],
])("the page that other sites can embed at %s", (path, expected) => {
  expect(embeddedPage(new URL(path, "https://docs.example.com"))).toEqual(expected);
});
