import { describe, expect, it } from "vitest";
import { parseServerConfig } from "./config.ts";
import { readNetwork } from "../http/client-address.ts";

const local = { port: 4000, host: "127.0.0.1", dataDir: ".plugboard", role: "all" };
const origins = {
  PLUGBOARD_PUBLIC_URL: "https://docs.example.com",
  PLUGBOARD_SITES_URL: "https://sites.example.net",
};

describe("parseServerConfig", () => {
  it("needs nothing", () => {
    expect(parseServerConfig({})).toEqual(local);
  });

  it("takes a variable that is set to nothing for absent", () => {
    const names = ["PORT", "HOST", "PLUGBOARD_DATA_DIR", "DATABASE_URL", "PLUGBOARD_ROLE"];
    expect(parseServerConfig(Object.fromEntries(names.map((name) => [name, ""])))).toEqual(local);
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
      PLUGBOARD_METRICS_TOKEN: "another-of-sixteen",
      PLUGBOARD_TRUSTED_PROXIES: "10.0.0.0/8, ::1",
      PLUGBOARD_INTEGRATION_NETWORKS: "172.16.0.0/12",
    };
    expect(parseServerConfig(env)).toEqual({
      port: 0,
      host: "0.0.0.0",
      dataDir: "/var/lib/plugboard",
      databaseUrl: "postgres://plugboard@database/plugboard",
      role: "worker",
      adminToken: "a-token-of-sixteen",
      publicUrl: "https://docs.example.com",
      sitesUrl: "https://sites.example.net",
      metricsToken: "another-of-sixteen",
      trustedProxies: [readNetwork("10.0.0.0/8"), readNetwork("::1")],
      integrationNetworks: [readNetwork("172.16.0.0/12")],
    });
  });

  it.each([
    ["PORT", "http", "a number from 0 to 65535"],
    ["PORT", "-1", "a number from 0 to 65535"],
    ["PORT", "70000", "a number from 0 to 65535"],
    ["PORT", "40.5", "a number from 0 to 65535"],
    ["HOST", "two words", "a host name or an address"],
    ["DATABASE_URL", "mysql://localhost/x", "a PostgreSQL URL"],
    ["DATABASE_URL", "secret words", "a PostgreSQL URL"],
    ["PLUGBOARD_ROLE", "both", "one of all, api, worker"],
    ["PLUGBOARD_ADMIN_TOKEN", "short", "at least 16 characters"],
    ["PLUGBOARD_ADMIN_TOKEN", "a token with spaces", "without spaces"],
    ["PLUGBOARD_PUBLIC_URL", "www.acme.test", "an http(s) URL"],
    ["PLUGBOARD_SITES_URL", "ftp://sites.example.com", "an http(s) URL"],
    ["PLUGBOARD_PUBLIC_URL", "https://www.acme.test/docs", "without path"],
    ["PLUGBOARD_PUBLIC_URL", "https://www.acme.test/?a=b", "without path"],
    ["PLUGBOARD_SITES_URL", "https://me:secret@sites.acme.test", "without path"],
    ["PLUGBOARD_METRICS_TOKEN", "short", "at least 16 characters"],
    ["PLUGBOARD_TRUSTED_PROXIES", "10.0.0.0/8,proxy.internal", "addresses or networks separated by commas"],
    ["PLUGBOARD_INTEGRATION_NETWORKS", "10.0.0.0/33", "addresses or networks separated by commas"],
    ["PLUGBOARD_TRUSTED_PROXIES", "172.16.0.0/12,", "addresses or networks separated by commas"],
  ])("refuses %s=%s, names it and what it must be, and does not repeat it", (name, value, expected) => {
    const refused = expect.objectContaining({ name: "ServerError", code: "invalid_variable" });
    expect(() => parseServerConfig({ [name]: value })).toThrow(refused);
    expect(() => parseServerConfig({ [name]: value })).toThrow(
      new RegExp(`^${name} must (be|have) .*${expected.replaceAll(/[()]/g, "\\$&")}.*\\.$`),
    );
    expect(() => parseServerConfig({ [name]: value })).not.toThrow(value);
  });

  it("lists every bad variable in one line", () => {
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
      "a role whose processes do not know their common address",
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
      "must have another host name",
    ],
    [
      "an address that has no second name",
      { HOST: "192.0.2.7" },
      "HOST 192.0.2.7 needs PLUGBOARD_PUBLIC_URL",
    ],
  ])("refuses %s", (_case, env, message) => {
    expect(() => parseServerConfig(env)).toThrow(message);
  });
});
