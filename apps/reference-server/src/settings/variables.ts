import * as z from "zod";
import { readNetwork } from "../http/client-address.ts";
import { destinations } from "./destinations.ts";
import type { ServerConfig } from "./server-config.ts";
import {
  count,
  duration,
  durations,
  listOf,
  networks,
  size,
  text,
  type Variable,
  word,
  wordsOrNone,
} from "./variable.ts";

const destinationTypes = destinations.map(({ type }) => type);

const httpUrl = text(
  z.url({ protocol: /^https?$/ }),
  "must be an http(s) URL such as https://docs.example.com",
);
function readOrigin(value: string): string | undefined {
  const isOrigin = URL.canParse(value) && /^https?:/.test(value) && new URL(value).origin === value;
  return isOrigin ? value : undefined;
}

function readScriptTarget(value: string): string | undefined {
  if (value.includes("/")) return readNetwork(value) === undefined ? undefined : value;
  const port = /^(?:\[[\da-f:.]+\]|[\w.-]+):(\d{1,5})$/i.exec(value)?.[1];
  return port !== undefined && Number(port) <= 65_535 && URL.canParse(`http://${value}`) ? value : undefined;
}

const token = text(
  z.string().regex(/^[\x21-\x7E]{16,}$/),
  "must have at least 16 characters, without spaces",
);

/**
 * The server's variables by setting, in the README's order. Parsing, errors, `/v1/settings` and the
 * documentation derive from this table.
 */
