import { findConflicts } from "./find-conflicts.ts";
import type { ServerConfig } from "./server-config.ts";
import { ServerError } from "./server-error.ts";
import { variableRows } from "./variables.ts";

/**
 * Reads the server's variables. One that is set to nothing counts as absent.
 *
 * @throws ServerError `invalid_variable` naming each bad variable and what it must be; values are not repeated.
 */
export function parseServerConfig(env: Readonly<Record<string, string | undefined>>): ServerConfig {
  const read = variableRows.map(([key, { name, read: readText, default: fallback, mustBe }]) => {
    const given = env[name] === "" ? undefined : env[name];
    const used = given ?? fallback;
    const value = used === undefined ? undefined : readText(used);
    return {
      key,
      value,
      problem: used !== undefined && value === undefined ? `${name} ${mustBe}` : undefined,
    };
  });
  const wrong = read.flatMap(({ problem }) => problem ?? []);
  // Each key has a value of the variable's type, or none where there is no default, and lists are empty then.
  const config = {
    trustedProxies: [],
    noticeMail: [],
    portalOrigins: [],
    integrationNetworks: [],
    scriptTargets: [],
    ...Object.fromEntries(read.flatMap(({ key, value }) => (value === undefined ? [] : [[key, value]]))),
  } as unknown as ServerConfig;
  const problems = wrong.length > 0 ? wrong : findConflicts(config);
  if (problems.length > 0) throw new ServerError("invalid_variable", `${problems.join("; ")}.`);
  return config;
}
