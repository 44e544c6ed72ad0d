import { expect, test } from "vitest";
import type { AddressGuardOptions } from "./address-guard.ts";
import { checkEndpointUrl, parseTargetUrl, rememberTargets } from "./target-url.ts";

test("parses a URL for the pools", () => {
  expect(parseTargetUrl("https://Hooks.Example.com:8443/a%20b?c=d#e")).toEqual({
    origin: "https://hooks.example.com:8443",
    path: "/a%20b?c=d",
    protocol: "https:",
    hostname: "hooks.example.com",
    port: 8443,
  });
  expect(parseTargetUrl("http://example.com")).toMatchObject({ path: "/", port: 80 });
  expect(parseTargetUrl("https://example.com")).toMatchObject({ path: "/", port: 443 });
});

test.each([
  ["http://2130706433/", "127.0.0.1"],
  ["http://0x7f000001/", "127.0.0.1"],
  ["http://0x7f.0.0.1/", "127.0.0.1"],
  ["http://0177.0.0.1/", "127.0.0.1"],
  ["http://017700000001/", "127.0.0.1"],
  ["http://127.1/", "127.0.0.1"],
  ["http://127.0.0.1./", "127.0.0.1"],
  ["http://１２７。０。０。１/", "127.0.0.1"],
  ["http://0/", "0.0.0.0"],
  ["http://[::ffff:127.0.0.1]/", "[::ffff:7f00:1]"],
  ["http://[0:0:0:0:0:0:0:1]/", "[::1]"],
  ["http://2852039166/", "169.254.169.254"],
])("%s is normalized to %s", (url, hostname) => {
  expect(parseTargetUrl(url).hostname).toBe(hostname);
});

test.each([
  "",
  "/hook",
  "example.com/hook",
  "https://",
  "http://256.0.0.1/",
  "http://1.2.3.4.5/",
  "http://[::1/",
  "ftp://example.com/",
  "file:///etc/passwd",
  "gopher://example.com/",
  "javascript:alert(1)",
  "https://user@example.com/",
  "https://user:password@example.com/",
  "https://public.example@10.0.0.1/",
  "https://example.com:0/",
])("rejects %j", (url) => {
  expect(() => parseTargetUrl(url)).toThrow(expect.objectContaining({ code: "invalid_url" }));
});

test("says how a URL begins, given a host and port", () => {
  expect(() => parseTargetUrl("localhost:4545")).toThrow("must begin with https:// or http://");
});

test("parses a URL once", () => {
  const targetOf = rememberTargets(2);
  const target = targetOf("https://example.com/hook");
  expect(target).toMatchObject({ origin: "https://example.com", path: "/hook" });
  expect(targetOf("https://example.com/hook")).toBe(target);
  expect(targetOf("https://example.com/other")).toMatchObject({ path: "/other" });
});

test("caches no more URLs than the limit", () => {
  const targetOf = rememberTargets(2);
  const [first] = [1, 2, 3].map((number) => targetOf(`https://example.com/${number}`));
  expect(targetOf("https://example.com/1")).not.toBe(first);
});

test("rejects an invalid URL every time", () => {
  const targetOf = rememberTargets(2);
  for (let time = 0; time < 2; time += 1) {
    expect(() => targetOf("nonsense")).toThrow(expect.objectContaining({ code: "invalid_url" }));
  }
});

const development: AddressGuardOptions = { allowNetworks: ["127.0.0.0/8"] };

test.each<[string, AddressGuardOptions]>([
  ["https://hooks.example.com/in?token=1", {}],
  ["https://93.184.215.14:8443/", {}],
  ["https://[2606:4700:4700::1111]/", {}],
  ["https://notlocalhost/", {}],
  ["http://hooks.example.com/", { allowHttp: true }],
  ["http://127.0.0.1:4000/", development],
  ["http://localhost:4000/", development],
  ["http://receiver:8080/", development],
])("accepts %s with %j", (url, options) => {
  expect(() => checkEndpointUrl(url, options)).not.toThrow();
});

test.each<[string, AddressGuardOptions]>([
  ["", {}],
  ["/hook", {}],
  ["hooks.example.com", {}],
  ["ftp://hooks.example.com/", {}],
  ["javascript:alert(1)", {}],
  ["data:text/html,x", {}],
  ["file:///etc/passwd", {}],
  ["https://user@hooks.example.com/", {}],
  ["https://user:password@hooks.example.com/", {}],
  ["http://hooks.example.com/", {}],
  ["https://127.0.0.1/", {}],
  ["https://10.0.0.1/", {}],
  ["https://2130706433/", {}],
  ["https://0x7f.1/", {}],
  ["https://169.254.169.254/latest/meta-data", {}],
  ["https://[::1]/", {}],
  ["https://[::ffff:10.0.0.1]/", {}],
  ["https://[fd00:ec2::254]/", {}],
  ["https://localhost/", {}],
  ["https://api.localhost./", {}],
  ["https://10.0.0.1/", development],
  ["http://93.184.215.14/", development],
  ["http://10.0.0.1/", { allowHttp: true }],
  ["https://hooks.example.com:0/", {}],
])("rejects %j with %j, without naming options of the operator", (url, options) => {
  expect(() => checkEndpointUrl(url, options)).toThrow(
    expect.objectContaining({
      name: "DeliveryError",
      code: "invalid_endpoint",
      message: expect.not.stringContaining("allow"),
    }),
  );
});
