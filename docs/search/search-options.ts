import type { DefaultTheme } from "vitepress";

/** Words that readers search for but that a page doesn't use, by page. They count as text of its first section. */
const synonyms: Readonly<Record<string, string>> = {
  "guides/run-in-production.md":
    "nginx docker backup restore upgrade rotate secret deploy deployment reverse proxy https certificate systemd kubernetes helm",
  "guides/develop-and-test.md":
    "test locally preview local development debug mock see my block render blocks while developing",
  "guides/schedules.md": "cron daily timer recurring job periodic",
  "guides/security-model.md": "ssrf private network firewall attack threat tenant isolation",
  "guides/deliver-from-your-transaction.md": "outbox prisma drizzle kysely knex typeorm sequelize",
  "guides/site-sections.md":
    "several spaces tabs navigation multiple products version language translation variant hreflang i18n",
  "guides/site-domains.md": "custom domain hostname dns cname txt caddy certificate white label",
  "guides/provision-members.md":
    "okta entra azure active directory sso saml user sync deprovision offboarding directory rfc 7644",
  "guides/agents-write.md": "ai assistant agent mcp write edit draft claude chatgpt copilot",
  "guides/agents-on-sites.md": "ai agent mcp llms.txt markdown claude chatgpt crawler",
  "guides/agent-tools.md": "function calling ai assistant claude chatgpt createTool",
  "guides/published-scripts.md": "script grant inject analytics csp content security policy",
  "guides/recover.md": "replay resend outage dead letter",
  "guides/versions.md": "commonjs require esm semver breaking change compatible",
  "guides/scale.md": "postgres postgresql cluster replicas high availability",
  "guides/stream-logs.md": "log drain datadog splunk audit stream export",
  "guides/retries.md": "backoff exponential attempts timeout",
  "reference/webhook-delivery-sending.md": "http client proxy mtls",
};

/** Returns the synonyms of a page, by its path in `docs`. */
export const synonymsOf = (page: string): string => synonyms[page] ?? "";

type LocalSearch = Extract<DefaultTheme.Config["search"], { provider: "local" }>;

/**
 * Options of the site's search: pages are found by synonyms. They can't contain functions for the browser, which VitePress would
 * evaluate from text, and the server's policy forbids that.
 */
export const searchOptions: NonNullable<LocalSearch["options"]> = {
  _render: (text, env, markdown) => {
    const html = markdown.render(text, env);
    return html.replace("</h1>", `</h1><p>${synonymsOf(env.relativePath ?? "")}</p>`);
  },
  miniSearch: {
    searchOptions: {
      fuzzy: 0.2,
      prefix: true,
      boost: { title: 4, text: 2, titles: 1 },
    },
  },
};
