import { describe, expect, test } from "vitest";
import { docsContract } from "../../test/fixtures/docs-contract.ts";
import { manifestPlus, manifestWith } from "../../test/fixtures/manifest-text.ts";
import { typicalManifest } from "../../test/fixtures/typical-manifest.ts";
import { checkAgainstIntegration, type IntegrationCode } from "./check-against-integration.ts";
import type { ManifestContract } from "../model/manifest-contract.ts";
import { checkManifest } from "./check-manifest.ts";

const contract: ManifestContract = docsContract;

const code: IntegrationCode = {
  events: ["space_content_updated", "page_feedback", "installation_setup", "ui_render"],
  components: ["digest"],
  fetch: true,
  secrets: ["CLIENT_ID", "CLIENT_SECRET"],
};

function find(yaml: string, changes: Partial<IntegrationCode> = {}): readonly string[] {
  const { errors, warnings } = checkAgainstIntegration(checkManifest(yaml, { contract }), {
    ...code,
    ...changes,
  });
  const show = (severity: string) => (issue: (typeof errors)[number]) =>
    `${severity} ${issue.line}:${issue.column} ${issue.code} ${issue.path.join(".")}: ${issue.message}`;
  return [...errors.map(show("error")), ...warnings.map(show("warning"))];
}

describe("checkAgainstIntegration", () => {
  test("reports no issue if manifest and code agree", () => {
    expect(find(typicalManifest)).toEqual([]);
  });

  test("reports the missing component of a tool", () => {
    const yaml = manifestWith({
      scopes: "scopes: [agent:tools:read]",
      more: "tools: [{ id: a, title: a, description: b, inputSchema: { type: object }, component: digset }]",
    });
    expect(find(yaml, { events: [], secrets: [], tools: ["a"] })).toEqual([
      'error 7:86 missing_component tools.0.component: "digset" is not a component of the code. Did you mean "digest"?',
    ]);
  });

  test("reports missing components of blocks, content sources and configurations", () => {
    const yaml = manifestPlus(
      "blocks: [{ id: digset, title: a, description: b }]",
      "contentSources: [{ id: a, title: b, configuration: { componentId: import } }]",
      "configurations: { site: { componentId: config }, account: { componentId: digest } }",
    );
    expect(find(yaml, { events: [], secrets: [] })).toEqual([
      'error 7:16 missing_component blocks.0.id: "digset" is not a component of the code. Did you mean "digest"?',
      'error 8:67 missing_component contentSources.0.configuration.componentId: "import" is not a component of the code. Write one of digest.',
      'error 9:40 missing_component configurations.site.componentId: "config" is not a component of the code. Write one of digest.',
    ]);
  });

  test("compares the tools in the code with the declared ones", () => {
    const yaml = manifestWith({
      scopes: "scopes: [agent:tools:read]",
      more: "tools: [{ id: find_pages, title: a, description: b, inputSchema: { type: object } }]",
    });
    const parts = { events: [], secrets: [], components: [] };
    expect(find(yaml, { ...parts, tools: ["find_pages"] })).toEqual([]);
    expect(find(yaml, parts)).toEqual([
      'error 7:15 missing_tool tools.0.id: "find_pages" is not a tool of the code. Remove it.',
    ]);
    expect(find(yaml, { ...parts, tools: ["find_pages", "find_page"] })).toEqual([
      'error 7:1 undeclared_tool tools: The code has an undeclared tool: "find_page" is not a tool of this manifest. Did you mean "find_pages"?',
    ]);
  });

  test("warns about schedules without a handler, and a handler without schedules", () => {
    const yaml = manifestPlus("schedules: [{ id: daily, cron: 0 9 * * * }]");
    expect(find(yaml, { events: ["schedule"], secrets: [] })).toEqual([]);
    expect(find(yaml, { events: [], secrets: [] })).toEqual([
      "warning 7:1 unhandled_schedule schedules: The code has no schedule handler. Add one to createIntegration.",
    ]);
    expect(find(manifestPlus("script: ./index.ts"), { events: ["schedule"], secrets: [] })).toEqual([
      "warning 7:1 unhandled_schedule script: The code handles schedule, but the manifest has no schedules. Add them to the manifest.",
    ]);
  });

  test("reports missing scopes of handled events", () => {
    const events = ["space_content_updated", "site_view", "page_feedback", "space_view", "task"];
    expect(find(manifestWith({}), { events, secrets: [] })).toEqual([
      'error 6:1 missing_scope scopes: The code handles space_content_updated, which needs the scope "space:content:read". Add it here.',
      'error 6:1 missing_scope scopes: The code handles site_view, page_feedback, which needs the scope "site:views:read". Add it here.',
      'error 6:1 missing_scope scopes: The code handles space_view, which needs the scope "space:metadata:read". Add it here.',
    ]);
  });

  test("reports unknown events", () => {
    const yaml = manifestPlus("script: index.ts");
    expect(find(yaml, { events: ["page_feedbak", "toString"], secrets: [] })).toEqual([
      'error 7:9 unknown_event script: The code handles an unknown event: "page_feedbak" is not an event. Did you mean "page_feedback"?',
      expect.stringContaining('"toString" is not an event'),
    ]);
  });

  test("knows the events of the platform's product", () => {
    const events = ["issue_opened", "project_installation_setup", "issue_close"];
    const contract = {
      name: "tracker",
      kinds: { project: {} },
      scopes: { "issues:read": {} },
      events: { issue_opened: { scope: "issues:read" }, issue_closed: {} },
    };
    const found = (yaml: string, given?: typeof contract) =>
      checkAgainstIntegration(checkManifest(yaml, { contract: given }), {
        events,
        components: [],
      }).errors.map(({ message }) => message);
    expect(found(manifestWith({}), contract)).toEqual([
      'The code handles an unknown event: "issue_close" is not an event. Did you mean "issue_closed"?',
      'The code handles issue_opened, which needs the scope "issues:read". Add it here.',
    ]);
    // Without the contract, the platform that hosts the product checks them.
    expect(found(manifestPlus("product: tracker"))).toEqual([]);
  });

  test("warns of handlers and settings that the target excludes", () => {
    const handled = {
      events: ["installation_setup", "space_installation_deleted", "page_feedback", "site_view", "task"],
      requests: ["fetch_published_script", "fetch_webhook_payload"] as const,
      secrets: [],
    };
    const warnings = (target: string) =>
      find(
        manifestPlus(`target: ${target}`, "configurations: { space: { componentId: digest } }"),
        handled,
      ).filter((line) => line.startsWith("warning"));
    expect(warnings("all")).toEqual([]);
    const inSite =
      'warning 7:9 other_target target: The code handles page_feedback, site_view, fetch_published_script, but only an integration installed in a site receives that. Set the target to "all" or "site".';
    const inSpace =
      'warning 7:9 other_target target: The code handles space_installation_deleted, but only an integration installed in a space receives that. Set the target to "all" or "space".';
    const settings = (target: string) =>
      `warning 8:19 other_target configurations.space: These settings are never shown, because an integration with the target "${target}" isn't installed in a space. Set the target to "all" or "space".`;
    expect(warnings("space")).toEqual([inSite]);
    expect(warnings("site")).toEqual([inSpace, settings("site")]);
    expect(warnings("organization")).toEqual([inSpace, settings("organization"), inSite]);
  });

  test("warns about handlers and settings of kinds of a product outside the target", () => {
    const contract = {
      name: "tracker",
      kinds: { project: {}, board: {} },
      events: {
        issue_opened: { on: "project" },
        card_moved: { on: "board" },
        plan_changed: { on: "organization" },
      },
      requests: { fetch_estimate: { on: "project" } },
    };
    const code = {
      events: ["issue_opened", "card_moved", "plan_changed", "project_installation_setup"],
      requests: ["fetch_estimate"],
      components: [],
    };
    const lines = [
      "name: a",
      "title: A",
      "description: Is A.",
      "organization: acme",
      "product: tracker",
      "scopes: []",
    ];
    const warnings = (target: string) => {
      const yaml = [...lines, `target: ${target}`, "configurations: { board: { properties: {} } }"].join(
        "\n",
      );
      return checkAgainstIntegration(checkManifest(yaml, { contract }), code).warnings.map(
        ({ message }) => message,
      );
    };
    const inProject =
      'The code handles issue_opened, project_installation_setup, fetch_estimate, but only an integration installed in a project receives that. Set the target to "all" or "project".';
    const inBoard =
      'The code handles card_moved, but only an integration installed in a board receives that. Set the target to "all" or "board".';
    const settings =
      'These settings are never shown, because an integration with the target "project" isn\'t installed in a board. Set the target to "all" or "board".';
    expect(warnings("all")).toEqual([]);
    expect(warnings("board")).toEqual([inProject]);
    expect(warnings("project")).toEqual([inBoard, settings]);
  });

  test("reports a missing fetch handler for paths", () => {
    expect(
      find(typicalManifest, { fetch: false }).map((line) => line.split(":").slice(0, 2).join(":")),
    ).toEqual([
      "error 47:23 missing_fetch configurations.account.properties.oauth_credentials.callback_url",
      "error 62:25 missing_fetch configurations.site.properties.channel.completion_url",
    ]);
  });

  test("compares the secrets in the code with the declared ones", () => {
    expect(find(typicalManifest, { secrets: ["CLIENT_ID", "CLIENT_SECRT"] })).toEqual([
      'error 77:1 undeclared_secret secrets: The code reads an undeclared secret: "CLIENT_SECRT" is not a secret of this manifest. Did you mean "CLIENT_SECRET"?',
      'warning 79:3 unused_secret secrets.CLIENT_SECRET: The code never reads "CLIENT_SECRET". Remove it.',
    ]);
  });

  test("includes the secrets of environments", () => {
    const yaml = manifestPlus("envs: { staging: { secrets: { DEBUG_KEY: '${{ env.A }}' } } }");
    expect(find(yaml, { events: [], secrets: ["DEBUG_KEY"] })).toEqual([]);
    expect(find(yaml, { events: [], secrets: [] })).toEqual([
      expect.stringContaining("warning 7:31 unused_secret envs.staging.secrets.DEBUG_KEY"),
    ]);
  });

  test("skips checks for missing parts of the description", () => {
    expect(
      checkAgainstIntegration(checkManifest(typicalManifest), { events: [], components: ["digest"] }),
    ).toEqual({
      errors: [],
      warnings: [],
    });
  });

  test("reports missing scopes of site requests", () => {
    const requests = ["fetch_published_script", "fetch_visitor_authentication"] as const;
    expect(find(manifestWith({}), { events: [], secrets: [], requests })).toEqual([
      'error 6:1 missing_scope scopes: The code handles fetch_published_script, which needs the scope "site:script:inject". Add it here.',
      'error 6:1 missing_scope scopes: The code handles fetch_visitor_authentication, which needs the scope "site:visitor:auth". Add it here.',
    ]);
  });

  test("reports unknown requests", () => {
    const requests = ["fetch_published_scripts"];
    const meant =
      'error 7:9 unknown_request script: The code handles an unknown request: "fetch_published_scripts" is not a request. Did you mean "fetch_published_script"?';
    const manifest = manifestPlus("script: ./index.ts");
    expect(find(manifest, { events: [], secrets: [], requests })).toEqual([meant]);
    // Without the contract, the platform that hosts the product checks them.
    const checked = checkManifest(manifest);
    expect(checkAgainstIntegration(checked, { events: [], components: [], requests }).errors).toEqual([]);
  });

  test("compares requests with the contract of the product", () => {
    const contract = {
      name: "tracker",
      scopes: { "issues:read": {} },
      requests: { fetch_badge: { scope: "issues:read" } },
    };
    const checked = checkManifest(manifestPlus("product: tracker"), { contract });
    const { errors } = checkAgainstIntegration(checked, {
      events: [],
      components: [],
      requests: ["fetch_badge", "fetch_icon", "fetch_webhook_payload"],
    });
    expect(errors.map(({ code, message }) => `${code}: ${message}`)).toEqual([
      'unknown_request: The code handles an unknown request: "fetch_icon" is not a request. Write one of fetch_badge, fetch_webhook_payload.',
      'missing_scope: The code handles fetch_badge, which needs the scope "issues:read". Add it here.',
    ]);
  });

  test("reports only unknown events and requests for a manifest with errors", () => {
    const parts = { components: [], events: ["issue_opened", "site_view"], requests: ["fetch_badge"] };
    expect(
      find(manifestWith({ scopes: "scopes: [deals:read]" }), parts).map((line) => line.split(":")[1]),
    ).toEqual([expect.stringContaining("unknown_event"), expect.stringContaining("unknown_request")]);
  });
});
