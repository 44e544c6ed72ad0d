import { describe, expect, it } from "vitest";
import { toPlatformUrls } from "./platform-urls.ts";

describe("toPlatformUrls", () => {
  it.each([
    ["127.0.0.1", "http://127.0.0.1:4000", "http://localhost:4000"],
    ["localhost", "http://localhost:4000", "http://127.0.0.1:4000"],
    ["::1", "http://[::1]:4000", "http://localhost:4000"],
    ["0.0.0.0", "http://127.0.0.1:4000", "http://localhost:4000"],
    ["::", "http://127.0.0.1:4000", "http://localhost:4000"],
  ])("gives the host %s two origins with different hostnames", (host, console, sites) => {
    expect(toPlatformUrls({ host }, 4000)).toEqual({ api: `${console}/v1`, console, public: sites });
  });

  it("uses the configured URLs", () => {
    const configured = {
      host: "0.0.0.0",
      publicUrl: "https://docs.example.com/",
      sitesUrl: "https://sites.example.net",
    };
    expect(toPlatformUrls(configured, 4000)).toEqual({
      api: "https://docs.example.com/v1",
      console: "https://docs.example.com",
      public: "https://sites.example.net",
    });
  });
});
