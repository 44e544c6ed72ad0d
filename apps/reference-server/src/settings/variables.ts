import * as z from "zod";
import { readNetwork } from "../http/client-address.ts";
import type { ServerConfig } from "./server-config.ts";
import { count, duration, durations, listOf, networks, size, text, type Variable, word } from "./variable.ts";

const httpUrl = text(
  z.url({ protocol: /^https?$/ }),
  "must be an http(s) URL such as https://docs.example.com",
);
function readOrigin(given: string): string | undefined {
  const isOrigin = URL.canParse(given) && /^https?:/.test(given) && new URL(given).origin === given;
  return isOrigin ? given : undefined;
}

function readScriptTarget(given: string): string | undefined {
  if (given.includes("/")) return readNetwork(given) === undefined ? undefined : given;
  const port = /^(?:\[[\da-f:.]+\]|[\w.-]+):(\d{1,5})$/i.exec(given)?.[1];
  return port !== undefined && Number(port) <= 65_535 && URL.canParse(`http://${given}`) ? given : undefined;
}

const token = text(
  z.string().regex(/^[\x21-\x7E]{16,}$/),
  "must have at least 16 characters, without spaces",
);

/**
 * Every variable of the server, by the setting that is read from it and in the order in which the README has them. This table
 * is all there is to a setting besides its use: what is read and refused, listed at `/v1/settings` and documented follows.
 */
