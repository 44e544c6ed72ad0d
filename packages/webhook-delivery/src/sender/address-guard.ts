import { addressRange, isInNetworks, parseNetwork } from "./address-range.ts";
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
 * @throws {TypeError} when an allowed network is not in CIDR notation
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
