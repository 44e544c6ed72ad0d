import ipaddr from "ipaddr.js";
import { DeliveryError } from "../errors/delivery-error.ts";
import { AttemptError } from "./attempt-error.ts";

/** Exceptions to the rule that only https to public addresses is allowed. */
export interface AddressGuardOptions {
  /**
   * Non-public networks that can be called over https and plain HTTP, in CIDR notation: `["127.0.0.0/8",
   * "::1/128"]` for local development. Defaults to none.
   */
  readonly allowNetworks?: readonly string[];
  /** Allows plain HTTP, and plain AMQP, to public addresses. Defaults to false. */
  readonly allowHttp?: boolean;
}

/**
 * Checks a connection before it is opened.
 *
 * @throws {AttemptError} `blocked_address`, `insecure_url`
 */
export type AddressGuard = (connection: {
  /** The hostname from the URL, for messages. */
  readonly hostname: string;
  readonly protocol: string;
  /** All addresses of the host. */
  readonly addresses: readonly string[];
}) => void;

/**
 * Creates the guard against requests into private networks (SSRF). A host passes only if all its addresses
 * do.
 *
 * @throws {DeliveryError} `invalid_option` if an allowed network isn't in CIDR notation
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
        `The host "${hostname}" has an address that is not on the public internet (${blocked}). Use a public host.`,
      );
    }
    if (!isEncrypted(protocol) && !allowHttp && outside.length > 0) {
      throw new AttemptError(
        "insecure_url",
        `The URL of the host "${hostname}" is ${describePlain(protocol)}`,
      );
    }
  };
}

/** Returns whether a scheme uses TLS. The encrypted form of a scheme ends with an s: `https:`, `amqps:`. */
export function isEncrypted(protocol: string): boolean {
  return protocol.endsWith("s:");
}

/** Describes an unencrypted scheme, as the end of a message. */
export function describePlain(protocol: string): string {
  const scheme = protocol.slice(0, -1);
  return `plain ${scheme.toUpperCase()}, which can be read in transit. Use ${scheme}s.`;
}

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** A network: its first address and its prefix length. */
type Network = readonly [Address, number];

// The only IPv6 block assigned to the public internet (RFC 4291, section 2.4).
const globalUnicast: Network = ipaddr.parseCIDR("2000::/3");
const nat64: Network = ipaddr.parseCIDR("64:ff9b::/96");
// Outside all reserved ranges, but every Azure machine reaches its host's control service there.
const azureHostService: Network = ipaddr.parseCIDR("168.63.129.16/32");

function parseNetwork(network: string): Network {
  if (ipaddr.isValidCIDR(network)) return ipaddr.parseCIDR(network);
  throw new DeliveryError(
    "invalid_option",
    `allowNetworks: "${network}" is not a network. Write it in CIDR notation, such as 127.0.0.0/8 or fd00::/8.`,
  );
}

/**
 * Returns whether an address is in one of the networks. An IPv4 address matches in its IPv6 notations too.
 */
function isInNetworks(address: string, networks: readonly Network[]): boolean {
  if (networks.length === 0 || !ipaddr.isValid(address)) return false;
  const written = ipaddr.parse(address);
  const plain = toPlainAddress(written);
  return networks.some((network) => contains(network, written) || contains(network, plain));
}

/**
 * Returns the kind of network an address belongs to: `public`, or a name such as `private` or `loopback`.
 * Addresses that embed an IPv4 address (IPv4-mapped, NAT64) are classified by it; tunnels (6to4, Teredo) are
 * never public.
 *
 * Source: the IANA special-purpose address registries, as implemented by `ipaddr.js`.
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
