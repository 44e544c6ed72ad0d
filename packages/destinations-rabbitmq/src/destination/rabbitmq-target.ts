import {
  AttemptError,
  DeliveryError,
  type DestinationMessage,
  type DestinationTarget,
} from "@plugboard/webhook-delivery";

/** The parts of a broker's URL. */
export interface BrokerAddress {
  readonly protocol: string;
  readonly hostname: string;
  readonly port: number;
  readonly vhost: string;
}

const defaultPorts: Readonly<Record<string, number>> = { "amqp:": 5672, "amqps:": 5671 };
/** Names are short strings in AMQP 0-9-1. */
const maxNameBytes = 255;

/**
 * Parses a URL such as `amqps://broker.example.com/virtual-host`. Without a path, the virtual host is `/`.
 *
 * @throws {AttemptError} `invalid_url`
 */
export function parseBrokerUrl(text: string): BrokerAddress {
  const url = URL.parse(text);
  const defaultPort = defaultPorts[url?.protocol ?? ""];
  // A URL of another scheme than http keeps its host as it is written, for example 127.1 and LOCALHOST.
  const hostname = URL.parse(`https://${url?.hostname ?? ""}`)?.hostname;
  if (url === null || defaultPort === undefined || hostname === undefined) {
    throw invalidUrl("must be a URL such as amqps://broker.example.com/virtual-host");
  }
  if (url.username !== "" || url.password !== "") {
    throw invalidUrl("contains a user name or password; set the fields of these names instead");
  }
  if (url.search !== "" || url.hash !== "") throw invalidUrl("must not have a query or fragment");
  if (url.port === "0") throw invalidUrl("has the port 0; use one between 1 and 65535, or omit it");
  const port = url.port === "" ? defaultPort : Number(url.port);
  return {
    protocol: url.protocol,
    hostname: hostname.replaceAll(/^\[|\]$/g, ""),
    port,
    vhost: parseVhost(url.pathname),
  };
}

function parseVhost(path: string): string {
  let vhost: string;
  try {
    vhost = decodeURIComponent(path.slice(1)) || "/";
  } catch {
    throw invalidUrl("has a virtual host with an invalid percent encoding; write a literal % as %25");
  }
  if (isName(vhost)) return vhost;
  throw invalidUrl(`has a virtual host of more than ${maxNameBytes} bytes`);
}

function invalidUrl(message: string): AttemptError {
  return new AttemptError("invalid_url", `The URL ${message}.`);
}

/** Returns the exchange and the routing key of a message. */
export function routeOf(
  { eventType }: Pick<DestinationMessage, "eventType">,
  { settings }: DestinationTarget,
): { readonly exchange: string; readonly routingKey: string } {
  return { exchange: settings["exchange"] ?? "", routingKey: settings["routingKey"] || eventType };
}

/** Checks the settings of an endpoint. Throws `DeliveryError` (`invalid_endpoint`). */
export function checkTarget({ url, settings }: DestinationTarget): BrokerAddress {
  const { exchange = "", routingKey = "", username = "" } = settings;
  for (const [name, value] of Object.entries({ exchange, routingKey, username })) {
    if (!isName(value))
      throw invalid(`options.destination.settings.${name}`, `is longer than ${maxNameBytes} bytes`);
  }
  if (exchange === "" && routingKey === "") {
    throw invalid(
      "options.destination.settings.routingKey",
      "is missing; with the default exchange, it is the name of the queue",
    );
  }
  try {
    return parseBrokerUrl(url);
  } catch (error) {
    if (!(error instanceof AttemptError)) throw error;
    throw new DeliveryError("invalid_endpoint", error.message, { cause: error, part: "url" });
  }
}

function isName(text: string): boolean {
  return Buffer.byteLength(text) <= maxNameBytes;
}

function invalid(part: string, message: string): DeliveryError {
  return new DeliveryError("invalid_endpoint", `${part} ${message}`, { part });
}
