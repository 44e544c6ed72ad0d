import { DeliveryError, type DestinationField } from "@plugboard/webhook-delivery";

/** The fields of an access key. */
export const keyFields: readonly DestinationField[] = [
  { name: "accessKeyId", label: "Access key ID", isRequired: true },
  { name: "secretAccessKey", label: "Secret access key", isRequired: true, isSecret: true },
];

/** Checks a base URL that an operator sets. Throws `DeliveryError` (`invalid_option`). */
export function checkBaseUrl(baseUrl: string | undefined): void {
  if (baseUrl === undefined || /^https?:$/.test(URL.parse(baseUrl)?.protocol ?? "")) return;
  throw new DeliveryError(
    "invalid_option",
    `baseUrl is ${JSON.stringify(baseUrl)}; it must be an http or https URL`,
  );
}

/** Returns an error at a field of an endpoint. */
export function invalid(part: string, message: string): DeliveryError {
  return new DeliveryError("invalid_endpoint", `${part} ${message}`, { part });
}
