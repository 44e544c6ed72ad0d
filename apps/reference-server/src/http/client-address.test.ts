import { describe, expect, it } from "vitest";
import { clientAddress, isLoopback, type Network, readNetwork, writeNetwork } from "./client-address.ts";

function trust(...texts: string[]): Network[] {
  return texts.flatMap((text) => {
    const network = readNetwork(text);
    return network === undefined ? [] : [network];
  });
}

describe("clientAddress", () => {
  const proxies = trust("10.0.0.0/8", "2001:db8:1::/48", "192.0.2.7");

  it.each([
    ["no proxy is trusted", "203.0.113.9", "198.51.100.1", [], "203.0.113.9"],
    ["there is no header", "10.0.0.1", undefined, proxies, "10.0.0.1"],
    ["the peer is not a proxy and forges the header", "203.0.113.9", "198.51.100.1", proxies, "203.0.113.9"],
    ["one proxy adds its caller", "10.0.0.1", "198.51.100.1", proxies, "198.51.100.1"],
    ["a caller adds its own header", "10.0.0.1", "1.1.1.1, 198.51.100.1", proxies, "198.51.100.1"],
    ["a caller adds a proxy's address", "10.0.0.1", "10.0.0.2, 198.51.100.1", proxies, "198.51.100.1"],
    ["two proxies in a row", "192.0.2.7", "1.1.1.1, 198.51.100.1,10.3.2.1", proxies, "198.51.100.1"],
    ["all addresses are proxies", "10.0.0.1", "10.0.0.3, 10.0.0.2", proxies, "10.0.0.3"],
    ["an entry is not an address", "10.0.0.1", "1.1.1.1, unknown", proxies, "10.0.0.1"],
    ["an entry is an address as a number", "10.0.0.1", "2130706433", proxies, "10.0.0.1"],
    ["an entry is a long text", "10.0.0.1", `${":".repeat(50_000)}x`, proxies, "10.0.0.1"],
    ["the header is empty", "10.0.0.1", "", proxies, "10.0.0.1"],
    ["an address has a port", "10.0.0.1", "198.51.100.1:4711", proxies, "198.51.100.1"],
    ["an IPv6 address has a port", "10.0.0.1", "[2001:db8::9]:4711", proxies, "2001:db8::9"],
    ["IPv6 is written in full", "2001:db8:1::1", "2001:0db8:0:0::9", proxies, "2001:db8::9"],
    ["a socket shows IPv4 as IPv6", "::ffff:10.0.0.1", "::ffff:198.51.100.1", proxies, "198.51.100.1"],
    ["the connection is closed", undefined, "198.51.100.1", proxies, ""],
  ])("when %s", (_case, peer, forwardedFor, trusted, expected) => {
    expect(clientAddress({ peer, forwardedFor }, trusted)).toBe(expected);
  });
});

describe("readNetwork", () => {
  it.each(["300.0.0.1/8", "10.0.0.0/33", "proxy", "10", "", "10.0.0.0/8/8"])(
    "returns none for %j",
    (text) => {
      expect(readNetwork(text)).toBeUndefined();
    },
  );
});

describe("writeNetwork", () => {
  it.each(["10.0.0.0/8", "192.0.2.7/32", "2001:db8:1::/48", "::1/128"])(
    "formats %s as it was parsed",
    (text) => {
      expect(trust(text).map(writeNetwork)).toEqual([text]);
    },
  );
});

describe("isLoopback", () => {
  it.each([
    ["127.0.0.1", true],
    ["127.8.9.1", true],
    ["::1", true],
    ["::ffff:127.0.0.1", true],
    ["10.0.0.1", false],
    ["::ffff:10.0.0.1", false],
    ["", false],
    [undefined, false],
  ])("of %s is %s", (address, expected) => {
    expect(isLoopback(address)).toBe(expected);
  });
});