export const variables: {
  readonly [Key in keyof Required<ServerConfig>]: Variable<NonNullable<ServerConfig[Key]>>;
} = {
  port: {
    name: "PORT",
    meaning: "Port to listen on; `0` takes any free one",
    default: "4000",
    ...count(0, 65_535),
  },
  host: {
    name: "HOST",
    meaning: "Name or address to listen on; `0.0.0.0` and `::` are all of this machine's",
    default: "127.0.0.1",
    ...text(z.string().regex(/^[\w.:-]+$/), "must be a host name or an address such as 127.0.0.1"),
  },
  dataDir: {
    name: "PLUGBOARD_DATA_DIR",
    meaning:
      "Folder of the key and the SQLite databases. It is made when it is missing; the folder around it is not",
    default: ".plugboard",
    ...text(z.string(), "must be a folder"),
  },
  databaseUrl: {
    name: "DATABASE_URL",
    meaning:
      "PostgreSQL database to use instead of SQLite; the tables are in the first schema of its `search_path`",
    otherwise: "SQLite",
    isSecret: true,
    ...text(
      z.url({ protocol: /^postgres(ql)?$/ }),
      "must be a PostgreSQL URL such as postgres://user@host/database",
    ),
  },
  role: {
    name: "PLUGBOARD_ROLE",
    meaning: "What this process does: `all`, `api` or `worker`",
    default: "all",
    ...word("all", "api", "worker"),
  },
  adminToken: {
    name: "PLUGBOARD_ADMIN_TOKEN",
    meaning: "The administrator's token. It replaces the one before it and ends its sessions",
    otherwise: "made at the first start",
    isSecret: true,
    ...token,
  },
  publicUrl: {
    name: "PLUGBOARD_PUBLIC_URL",
    meaning: "Address of the console and the HTTP API, as browsers and integrations use it",
    otherwise: "`http://`, `HOST`, `PORT`",
    ...httpUrl,
  },
  sitesUrl: {
    name: "PLUGBOARD_SITES_URL",
    meaning: "Address of sites and public endpoints",
    otherwise: "the same with `localhost`",
    ...httpUrl,
  },
  integrationsUrl: {
    name: "PLUGBOARD_INTEGRATIONS_URL",
    meaning:
      "Address with `*` as its first label: each installation's public endpoint then has a host of its own in its place",
    otherwise: "public endpoints share the host of the sites",
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
    meaning: "Token that reads `/metrics` and nothing else",
    otherwise: "`/metrics` for this machine",
    isSecret: true,
    ...token,
  },
  smtpUrl: {
    name: "PLUGBOARD_SMTP_URL",
    meaning: "Mail server that links to sign in go out by, with user and password where it asks for them",
    otherwise: "links are shown to whoever makes them",
    isSecret: true,
    ...text(z.url({ protocol: /^smtps?$/ }), "must be a URL such as smtps://user:password@mail.example.com"),
  },
  mailFrom: {
    name: "PLUGBOARD_MAIL_FROM",
    meaning: "Sender of e-mail",
    ...text(
      z.string().regex(/^(?:[^<>\r\n]*<[^<>\s@]+@[^<>\s@]+>|[^<>\s@]+@[^<>\s@]+)$/),
      "must be an address such as Plugboard <plugboard@example.com>",
    ),
  },
  oidcIssuer: {
    name: "PLUGBOARD_OIDC_ISSUER",
    meaning:
      "Identity provider (OpenID Connect) that people sign in with: its issuer. It is asked at the start",
    ...httpUrl,
  },
  oidcClientId: {
    name: "PLUGBOARD_OIDC_CLIENT_ID",
    meaning: "What the provider knows this server by",
    ...text(z.string(), "must be the client's id"),
  },
  oidcClientSecret: {
    name: "PLUGBOARD_OIDC_CLIENT_SECRET",
    meaning: "The secret that belongs to it",
    isSecret: true,
    ...text(z.string(), "must be the client's secret"),
  },
  oidcName: {
    name: "PLUGBOARD_OIDC_NAME",
    meaning: "What the sign-in page calls the provider",
    default: "single sign-on",
    ...text(z.string().max(100), "must have at most 100 characters"),
  },
  trustedProxies: {
    name: "PLUGBOARD_TRUSTED_PROXIES",
    meaning: "Addresses and networks of your proxies, separated by commas",
    otherwise: "`X-Forwarded-For` is ignored",
    ...networks,
  },
  addressHeader: {
    name: "PLUGBOARD_ADDRESS_HEADER",
    meaning:
      "Header in which trusted proxies name the visitor's address, in place of `X-Forwarded-For`, such as `CF-Connecting-IP`",
    otherwise: "`X-Forwarded-For`",
    ...text(
      z.string().regex(/^[A-Za-z0-9-]{1,100}$/),
      "must be the name of a header such as CF-Connecting-IP",
    ),
  },
  accessLog: {
    name: "PLUGBOARD_ACCESS_LOG",
    meaning: "Whether each request is a line in the log: `on` or `off`. Who signs in always is",
    default: "off",
    ...word("off", "on"),
  },
  noticeUrl: {
    name: "PLUGBOARD_NOTICE_URL",
    meaning: "Webhook that notices to the operator are sent to",
    ...httpUrl,
  },
  noticeSecret: {
    name: "PLUGBOARD_NOTICE_SECRET",
    meaning: "Secret that signs that webhook",
    isSecret: true,
    ...text(
      z.string().regex(/^whsec_[A-Za-z0-9+/]{32,}={0,2}$/),
      "must be a secret such as whsec_ and 32 bytes in base64",
    ),
  },
  noticeMail: {
    name: "PLUGBOARD_NOTICE_MAIL",
    meaning: "E-mail addresses that are sent the same, separated by commas",
    ...listOf(
      (address) => z.email().safeParse(address).data,
      "must be e-mail addresses separated by commas, such as ops@example.com",
    ),
  },
  portalOrigins: {
    name: "PLUGBOARD_PORTAL_ORIGINS",
    meaning:
      "Origins whose pages may frame the portal of webhooks, or call the API with its token, separated by commas",
    otherwise: "nobody's page",
    ...listOf(readOrigin, "must be origins separated by commas, such as https://app.example.com"),
  },
  integrationNetworks: {
    name: "PLUGBOARD_INTEGRATION_NETWORKS",
    meaning: "Addresses and networks of your own where integrations may be hosted, over plain http too",
    otherwise: "the public internet",
    ...networks,
  },
  scriptTargets: {
    name: "PLUGBOARD_SCRIPT_TARGETS",
    meaning:
      "Addresses that published scripts may reach although they aren't public, as `host:port` or networks, separated by commas",
    otherwise: "public addresses and this server's API",
    ...listOf(
      readScriptTarget,
      "must be host:port or networks separated by commas, such as 127.0.0.1:4002,10.0.0.0/8",
    ),
  },
  scriptMemoryBytes: {
    name: "PLUGBOARD_SCRIPT_MEMORY",
    meaning: "Memory for the sandboxes of all published scripts; the least recently used ones make room",
    default: "2GiB",
    ...size("256MiB", "1024GiB"),
  },
  webhookProxy: {
    name: "PLUGBOARD_WEBHOOK_PROXY",
    meaning:
      "HTTP proxy for requests to webhook endpoints. It is asked to connect to addresses that the server has judged",
    otherwise: "no proxy",
    isSecret: true,
    ...text(z.url({ protocol: /^http$/ }), "must be a URL such as http://user:password@proxy.internal:3128"),
  },
  webhookAddress: {
    name: "PLUGBOARD_WEBHOOK_ADDRESS",
    meaning: "Address of this machine that requests to webhook endpoints come from",
    otherwise: "the system's choice",
    ...text(z.union([z.ipv4(), z.ipv6()]), "must be an address such as 192.0.2.7"),
  },
  retryDelaysMilliseconds: {
    name: "PLUGBOARD_RETRY_DELAYS",
    meaning: "How long a failed delivery waits before each retry; there are as many retries as times",
    default: "1s,2s,4s",
    ...durations("1ms", "30d"),
  },
  deliveryConcurrency: {
    name: "PLUGBOARD_DELIVERY_CONCURRENCY",
    meaning: "Requests in flight at once from one worker",
    default: "256",
    ...count(1, 10_000),
  },
  endpointConcurrency: {
    name: "PLUGBOARD_ENDPOINT_CONCURRENCY",
    meaning: "Requests in flight at once from one worker to one endpoint",
    default: "32",
    ...count(1, 10_000),
  },
  deliveryTimeoutMilliseconds: {
    name: "PLUGBOARD_DELIVERY_TIMEOUT",
    meaning: "How long one request of a delivery may take, from connecting to the end of the response",
    default: "10s",
    ...duration("100ms", "5m"),
  },
  keepEventsMilliseconds: {
    name: "PLUGBOARD_KEEP_EVENTS",
    meaning: "How long events are kept, with addresses and cookies of visitors",
    default: "90d",
    ...duration("1h", "3650d"),
  },
  keepDeliveredMilliseconds: {
    name: "PLUGBOARD_KEEP_DELIVERED",
    meaning: "How long deliveries that arrived are kept, with their attempts",
    default: "30d",
    ...duration("1h", "3650d"),
  },
  keepFailedMilliseconds: {
    name: "PLUGBOARD_KEEP_FAILED",
    meaning: "How long deliveries that failed are kept, with their attempts",
    default: "90d",
    ...duration("1h", "3650d"),
  },
  databaseConnections: {
    name: "PLUGBOARD_DATABASE_CONNECTIONS",
    meaning: "Connections to PostgreSQL that one process opens at most",
    default: "20",
    ...count(4, 1000),
  },
  databaseTimeoutMilliseconds: {
    name: "PLUGBOARD_DATABASE_TIMEOUT",
    meaning: "How long PostgreSQL may take for one statement",
    default: "30s",
    ...duration("1s", "10m"),
  },
  databasePooling: {
    name: "PLUGBOARD_DATABASE_POOLING",
    meaning:
      "What a pooler such as PgBouncer lends connections to PostgreSQL for: `session`, also without a pooler, or `transaction`",
    default: "session",
    ...word("session", "transaction"),
  },
  databaseSuperuser: {
    name: "PLUGBOARD_DATABASE_SUPERUSER",
    meaning:
      "Whether `DATABASE_URL` may name a superuser or a role with BYPASSRLS, to which PostgreSQL applies no row policies: `refuse`, or `allow` on a machine of your own",
    default: "refuse",
    ...word("refuse", "allow"),
  },
  maxConnections: {
    name: "PLUGBOARD_MAX_CONNECTIONS",
    meaning: "HTTP connections at once; what goes beyond is closed",
    default: "4000",
    ...count(10, 1_000_000),
  },
  maxBodiesBytes: {
    name: "PLUGBOARD_BODY_MEMORY",
    meaning: "Memory for the bodies of requests in flight. Those to public endpoints take at most half of it",
    default: "128MiB",
    ...size("1MiB", "64GiB"),
  },
  tasksPerMinute: {
    name: "PLUGBOARD_TASKS_PER_MINUTE",
    meaning: "Tasks that one integration may queue in a minute",
    default: "600",
    ...count(1, 1_000_000),
  },
  taskBytesPerHour: {
    name: "PLUGBOARD_TASK_BYTES_PER_HOUR",
    meaning: "How much the tasks that one integration queues in an hour may hold",
    default: "64MiB",
    ...size("1MiB", "64GiB"),
  },
  testEventsPerMinute: {
    name: "PLUGBOARD_TEST_EVENTS_PER_MINUTE",
    meaning: "Test events that one integration may have sent in a minute",
    default: "60",
    ...count(1, 1_000_000),
  },
  visitsPerAddress: {
    name: "PLUGBOARD_VISITS_PER_ADDRESS",
    meaning: "Views and ratings recorded from one address in a minute",
    default: "300",
    ...count(1, 100_000_000),
  },
  visitsPerSite: {
    name: "PLUGBOARD_VISITS_PER_SITE",
    meaning: "Views and ratings recorded of one site in a minute",
    default: "6000",
    ...count(1, 100_000_000),
  },
  git: {
    name: "PLUGBOARD_GIT",
    meaning:
      "Whether spaces may be bound to Git repositories: `on` for remotes, `files` for this machine's folders too, or `off`",
    default: "on",
    ...word("on", "files", "off"),
  },
  gitSshKey: {
    name: "PLUGBOARD_GIT_SSH_KEY",
    meaning: "File of the private key that signs in to Git over ssh. Every space may reach what it reaches",
    otherwise: "no ssh remotes",
    ...text(z.string(), "must be a file"),
  },
  gitKnownHosts: {
    name: "PLUGBOARD_GIT_KNOWN_HOSTS",
    meaning: "File of the hosts that are known over ssh, as `ssh-keyscan` writes it",
    ...text(z.string(), "must be a file"),
  },
  tracesUrl: {
    name: "OTEL_EXPORTER_OTLP_ENDPOINT",
    meaning: "OpenTelemetry collector that traces are sent to, over OTLP/HTTP",
    ...httpUrl,
  },
  tracesShare: {
    name: "PLUGBOARD_TRACES_SHARE",
    meaning: "How many of 100 traces that begin here are recorded",
    default: "100",
    ...count(0, 100),
  },
};

/** The same as rows, for what is done with each of them. */
export const variableRows: readonly (readonly [key: string, variable: Variable<unknown>])[] =
  Object.entries(variables);