export const variables: {
  readonly [Key in keyof Required<ServerConfig>]: Variable<NonNullable<ServerConfig[Key]>>;
} = {
  port: {
    name: "PORT",
    meaning: "Port to listen on; `0` picks a free one",
    default: "4000",
    ...count(0, 65_535),
  },
  host: {
    name: "HOST",
    meaning: "Hostname or address to listen on; `0.0.0.0` and `::` mean all addresses of this machine",
    default: "127.0.0.1",
    ...text(z.string().regex(/^[\w.:-]+$/), "must be a hostname or an address such as 127.0.0.1"),
  },
  dataDir: {
    name: "PLUGBOARD_DATA_DIR",
    meaning: "Directory of the key and the SQLite databases. Created if missing, but not its parent",
    default: ".plugboard",
    ...text(z.string(), "must be a folder"),
  },
  databaseUrl: {
    name: "DATABASE_URL",
    meaning:
      "PostgreSQL database to use instead of SQLite. Tables go into the first schema of its `search_path`",
    otherwise: "SQLite",
    isSecret: true,
    ...text(
      z.url({ protocol: /^postgres(ql)?$/ }),
      "must be a PostgreSQL URL such as postgres://user@host/database",
    ),
  },
  role: {
    name: "PLUGBOARD_ROLE",
    meaning: "Role of this process: `all`, `api` or `worker`",
    default: "all",
    ...word("all", "api", "worker"),
  },
  adminToken: {
    name: "PLUGBOARD_ADMIN_TOKEN",
    meaning: "Administrator token. Replaces the previous one and ends its sessions",
    otherwise: "generated at the first start",
    isSecret: true,
    ...token,
  },
  publicUrl: {
    name: "PLUGBOARD_PUBLIC_URL",
    meaning: "Public URL of the console and the HTTP API",
    otherwise: "`http://`, `HOST`, `PORT`",
    ...httpUrl,
  },
  sitesUrl: {
    name: "PLUGBOARD_SITES_URL",
    meaning: "Public URL of sites and public endpoints",
    otherwise: "the public URL with `localhost`",
    ...httpUrl,
  },
  integrationsUrl: {
    name: "PLUGBOARD_INTEGRATIONS_URL",
    meaning: "URL with `*` as its first label. Each installation's public endpoint then gets its own host",
    otherwise: "public endpoints share the host of sites",
    ...text(
      z
        .string()
        .regex(/^https?:\/\/\*\.[a-z0-9.-]+(?::\d{1,5})?\/?$/i)
        .refine((url) => URL.canParse(url)),
      "must be an http(s) URL with a wildcard such as https://*.apps.example.net",
    ),
  },
  metricsToken: {
    name: "PLUGBOARD_METRICS_TOKEN",
    meaning: "Token that can only read `/metrics`",
    otherwise: "only this machine reads `/metrics`",
    isSecret: true,
    ...token,
  },
  smtpUrl: {
    name: "PLUGBOARD_SMTP_URL",
    meaning: "Mail server for sign-in links, with user and password if required",
    otherwise: "links are shown to their creators",
    isSecret: true,
    ...text(z.url({ protocol: /^smtps?$/ }), "must be a URL such as smtps://user:password@mail.example.com"),
  },
  mailFrom: {
    name: "PLUGBOARD_MAIL_FROM",
    meaning: "Sender address of emails",
    ...text(
      z.string().regex(/^(?:[^<>\r\n]*<[^<>\s@]+@[^<>\s@]+>|[^<>\s@]+@[^<>\s@]+)$/),
      "must be an address such as Plugboard <plugboard@example.com>",
    ),
  },
  oidcIssuer: {
    name: "PLUGBOARD_OIDC_ISSUER",
    meaning: "Issuer of the identity provider (OpenID Connect) for sign-in. Contacted at startup",
    ...httpUrl,
  },
  oidcClientId: {
    name: "PLUGBOARD_OIDC_CLIENT_ID",
    meaning: "Client ID at the identity provider",
    ...text(z.string(), "must be the client ID"),
  },
  oidcClientSecret: {
    name: "PLUGBOARD_OIDC_CLIENT_SECRET",
    meaning: "Client secret at the identity provider",
    isSecret: true,
    ...text(z.string(), "must be the client secret"),
  },
  oidcName: {
    name: "PLUGBOARD_OIDC_NAME",
    meaning: "Name of the identity provider on the sign-in page",
    default: "single sign-on",
    ...text(z.string().max(100), "must have at most 100 characters"),
  },
  trustedProxies: {
    name: "PLUGBOARD_TRUSTED_PROXIES",
    meaning: "Addresses and networks of your reverse proxies, separated by commas",
    otherwise: "`X-Forwarded-For` is ignored",
    ...networks,
  },
  addressHeader: {
    name: "PLUGBOARD_ADDRESS_HEADER",
    meaning:
      "Header with the visitor's address, set by trusted proxies, such as `CF-Connecting-IP`. Replaces `X-Forwarded-For`",
    otherwise: "`X-Forwarded-For`",
    ...text(
      z.string().regex(/^[A-Za-z0-9-]{1,100}$/),
      "must be the name of a header such as CF-Connecting-IP",
    ),
  },
  accessLog: {
    name: "PLUGBOARD_ACCESS_LOG",
    meaning: "Whether to log each request: `on` or `off`. Sign-ins are always logged",
    default: "off",
    ...word("off", "on"),
  },
  noticeUrl: {
    name: "PLUGBOARD_ALERT_URL",
    meaning: "Webhook URL for operator alerts",
    ...httpUrl,
  },
  noticeSecret: {
    name: "PLUGBOARD_ALERT_SECRET",
    meaning: "Signing secret of that webhook",
    isSecret: true,
    ...text(
      z.string().regex(/^whsec_[A-Za-z0-9+/]{32,}={0,2}$/),
      "must be a secret such as whsec_ and 32 bytes in base64",
    ),
  },
  noticeMail: {
    name: "PLUGBOARD_ALERT_MAIL",
    meaning: "Email addresses for operator alerts, separated by commas",
    ...listOf(
      (address) => z.email().safeParse(address).data,
      "must be email addresses separated by commas, such as ops@example.com",
    ),
  },
  portalOrigins: {
    name: "PLUGBOARD_PORTAL_ORIGINS",
    meaning:
      "Origins that can frame the webhook portal of every organization or call the API with its token, separated by commas",
    otherwise: "only the origins that each organization adds can frame its portal",
    ...listOf(readOrigin, "must be origins separated by commas, such as https://app.example.com"),
  },
  integrationNetworks: {
    name: "PLUGBOARD_INTEGRATION_NETWORKS",
    meaning: "Private addresses and networks where integrations may be hosted, even over plain http",
    otherwise: "only the public internet",
    ...networks,
  },
  scriptTargets: {
    name: "PLUGBOARD_SCRIPT_TARGETS",
    meaning:
      "Private addresses that published scripts can reach, as `host:port` or networks, separated by commas",
    otherwise: "only public addresses and this server's API",
    ...listOf(
      readScriptTarget,
      "must be host:port or networks separated by commas, such as 127.0.0.1:4002,10.0.0.0/8",
    ),
  },
  scriptMemoryBytes: {
    name: "PLUGBOARD_SCRIPT_MEMORY",
    meaning:
      "Total memory for the sandboxes of published scripts. The least recently used ones are stopped first",
    default: "2GiB",
    ...size("256MiB", "1024GiB"),
  },
  destinations: {
    name: "PLUGBOARD_DESTINATIONS",
    meaning:
      "Systems besides HTTP that webhook endpoints can use, separated by commas, or `none`. Endpoints of other types fail",
    default: destinationTypes.join(","),
    ...wordsOrNone(destinationTypes),
  },
  portalDestinations: {
    name: "PLUGBOARD_PORTAL_DESTINATIONS",
    meaning:
      "Those of them that customers can set up in the webhook portal, or `none`. This server then logs in to systems that customers choose",
    default: "none",
    ...wordsOrNone(destinationTypes),
  },
  webhookNetworks: {
    name: "PLUGBOARD_WEBHOOK_NETWORKS",
    meaning:
      "Private addresses and networks that webhooks and other destinations can reach, even without TLS. Everyone who can add an endpoint can then send requests there",
    otherwise: "only the public internet",
    ...networks,
  },
  webhookProxy: {
    name: "PLUGBOARD_WEBHOOK_PROXY",
    meaning: "HTTP proxy for webhook requests. It connects to addresses that the server has already checked",
    otherwise: "no proxy",
    isSecret: true,
    ...text(z.url({ protocol: /^http$/ }), "must be a URL such as http://user:password@proxy.internal:3128"),
  },
  webhookAddress: {
    name: "PLUGBOARD_WEBHOOK_ADDRESS",
    meaning: "Local address for outgoing webhook requests",
    otherwise: "chosen by the system",
    ...text(z.union([z.ipv4(), z.ipv6()]), "must be an address such as 192.0.2.7"),
  },
  retryDelaysMilliseconds: {
    name: "PLUGBOARD_RETRY_DELAYS",
    meaning: "Delay before each retry of a failed delivery. The number of values is the number of retries",
    default: "1s,2s,4s",
    ...durations("1ms", "30d"),
  },
  deliveryConcurrency: {
    name: "PLUGBOARD_DELIVERY_CONCURRENCY",
    meaning: "Concurrent requests per worker",
    default: "256",
    ...count(1, 10_000),
  },
  endpointConcurrency: {
    name: "PLUGBOARD_ENDPOINT_CONCURRENCY",
    meaning: "Concurrent requests per worker to one endpoint",
    default: "32",
    ...count(1, 10_000),
  },
  deliveryTimeoutMilliseconds: {
    name: "PLUGBOARD_DELIVERY_TIMEOUT",
    meaning: "Timeout of a delivery request, from connecting to the end of the response",
    default: "10s",
    ...duration("100ms", "5m"),
  },
  keepEventsMilliseconds: {
    name: "PLUGBOARD_KEEP_EVENTS",
    meaning: "Retention of events, including visitors' addresses and cookies",
    default: "90d",
    ...duration("1h", "3650d"),
  },
  keepDeliveredMilliseconds: {
    name: "PLUGBOARD_KEEP_DELIVERED",
    meaning: "Retention of delivered deliveries and their attempts",
    default: "30d",
    ...duration("1h", "3650d"),
  },
  keepFailedMilliseconds: {
    name: "PLUGBOARD_KEEP_FAILED",
    meaning: "Retention of failed deliveries and their attempts",
    default: "90d",
    ...duration("1h", "3650d"),
  },
  databaseConnections: {
    name: "PLUGBOARD_DATABASE_CONNECTIONS",
    meaning: "Maximum PostgreSQL connections per process",
    default: "20",
    ...count(4, 1000),
  },
  databaseTimeoutMilliseconds: {
    name: "PLUGBOARD_DATABASE_TIMEOUT",
    meaning: "Timeout of a PostgreSQL statement",
    default: "30s",
    ...duration("1s", "10m"),
  },
  databasePooling: {
    name: "PLUGBOARD_DATABASE_POOLING",
    meaning: "Mode of a connection pooler such as PgBouncer: `session` (also without one) or `transaction`",
    default: "session",
    ...word("session", "transaction"),
  },
  databaseSuperuser: {
    name: "PLUGBOARD_DATABASE_SUPERUSER",
    meaning:
      "Whether `DATABASE_URL` may name a superuser or a role with BYPASSRLS, which bypass row policies: `refuse`, or `allow` on a local machine",
    default: "refuse",
    ...word("refuse", "allow"),
  },
  maxConnections: {
    name: "PLUGBOARD_MAX_CONNECTIONS",
    meaning: "Maximum concurrent HTTP connections. Further ones are closed",
    default: "4000",
    ...count(10, 1_000_000),
  },
  maxBodiesBytes: {
    name: "PLUGBOARD_BODY_MEMORY",
    meaning: "Memory for request bodies in flight. Public endpoints use at most half of it",
    default: "128MiB",
    ...size("1MiB", "64GiB"),
  },
  tasksPerMinute: {
    name: "PLUGBOARD_TASKS_PER_MINUTE",
    meaning: "Tasks that an integration can queue per minute",
    default: "600",
    ...count(1, 1_000_000),
  },
  taskBytesPerHour: {
    name: "PLUGBOARD_TASK_BYTES_PER_HOUR",
    meaning: "Total size of tasks that an integration can queue per hour",
    default: "64MiB",
    ...size("1MiB", "64GiB"),
  },
  testEventsPerMinute: {
    name: "PLUGBOARD_TEST_EVENTS_PER_MINUTE",
    meaning: "Test events per integration and minute",
    default: "60",
    ...count(1, 1_000_000),
  },
  visitsPerAddress: {
    name: "PLUGBOARD_VISITS_PER_ADDRESS",
    meaning: "Recorded views and ratings per address and minute",
    default: "300",
    ...count(1, 100_000_000),
  },
  visitsPerSite: {
    name: "PLUGBOARD_VISITS_PER_SITE",
    meaning: "Recorded views and ratings per site and minute",
    default: "6000",
    ...count(1, 100_000_000),
  },
  git: {
    name: "PLUGBOARD_GIT",
    meaning:
      "Whether spaces can sync with Git repositories: `on` for remotes, `files` to also allow local folders, or `off`",
    default: "on",
    ...word("on", "files", "off"),
  },
  gitSshKey: {
    name: "PLUGBOARD_GIT_SSH_KEY",
    meaning: "Private key file for Git over ssh. Every space can access the same repositories",
    otherwise: "no ssh remotes",
    ...text(z.string(), "must be a file"),
  },
  gitKnownHosts: {
    name: "PLUGBOARD_GIT_KNOWN_HOSTS",
    meaning: "Known hosts file for Git over ssh, as written by `ssh-keyscan`",
    ...text(z.string(), "must be a file"),
  },
  tracesUrl: {
    name: "OTEL_EXPORTER_OTLP_ENDPOINT",
    meaning: "OpenTelemetry collector that receives traces over OTLP/HTTP",
    ...httpUrl,
  },
  tracesShare: {
    name: "PLUGBOARD_TRACES_SHARE",
    meaning: "Percentage of traces starting here that are recorded",
    default: "100",
    ...count(0, 100),
  },
};

/** The variables as rows, to iterate over them. */
export const variableRows: readonly (readonly [key: string, variable: Variable<unknown>])[] =
  Object.entries(variables);
