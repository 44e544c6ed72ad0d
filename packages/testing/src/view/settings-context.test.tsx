/** @jsxImportSource @plugboard/components */
import { createComponent } from "@plugboard/components";
import { createIntegration } from "@plugboard/content/integration";
import type { IntegrationContext } from "@plugboard/runtime";
import { expect, it } from "vitest";
import { createTestPlatform } from "../platform/create-test-platform.ts";

const settings = createComponent({
  componentId: "settings",
  render: async (_element, { environment: { spaceInstallation, siteInstallation } }: IntegrationContext) => (
    <configuration>
      <text>
        {JSON.stringify([spaceInstallation?.space ?? "no space", siteInstallation?.site ?? "no site"])}
      </text>
    </configuration>
  ),
});

it.each([
  ["configuration_account", '["no space","no site"]'],
  ["configuration_space", '["space_1","no site"]'],
  ["configuration_site", '["no space","site_1"]'],
] as const)("renders %s for the test platform's resource", async (type, text) => {
  const platform = await createTestPlatform(createIntegration({ components: [settings] }), {
    manifest: `
name: settings
title: Settings
description: Shows the resource
organization: acme
visibility: private
scopes: []
`,
  });
  expect((await platform.render("settings", { context: { type, theme: "light" } })).text).toBe(text);
});
