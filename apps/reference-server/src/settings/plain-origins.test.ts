import { describe, expect, it } from "vitest";
import { parseServerConfig } from "./parse-server-config.ts";
import { plainOrigins } from "./plain-origins.ts";

describe("plainOrigins", () => {
  it("returns public URLs without encryption", () => {
    const http = {
      PLUGBOARD_PUBLIC_URL: "http://docs.example.com",
      PLUGBOARD_SITES_URL: "https://sites.example.net",
    };
    expect(plainOrigins(parseServerConfig(http))).toEqual(["PLUGBOARD_PUBLIC_URL"]);
    const local = {
      PLUGBOARD_PUBLIC_URL: "http://127.0.0.1:4000",
      PLUGBOARD_SITES_URL: "http://localhost:4000",
    };
    expect(
      plainOrigins(parseServerConfig({ ...local, PLUGBOARD_INTEGRATIONS_URL: "http://*.apps.localhost" })),
    ).toEqual([]);
    expect(plainOrigins(parseServerConfig({}))).toEqual([]);
  });
});
