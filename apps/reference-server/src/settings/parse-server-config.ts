import { findConflicts } from "./find-conflicts.ts";
import type { ServerConfig } from "./server-config.ts";
import { ServerError } from "./server-error.ts";
import { variableRows } from "./variables.ts";

/**
 * Parses the server's variables. An empty variable counts as not set.
 *
 * @throws {ServerError} `invalid_variable` with the name and rule of each invalid variable, without values
 */
export function parseServerConfig(env: Readonly<Record<string, string | undefined>>): ServerConfig {
  const read = variableRows.map(([key, { name, read: readText, default: fallback, mustBe }]) => {
    const configured = env[name] === "" ? undefined : env[name];
    const effective = configured ?? fallback;
    const value = effective === undefined ? undefined : readText(effective);
    return {
      key,
      value,
      problem: effective !== undefined && value === undefined ? `${name} ${mustBe}` : undefined,
    };
  });
  const wrong = read.flatMap(({ problem }) => problem ?? []);
  // Each value has its variable's type, or `undefined` without a default. Lists default to empty.
  const config = {
    trustedProxies: [],
    noticeMail: [],
    portalOrigins: [],
    integrationNetworks: [],
    webhookNetworks: [],
    scriptTargets: [],
    ...Object.fromEntries(read.flatMap(({ key, value }) => (value === undefined ? [] : [[key, value]]))),
  } as unknown as ServerConfig;
  const problems = wrong.length > 0 ? wrong : findConflicts(config);
  if (problems.length > 0) throw new ServerError("invalid_variable", `${problems.join("; ")}.`);
  return config;
}
