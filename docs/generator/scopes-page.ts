import { eventScopes, internalScopes, type Scope, scopeOfEvent, scopes } from "@plugboard/api";
import { type AnyOperation, operations } from "@plugboard/api/contract";
import { linkToOperation } from "./http-api-page.ts";

/** The page about scopes: for each, the operations and the events that need it. */
export function scopesPage(): string {
  const free = Object.entries(eventScopes).flatMap(([type, scope]) =>
    scope === undefined ? [`\`${type}\``] : [],
  );
  return [
    "# Scopes",
    "",
    "What an integration's manifest names in `scopes`, and what each lets it do: call an operation of the [HTTP API](http-api/) about a",
    "space or a site that it is installed in, and receive an event of one. Without the scope, the operation responds with 403 and the",
    "event does not come.",
    "",
    "| scope | operations | events |",
    "|---|---|---|",
    ...scopes.map((scope) => `| \`${scope}\`${note(scope)} | ${operationsOf(scope)} | ${eventsOf(scope)} |`),
    "",
    `These events need none: ${free.join(", ")}.`,
    "",
  ].join("\n");
}

function note(scope: Scope): string {
  return internalScopes.includes(scope) ? " (granted by the operator alone)" : "";
}

function operationsOf(scope: Scope): string {
  const own = Object.values<AnyOperation>(operations).filter(
    ({ access }) => typeof access === "object" && access.scope === scope,
  );
  return own.map((operation) => `[\`${operation.id}\`](http-api/${linkToOperation(operation)})`).join(", ");
}

function eventsOf(scope: Scope): string {
  const own = Object.entries(eventScopes).filter(([, needed]) => needed === scope);
  const custom = scopeOfEvent("custom.event") === scope ? ["custom events"] : [];
  return [...own.map(([type]) => `\`${type}\``), ...custom].join(", ");
}
