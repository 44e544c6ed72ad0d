import ipaddr from "ipaddr.js";
import { DeliveryError } from "../errors/delivery-error.ts";
import { AttemptError } from "./attempt-error.ts";

/** What the guard lets through besides https to the public internet. */
export interface AddressGuardOptions {
  /**
   * Networks in CIDR notation that may be called although they are not public, over https and plain http:
   * `["127.0.0.0/8", "::1/128"]` for development on one machine. Default: none.
   */
  readonly allowNetworks?: readonly string[];
  /** Whether plain http may be used to public addresses too. Default: false. */
  readonly allowHttp?: boolean;
}

/**
 * Judges a connection before it is opened.
 *
 * @throws {AttemptError} `blocked_address`, `insecure_url`
 */
export type AddressGuard = (connection: {
  /** As in the URL, for messages. */
  readonly hostname: string;
  readonly protocol: string;
  /** Every address that the host has. */
  readonly addresses: readonly string[];
}) => void;

/**
 * Builds the guard against requests into networks that the caller of a webhook must not reach. A host passes when all of
 * its addresses do: one that also points into a private network is refused as a whole.
 *
 * @throws {DeliveryError} `invalid_option` when an allowed network is not in CIDR notation
 */
export function createAddressGuard({
  allowNetworks = [],
  allowHttp = false,
}: AddressGuardOptions): AddressGuard {
  const networks = allowNetworks.map(parseNetwork);

  return ({ hostname, protocol, addresses }) => {
    const outside = addresses.filter((address) => !isInNetworks(address, networks));
    const blocked = outside.map(addressRange).find((range) => range !== "public");
    if (blocked !== undefined) {
      throw new AttemptError(
        "blocked_address",
        `The host "${hostname}" has an address that is not on the public internet (${blocked}). Use a public host, ` +
          "or allow its network with allowNetworks.",
      );
    }
    if (protocol === "http:" && !allowHttp && outside.length > 0) {
      throw new AttemptError(
        "insecure_url",
        `The URL of the host "${hostname}" is plain http, which anyone on the way can read. Use https, ` +
          "or set allowHttp.",
      );
    }
  };
}

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** A block of addresses: its first address and its prefix length. */
type Network = readonly [Address, number];

// Only this block of IPv6 is handed out for the public internet (RFC 4291, section 2.4).
const globalUnicast: Network = ipaddr.parseCIDR("2000::/3");
const nat64: Network = ipaddr.parseCIDR("64:ff9b::/96");
// A public address by its number, yet every Azure machine reaches its host's control service there.
const azureHostService: Network = ipaddr.parseCIDR("168.63.129.16/32");

function parseNetwork(network: string): Network {
  if (ipaddr.isValidCIDR(network)) return ipaddr.parseCIDR(network);
  throw new DeliveryError(
    "invalid_option",
    `allowNetworks: "${network}" is not a network. Write it in CIDR notation, such as 127.0.0.0/8 or fd00::/8.`,
  );
}

/** Whether an address lies in one of the networks. An IPv4 address counts the same inside an IPv6 notation of it. */
function isInNetworks(address: string, networks: readonly Network[]): boolean {
  if (networks.length === 0 || !ipaddr.isValid(address)) return false;
  const written = ipaddr.parse(address);
  const plain = toPlainAddress(written);
  return networks.some((network) => contains(network, written) || contains(network, plain));
}

/**
 * The kind of network that an address belongs to: `public`, or a name such as `private` or `loopback`. Addresses that
 * merely carry an IPv4 address (IPv4-mapped, NAT64) are judged by that one; tunnels (6to4, Teredo) are never public.
 *
 * Source: the IANA special-purpose address registries, as `ipaddr.js` knows them.
 */
export function addressRange(address: string): string {
  if (!ipaddr.isValid(address)) return "unknown";
  const plain = toPlainAddress(ipaddr.parse(address));
  if (contains(azureHostService, plain)) return "metadata";
  const range = plain.range();
  if (range !== "unicast") return range;
  return plain.kind() === "ipv4" || contains(globalUnicast, plain) ? "public" : "reserved";
}

function toPlainAddress(address: Address): Address {
  if (address.kind() === "ipv4") return address;
  const isMapped = address.range() === "ipv4Mapped";
  if (!isMapped && !contains(nat64, address)) return address;
  return ipaddr.fromByteArray(address.toByteArray().slice(-4));
}

function contains([first, prefixLength]: Network, address: Address): boolean {
  return first.kind() === address.kind() && address.match(first, prefixLength);
}
