import { describe, expect, it } from "vitest";
import { parseServerConfig } from "./parse-server-config.ts";
import { variables } from "./variables.ts";
import { readNetwork } from "../http/client-address.ts";

const local = { port: 4000, host: "127.0.0.1", dataDir: ".plugboard", role: "all" };
const origins = {
  PLUGBOARD_PUBLIC_URL: "https://docs.example.com",
  PLUGBOARD_SITES_URL: "https://sites.example.net",
};

describe("parseServerConfig", () => {
  it("has a default for every required setting", () => {
    expect(parseServerConfig({})).toMatchObject(local);
  });

  it("treats an empty variable as not set", () => {
    const names = ["PORT", "HOST", "PLUGBOARD_DATA_DIR", "DATABASE_URL", "PLUGBOARD_ROLE"];
    expect(parseServerConfig(Object.fromEntries(names.map((name) => [name, ""])))).toEqual(
      parseServerConfig({}),
    );
  });

  it("reads every variable", () => {
    const env = {
      PORT: "0",
      HOST: "0.0.0.0",
      PLUGBOARD_DATA_DIR: "/var/lib/plugboard",
      DATABASE_URL: "postgres://plugboard@database/plugboard",
      PLUGBOARD_ROLE: "worker",
      PLUGBOARD_ADMIN_TOKEN: "a-token-of-sixteen",
      ...origins,
      PLUGBOARD_INTEGRATIONS_URL: "https://*.apps.example.org",
      PLUGBOARD_METRICS_TOKEN: "another-of-sixteen",
      PLUGBOARD_SMTP_URL: "smtps://user:password@mail.example.com",
      PLUGBOARD_MAIL_FROM: "Plugboard <plugboard@example.com>",
      PLUGBOARD_OIDC_ISSUER: "https://id.example.com",
      PLUGBOARD_OIDC_CLIENT_ID: "plugboard",
      PLUGBOARD_OIDC_CLIENT_SECRET: "a secret",
      PLUGBOARD_OIDC_NAME: "Example",
      PLUGBOARD_TRUSTED_PROXIES: "10.0.0.0/8, ::1",
      PLUGBOARD_ADDRESS_HEADER: "CF-Connecting-IP",
      PLUGBOARD_ACCESS_LOG: "on",
      PLUGBOARD_ALERT_URL: "https://ops.example.com/hook",
      PLUGBOARD_ALERT_SECRET: "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD",
      PLUGBOARD_ALERT_MAIL: "ops@example.com, ann@example.com",
      PLUGBOARD_PORTAL_ORIGINS: "https://app.example.com",
      PLUGBOARD_INTEGRATION_NETWORKS: "172.16.0.0/12",
      PLUGBOARD_SCRIPT_TARGETS: "127.0.0.1:4002, [::1]:80,fd00::/8",
      PLUGBOARD_SCRIPT_MEMORY: "4GiB",
      PLUGBOARD_DESTINATIONS: "rabbitmq, sqs",
      PLUGBOARD_PORTAL_DESTINATIONS: "sqs",
      PLUGBOARD_WEBHOOK_NETWORKS: "10.1.0.0/16",
      PLUGBOARD_WEBHOOK_PROXY: "http://me:secret@proxy.internal:3128",
      PLUGBOARD_WEBHOOK_ADDRESS: "192.0.2.7",
      PLUGBOARD_RETRY_DELAYS: "500ms, 2m,1d",
      PLUGBOARD_DELIVERY_CONCURRENCY: "8",
      PLUGBOARD_ENDPOINT_CONCURRENCY: "2",
      PLUGBOARD_DELIVERY_TIMEOUT: "1m",
      PLUGBOARD_KEEP_EVENTS: "7d",
      PLUGBOARD_KEEP_DELIVERED: "2d",
      PLUGBOARD_KEEP_FAILED: "36h",
      PLUGBOARD_DATABASE_CONNECTIONS: "50",
      PLUGBOARD_DATABASE_TIMEOUT: "5s",
      PLUGBOARD_DATABASE_POOLING: "transaction",
      PLUGBOARD_DATABASE_SUPERUSER: "allow",
      PLUGBOARD_MAX_CONNECTIONS: "100",
      PLUGBOARD_BODY_MEMORY: "1GiB",
      PLUGBOARD_TASKS_PER_MINUTE: "6",
      PLUGBOARD_TASK_BYTES_PER_HOUR: "2048KiB",
      PLUGBOARD_TEST_EVENTS_PER_MINUTE: "7",
      PLUGBOARD_VISITS_PER_ADDRESS: "8",
      PLUGBOARD_VISITS_PER_SITE: "9",
      PLUGBOARD_GIT: "files",
      PLUGBOARD_GIT_SSH_KEY: "/etc/plugboard/git-key",
      PLUGBOARD_GIT_KNOWN_HOSTS: "/etc/plugboard/known_hosts",
      OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector:4318",
      PLUGBOARD_TRACES_SHARE: "10",
    };
    expect(Object.keys(env).toSorted()).toEqual(
      Object.values(variables)
        .map(({ name }) => name)
        .toSorted(),
    );
    expect(parseServerConfig(env)).toEqual({
      port: 0,
      host: "0.0.0.0",
      dataDir: "/var/lib/plugboard",
      databaseUrl: "postgres://plugboard@database/plugboard",
      role: "worker",
      adminToken: "a-token-of-sixteen",
      publicUrl: "https://docs.example.com",
      sitesUrl: "https://sites.example.net",
      integrationsUrl: "https://*.apps.example.org",
      metricsToken: "another-of-sixteen",
      smtpUrl: "smtps://user:password@mail.example.com",
      mailFrom: "Plugboard <plugboard@example.com>",
      oidcIssuer: "https://id.example.com",
      oidcClientId: "plugboard",
      oidcClientSecret: "a secret",
      oidcName: "Example",
      trustedProxies: [readNetwork("10.0.0.0/8"), readNetwork("::1")],
      addressHeader: "CF-Connecting-IP",
      accessLog: "on",
      noticeUrl: "https://ops.example.com/hook",
      noticeSecret: "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD",
      noticeMail: ["ops@example.com", "ann@example.com"],
      portalOrigins: ["https://app.example.com"],
      integrationNetworks: [readNetwork("172.16.0.0/12")],
      scriptTargets: ["127.0.0.1:4002", "[::1]:80", "fd00::/8"],
      scriptMemoryBytes: 4_294_967_296,
      destinations: ["rabbitmq", "sqs"],
      portalDestinations: ["sqs"],
      webhookNetworks: [readNetwork("10.1.0.0/16")],
      webhookProxy: "http://me:secret@proxy.internal:3128",
      webhookAddress: "192.0.2.7",
      retryDelaysMilliseconds: [500, 120_000, 86_400_000],
      deliveryConcurrency: 8,
      endpointConcurrency: 2,
      deliveryTimeoutMilliseconds: 60_000,
      keepEventsMilliseconds: 604_800_000,
      keepDeliveredMilliseconds: 172_800_000,
      keepFailedMilliseconds: 129_600_000,
      databaseConnections: 50,
      databaseTimeoutMilliseconds: 5000,
      databasePooling: "transaction",
      databaseSuperuser: "allow",
      maxConnections: 100,
      maxBodiesBytes: 1_073_741_824,
      tasksPerMinute: 6,
      taskBytesPerHour: 2_097_152,
      testEventsPerMinute: 7,
      visitsPerAddress: 8,
      visitsPerSite: 9,
      git: "files",
      gitSshKey: "/etc/plugboard/git-key",
      gitKnownHosts: "/etc/plugboard/known_hosts",
      tracesUrl: "http://collector:4318",
      tracesShare: 10,
    });
  });

  it.each([
    ["PORT", "http", "a number from 0 to 65535"],
    ["PORT", "-1", "a number from 0 to 65535"],
    ["PORT", "70000", "a number from 0 to 65535"],
    ["PORT", "40.5", "a number from 0 to 65535"],
    ["HOST", "two words", "a hostname or an address"],
    ["DATABASE_URL", "mysql://localhost/x", "a PostgreSQL URL"],
    ["DATABASE_URL", "secret words", "a PostgreSQL URL"],
    ["PLUGBOARD_ROLE", "both", "one of all, api, worker"],
    ["PLUGBOARD_ADMIN_TOKEN", "short", "at least 16 characters"],
    ["PLUGBOARD_ADMIN_TOKEN", "a token with spaces", "without spaces"],
    ["PLUGBOARD_PUBLIC_URL", "www.acme.test", "an http(s) URL"],
    ["PLUGBOARD_SMTP_URL", "https://mail.example.com", "a URL such as smtps:"],
    ["PLUGBOARD_MAIL_FROM", "no address", "an address such as"],
    ["PLUGBOARD_MAIL_FROM", "Plugboard <a@example.com>\r\nBcc: eve@example.com", "an address such as"],
    ["PLUGBOARD_SITES_URL", "ftp://sites.example.com", "an http(s) URL"],
    ["PLUGBOARD_PUBLIC_URL", "https://www.acme.test/docs", "without path"],
    ["PLUGBOARD_PUBLIC_URL", "https://www.acme.test/?a=b", "without path"],
    ["PLUGBOARD_SITES_URL", "https://me:secret@sites.acme.test", "without path"],
    ["PLUGBOARD_INTEGRATIONS_URL", "https://apps.acme.test", "with a wildcard"],
    ["PLUGBOARD_INTEGRATIONS_URL", "https://*.apps.acme.test/path", "with a wildcard"],
    ["PLUGBOARD_METRICS_TOKEN", "short", "at least 16 characters"],
    ["PLUGBOARD_TRUSTED_PROXIES", "10.0.0.0/8,proxy.internal", "addresses or networks separated by commas"],
    ["PLUGBOARD_DESTINATIONS", "kafka", "none or some of rabbitmq, sqs, eventbridge"],
    ["PLUGBOARD_PORTAL_DESTINATIONS", "all", "none or some of rabbitmq, sqs, eventbridge"],
    ["PLUGBOARD_WEBHOOK_PROXY", "socks5://proxy.internal", "a URL such as"],
    ["PLUGBOARD_WEBHOOK_ADDRESS", "proxy.internal", "an address such as"],
    ["PLUGBOARD_INTEGRATION_NETWORKS", "10.0.0.0/33", "addresses or networks separated by commas"],
    ["PLUGBOARD_WEBHOOK_NETWORKS", "broker.internal", "addresses or networks separated by commas"],
    ["PLUGBOARD_SCRIPT_TARGETS", "192.0.2.8", "host:port or networks separated by commas"],
    ["PLUGBOARD_SCRIPT_TARGETS", "127.0.0.1:4002,10.0.0.0/34", "host:port or networks separated by commas"],
    ["PLUGBOARD_TRUSTED_PROXIES", "172.16.0.0/12,", "addresses or networks separated by commas"],
    ["PLUGBOARD_ADDRESS_HEADER", "the address", "the name of a header"],
    ["PLUGBOARD_ACCESS_LOG", "yes", "one of off, on"],
    ["PLUGBOARD_ALERT_SECRET", "a-secret-of-mine", "a secret such as"],
    ["PLUGBOARD_ALERT_MAIL", "nobody", "email addresses"],
    ["PLUGBOARD_RETRY_DELAYS", "1s,soon", "times from 1ms to 30d separated by commas"],
    ["PLUGBOARD_RETRY_DELAYS", "1s,31d", "times from 1ms to 30d separated by commas"],
    ["PLUGBOARD_DELIVERY_TIMEOUT", "45", "a time from 100ms to 5m"],
    ["PLUGBOARD_DELIVERY_TIMEOUT", "99ms", "a time from 100ms to 5m"],
    ["PLUGBOARD_BODY_MEMORY", "10MB", "an amount from 1MiB to 64GiB"],
    ["PLUGBOARD_DELIVERY_CONCURRENCY", "20000", "a number from 1 to 10000"],
  ])("rejects %s=%s with the name and the rule, without the value", (name, value, expected) => {
    const refused = expect.objectContaining({ name: "ServerError", code: "invalid_variable" });
    expect(() => parseServerConfig({ [name]: value })).toThrow(refused);
    expect(() => parseServerConfig({ [name]: value })).toThrow(
      new RegExp(`^${name} must (be|have) .*${expected.replaceAll(/[()]/g, "\\$&")}.*\\.$`),
    );
    expect(() => parseServerConfig({ [name]: value })).not.toThrow(value);
  });

  it("lists all invalid variables in one line", () => {
    const parse = () => parseServerConfig({ PORT: "x", PLUGBOARD_ROLE: "x" });
    expect(parse).toThrow(
      "PORT must be a number from 0 to 65535; PLUGBOARD_ROLE must be one of all, api, worker.",
    );
  });

  it.each([
    [
      "a role that shares an embedded database",
      { PLUGBOARD_ROLE: "api" },
      "PLUGBOARD_ROLE api needs DATABASE_URL",
    ],
    [
      "a role without the common URL",
      { PLUGBOARD_ROLE: "worker", DATABASE_URL: "postgres://database/plugboard" },
      "PLUGBOARD_ROLE worker needs PLUGBOARD_PUBLIC_URL",
    ],
    [
      "one origin without the other",
      { PLUGBOARD_PUBLIC_URL: origins.PLUGBOARD_PUBLIC_URL },
      "must be set together",
    ],
    [
      "two origins that share their cookies",
      { ...origins, PLUGBOARD_SITES_URL: "https://docs.example.com:8443" },
      "must have a different hostname",
    ],
    [
      "integration hosts that include the sites host",
      { ...origins, PLUGBOARD_INTEGRATIONS_URL: "https://*.example.net" },
      "must not match",
    ],
    ["an address without a second name", { HOST: "192.0.2.7" }, "HOST 192.0.2.7 needs PLUGBOARD_PUBLIC_URL"],
  ])("rejects %s", (_case, env, message) => {
    expect(() => parseServerConfig(env)).toThrow(message);
  });
});
