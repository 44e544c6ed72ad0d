import { isIP } from "node:net";
import { ScriptRunnerError } from "../model/script-runner-error.ts";

/** The operator's exceptions to the rule that scripts only reach public addresses. */
export interface AllowedTargets {
  /** Networks in CIDR notation. */
  readonly networks: readonly string[];
  /** `host:port`, with the host in its URL form. */
  readonly hosts: ReadonlySet<string>;
}

const defaultPorts: Readonly<Record<string, string>> = { "http:": "80", "https:": "443" };

/**
 * Parses targets of the form `host:port` or CIDR.
 *
 * @throws {ScriptRunnerError} `invalid_option` if a target is neither
 */
export function parseAllowedTargets(targets: readonly string[]): AllowedTargets {
  const networks = targets.filter(isNetwork);
  const hosts = targets.filter((target) => !isNetwork(target)).map(parseHost);
  return { networks, hosts: new Set(hosts) };
}

/** Returns whether the operator allowed the host and port of a URL. */
export function isAllowedHost({ hostname, port, protocol }: URL, { hosts }: AllowedTargets): boolean {
  return hosts.has(`${hostname}:${port || defaultPorts[protocol]}`);
}

function isNetwork(target: string): boolean {
  const [, address = "", prefixLength] = /^([^/]+)\/(\d{1,3})$/.exec(target) ?? [];
  return isIP(address) !== 0 && Number(prefixLength) <= (isIP(address) === 4 ? 32 : 128);
}

function parseHost(target: string): string {
  // A URL drops its default port, but here the port is always required.
  const [, port] = /^[^\s/?#@\\]+:(\d{1,5})$/.exec(target) ?? [];
  const url = port === undefined ? null : URL.parse(`http://${target}`);
  if (url === null || port === undefined) {
    throw new ScriptRunnerError(
      "invalid_option",
      `allowedTargets: "${target}" is neither host:port (such as 127.0.0.1:4002) nor a network (such as 10.0.0.0/8).`,
    );
  }
  return `${url.hostname}:${Number(port)}`;
}
