import * as fc from "fast-check";
import { expect, test } from "vitest";
import { addressRange } from "./address-range.ts";
import { type AddressGuardOptions, createAddressGuard } from "./address-guard.ts";
import { parseTargetUrl } from "./target-url.ts";

const publicAddress = "93.184.215.14";
const development: AddressGuardOptions = { allowNetworks: ["127.0.0.0/8"] };

test.each<[string, AddressGuardOptions, string, string[], string | undefined]>([
  ["https to the public internet", {}, "https:", [publicAddress], undefined],
  ["http to the public internet", {}, "http:", [publicAddress], "insecure_url"],
  ["http where it is allowed", { allowHttp: true }, "http:", [publicAddress], undefined],
  ["https to a private address", {}, "https:", ["10.0.0.1"], "blocked_address"],
  [
    "http to a private address where http is allowed",
    { allowHttp: true },
    "http:",
    ["10.0.0.1"],
    "blocked_address",
  ],
  [
    "a host with one private address among public ones",
    {},
    "https:",
    [publicAddress, "10.0.0.1"],
    "blocked_address",
  ],
  ["http to an allowed network", development, "http:", ["127.0.0.1"], undefined],
  ["https to an allowed network", development, "https:", ["127.0.0.1"], undefined],
  [
    "another private address beside an allowed network",
    development,
    "http:",
    ["127.0.0.1", "10.0.0.1"],
    "blocked_address",
  ],
  [
    "http to allowed and public addresses of a host",
    development,
    "http:",
    ["127.0.0.1", publicAddress],
    "insecure_url",
  ],
])("%s", (_title, options, protocol, addresses, code) => {
  const guard = createAddressGuard(options);
  const judge = (): string | undefined => {
    try {
      guard({ hostname: "hooks.example.com", protocol, addresses });
      return undefined;
    } catch (error) {
      return error instanceof Error && "code" in error ? String(error.code) : "not an AttemptError";
    }
  };
  expect(judge()).toBe(code);
});

test("a network that is not in CIDR notation is refused at once", () => {
  expect(() => createAddressGuard({ allowNetworks: ["localhost"] })).toThrow('"localhost" is not a network');
});

test("however a private IPv4 address is written in a URL, it is seen for what it is", () => {
  const octet = fc.integer({ min: 0, max: 255 });
  const firstOctet = fc.constantFrom(0, 10, 127);
  const notation = fc.constantFrom(
    (value: number) => String(value),
    (value: number) => `0x${value.toString(16)}`,
    (value: number) => `0${value.toString(8)}`,
    (value: number) => `0X${value.toString(16).toUpperCase().padStart(8, "0")}`,
  );
  const parts = fc.integer({ min: 1, max: 4 });
  fc.assert(
    fc.property(
      firstOctet,
      octet,
      octet,
      octet,
      parts,
      notation,
      fc.boolean(),
      (a, b, c, d, parts, write, dot) => {
        const octets = [a, b, c, d];
        // The last part stands for all octets that are left.
        const last = octets.slice(parts - 1).reduce((number, value) => number * 256 + value, 0);
        const host = [...octets.slice(0, parts - 1), last].map(write).join(".") + (dot ? "." : "");
        const { hostname } = parseTargetUrl(`https://${host}/`);
        expect(hostname).toBe(octets.join("."));
        expect(addressRange(hostname)).not.toBe("public");
      },
    ),
  );
});
