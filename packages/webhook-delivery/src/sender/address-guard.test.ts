import * as fc from "fast-check";
import { expect, test } from "vitest";
import { addressRange, type AddressGuardOptions, createAddressGuard } from "./address-guard.ts";
import { parseTargetUrl } from "./target-url.ts";

const publicAddress = "93.184.215.14";
const development: AddressGuardOptions = { allowNetworks: ["127.0.0.0/8"] };

/** Returns the code of the error that blocks a connection. */
function judge(
  options: AddressGuardOptions,
  protocol: string,
  addresses: readonly string[],
): string | undefined {
  const guard = createAddressGuard(options);
  try {
    guard({ hostname: "hooks.example.com", protocol, addresses });
    return undefined;
  } catch (error) {
    return error instanceof Error && "code" in error ? String(error.code) : "not an AttemptError";
  }
}

test.each<[string, AddressGuardOptions, string, string[], string | undefined]>([
  ["https to the public internet", {}, "https:", [publicAddress], undefined],
  ["http to the public internet", {}, "http:", [publicAddress], "insecure_url"],
  ["http with allowHttp", { allowHttp: true }, "http:", [publicAddress], undefined],
  ["https to a private address", {}, "https:", ["10.0.0.1"], "blocked_address"],
  ["http to a private address with allowHttp", { allowHttp: true }, "http:", ["10.0.0.1"], "blocked_address"],
  [
    "a host with public addresses and a private one",
    {},
    "https:",
    [publicAddress, "10.0.0.1"],
    "blocked_address",
  ],
  ["http to an allowed network", development, "http:", ["127.0.0.1"], undefined],
  ["https to an allowed network", development, "https:", ["127.0.0.1"], undefined],
  [
    "a private address outside the allowed network",
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
  expect(judge(options, protocol, addresses)).toBe(code);
});

test("a private IPv4 address in a URL is recognized in every notation", () => {
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
        // The last part covers all remaining octets.
        const last = octets.slice(parts - 1).reduce((number, value) => number * 256 + value, 0);
        const host = [...octets.slice(0, parts - 1), last].map(write).join(".") + (dot ? "." : "");
        const { hostname } = parseTargetUrl(`https://${host}/`);
        expect(hostname).toBe(octets.join("."));
        expect(addressRange(hostname)).not.toBe("public");
      },
    ),
  );
});

test.each([
  ["93.184.215.14", "public"],
  ["8.8.8.8", "public"],
  ["172.32.0.1", "public"],
  ["2606:4700:4700::1111", "public"],
  ["0.0.0.0", "unspecified"],
  ["0.1.2.3", "unspecified"],
  ["10.0.0.1", "private"],
  ["172.16.0.1", "private"],
  ["172.31.255.255", "private"],
  ["192.168.1.1", "private"],
  ["100.64.0.1", "carrierGradeNat"],
  ["100.100.100.200", "carrierGradeNat"],
  ["127.0.0.1", "loopback"],
  ["127.255.255.254", "loopback"],
  ["169.254.169.254", "linkLocal"],
  ["168.63.129.16", "metadata"],
  ["192.0.0.192", "reserved"],
  ["192.0.2.1", "reserved"],
  ["198.18.0.1", "reserved"],
  ["224.0.0.1", "multicast"],
  ["240.0.0.1", "reserved"],
  ["255.255.255.255", "broadcast"],
  ["::", "unspecified"],
  ["::1", "loopback"],
  ["fe80::1", "linkLocal"],
  ["fe80::1%eth0", "linkLocal"],
  ["fec0::1", "deprecatedSiteLocal"],
  ["fc00::1", "uniqueLocal"],
  ["fd00:ec2::254", "uniqueLocal"],
  ["ff02::1", "multicast"],
  ["2001:db8::1", "reserved"],
  ["2002:7f00:1::", "6to4"],
  ["2002:5db8:d70e::", "6to4"],
  ["2001:0:4136:e378:8000:63bf:80ff:fffe", "teredo"],
  ["::127.0.0.1", "loopback"],
  ["::7f00:1", "reserved"],
  ["::ffff:0:127.0.0.1", "rfc6145"],
  ["::ffff:127.0.0.1", "loopback"],
  ["::ffff:a9fe:a9fe", "linkLocal"],
  ["::ffff:93.184.215.14", "public"],
  ["64:ff9b::7f00:1", "loopback"],
  ["64:ff9b::8.8.8.8", "public"],
  ["64:ff9b:1::8.8.8.8", "rfc6052"],
  ["4000::1", "reserved"],
  ["not an address", "unknown"],
])("%s is %s", (address, range) => {
  expect(addressRange(address)).toBe(range);
});

test("an IPv4 address embedded in IPv6 is judged like the address itself", () => {
  fc.assert(
    fc.property(fc.ipV4(), (address) => {
      const range = addressRange(address);
      expect(addressRange(`::ffff:${address}`)).toBe(range);
      expect(addressRange(`64:ff9b::${address}`)).toBe(range);
    }),
  );
});

test("no IPv6 address outside 2000::/3 is public, unless it embeds a public IPv4 address", () => {
  const group = fc.integer({ min: 0, max: 0xffff });
  const firstGroup = group.filter((value) => (value & 0xe000) !== 0x2000 && value !== 0 && value !== 0x64);
  fc.assert(
    fc.property(firstGroup, fc.array(group, { minLength: 7, maxLength: 7 }), (first, rest) => {
      const address = [first, ...rest].map((value) => value.toString(16)).join(":");
      expect(addressRange(address)).not.toBe("public");
    }),
  );
});

test.each([
  ["127.0.0.1", ["127.0.0.0/8"], true],
  ["::ffff:127.0.0.1", ["127.0.0.0/8"], true],
  ["::1", ["127.0.0.0/8", "::1/128"], true],
  ["10.1.2.3", ["10.1.0.0/16"], true],
  ["10.2.2.3", ["10.1.0.0/16"], false],
  ["fd12::1", ["fd12::/16"], true],
  ["10.1.2.3", ["fd12::/16"], false],
  ["10.1.2.3", [], false],
  ["not an address", ["0.0.0.0/0"], false],
])("%s is in %j: %s", (address, networks, expected) => {
  const code = judge({ allowNetworks: networks }, "http:", [address]);
  expect(code).toBe(expected ? undefined : "blocked_address");
});

test.each(["10.0.0.1", "10.0.0.0/33", "localhost", ""])("%j is not a network", (network) => {
  expect(() => createAddressGuard({ allowNetworks: [network] })).toThrow(
    expect.objectContaining({
      code: "invalid_option",
      message: expect.stringContaining(`"${network}" is not`),
    }),
  );
});
