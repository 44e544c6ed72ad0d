import { operatorScopes, platformEventTypes, provisioningScope, scopeOfEvent, scopes } from "@plugboard/api";
import { contentContract } from "@plugboard/content/contract";
import type { ScopeDeclaration } from "@plugboard/platform";
import { documentedOperations } from "./documented-operations.ts";
import { linkToOperation } from "./http-api-page.ts";

/** Returns the scope page: the operations and events that require each scope. */
export function scopesPage(): string {
  const free = [
    ...platformEventTypes,
    ...Object.keys(contentContract.kinds).flatMap((kind) => [
      `${kind}_installation_setup`,
      `${kind}_installation_deleted`,
    ]),
  ].map((type) => `\`${type}\``);
  return [
    "# Scopes",
    "",
    "The values of `scopes` in a manifest. A scope allows an integration to call operations of the [HTTP API](http-api/) for a",
    "space or site it is installed in, and to receive its events. Without the scope, the operation responds with 403 and the",
    "event is not delivered. The `agent:tools` scopes let an integration offer tools, and API keys call them.",
    "",
    "| scope | operations | events |",
    "|---|---|---|",
    ...[...Object.keys(declared), ...scopes].map(
      (scope) => `| \`${scope}\`${note(scope)} | ${operationsOf(scope)} | ${eventsOf(scope)} |`,
    ),
    "",
    `These events require no scope: ${free.join(", ")}.`,
    "",
    "API keys and agents can have these scopes, but integrations can't request them:",
    "",
    "| scope | operations |",
    "|---|---|",
    ...operatorScopes.map((scope) => `| \`${scope}\` | ${operationsOf(scope)} |`),
    "",
    "Only API keys that owners create for identity providers can have this scope, and they can have no other:",
    "",
    "| scope | operations |",
    "|---|---|",
    `| \`${provisioningScope}\` | ${operationsOf(provisioningScope)} |`,
    "",
  ].join("\n");
}

const declared: Readonly<Record<string, ScopeDeclaration>> = contentContract.scopes;

function note(scope: string): string {
  return declared[scope]?.internal === true ? " (only granted by the operator)" : "";
}

function operationsOf(scope: string): string {
  const own = documentedOperations.filter(
    ({ access, keyScope }) => keyScope === scope || (typeof access === "object" && access.scope === scope),
  );
  return own.map((operation) => `[\`${operation.id}\`](http-api/${linkToOperation(operation)})`).join(", ");
}

function eventsOf(scope: string): string {
  const own = Object.entries(contentContract.events).filter(([, event]) => event.scope === scope);
  const custom = scopeOfEvent("custom.event") === scope ? ["custom events"] : [];
  return [...own.map(([type]) => `\`${type}\``), ...custom].join(", ");
}
