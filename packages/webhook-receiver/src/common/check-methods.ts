import { WebhookReceiverError } from "./webhook-receiver-error.ts";

/**
 * Rejects an argument without the methods that its user calls, for callers without types.
 *
 * @param expected what to pass
 * @throws {WebhookReceiverError} `configuration_invalid`
 */
export function checkMethods(
  caller: string,
  value: unknown,
  methods: readonly string[],
  expected: string,
): void {
  const missing = methods.filter(
    (method) =>
      typeof value !== "object" || value === null || typeof Reflect.get(value, method) !== "function",
  );
  if (missing.length === 0) return;
  const found =
    value === null || typeof value !== "object" ? describe(value) : `an object without ${list(missing)}`;
  throw new WebhookReceiverError("configuration_invalid", `${caller} needs ${expected}, but got ${found}.`);
}

const describe = (value: unknown): string =>
  value === undefined || value === null ? String(value) : `a ${typeof value}`;

const list = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(" and ");
