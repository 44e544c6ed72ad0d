import { expect, it } from "vitest";
import { normalizeDomain } from "./normalize-domain.ts";

const urls = {
  api: "https://console.example.com/v1",
  console: "https://console.example.com",
  public: "https://sites.example.net",
  integrations: "https://*.apps.example.net",
};

it.each([
  ["docs.acme.example", "docs.acme.example"],
  ["  Docs.ACME.example. ", "docs.acme.example"],
  ["Docs.Café.example", "docs.xn--caf-dma.example"],
  ["docs。acme.example", "docs.acme.example"],
  ["acme.example", "acme.example"],
  ["my-sites.example.net", "my-sites.example.net"],
])("accepts %j as %s", (input, domain) => {
  expect(normalizeDomain(input, urls)).toEqual({ domain });
});

it.each([
  ["https://docs.acme.example", "without https://"],
  ["docs.acme.example:8443", "without https://"],
  ["docs.acme.example/path", "without https://"],
  ["evil@docs.acme.example", "without https://"],
  ["docs.ac me.example", "without https://"],
  ["%64ocs.acme.example", "without https://"],
  ["[::1]", "without https://"],
  ["192.0.2.1", "not an IP address"],
  ["0x7f.1", "not an IP address"],
  ["2130706433", "not an IP address"],
  ["localhost", "such as docs.example.com"],
  ["*.acme.example", "such as docs.example.com"],
  ["_docs.acme.example", "such as docs.example.com"],
  ["-docs.acme.example", "such as docs.example.com"],
  ["docs..example", "such as docs.example.com"],
  ["xn--", "such as docs.example.com"],
  [`${"a".repeat(64)}.example`, "such as docs.example.com"],
  [`${"a.".repeat(123)}example`, "such as docs.example.com"],
  ["", "such as docs.example.com"],
  ["console.example.com", "belongs to this server"],
  ["Sites.Example.net", "belongs to this server"],
  ["docs.sites.example.net", "belongs to this server"],
  ["apps.example.net", "belongs to this server"],
  ["ins-1.apps.example.net", "belongs to this server"],
])("rejects %j: it %s", (input, problem) => {
  expect(normalizeDomain(input, urls)).toEqual({ problem: expect.stringContaining(problem) });
});
