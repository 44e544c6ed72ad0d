import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { ContractResource } from "@plugboard/api/client";
import { contractSchema } from "@plugboard/api/contract";
import type { ManifestContract } from "@plugboard/manifest";
import { CliError } from "../terminal/cli-error.ts";

/** The name of the file with the product's declarations. Authors commit it. */
export const contractFileName = "service-manifest.contract.json";

/**
 * Reads the declarations of the product that an integration is for. `undefined` if there is no file.
 *
 * @throws CliError `invalid_project` if the file is invalid
 */
export async function readContract(folder: string): Promise<ContractResource | undefined> {
  const text = await readFile(join(folder, contractFileName), "utf8").catch(() => undefined);
  if (text === undefined) return undefined;
  const { data } = contractSchema.safeParse(parseJson(text));
  if (data !== undefined) return data;
  throw new CliError("invalid_project", `${contractFileName} is not a product's contract.`, {
    next: "Write it again with `plugboard types --product <server or package>`.",
  });
}

/** Writes the declarations of the product that an integration is for. */
export async function writeContract(folder: string, contract: ContractResource): Promise<void> {
  await writeFile(join(folder, contractFileName), `${JSON.stringify(contract, null, 2)}\n`);
}

/** Returns the names that a manifest may use. */
export function toManifestContract({
  name,
  kinds,
  scopes,
  events,
  requests,
}: ContractResource): ManifestContract {
  return {
    name,
    kinds: Object.fromEntries(kinds.map(({ kind }) => [kind, {}])),
    scopes: Object.fromEntries(scopes.map(({ scope, ...declaration }) => [scope, declaration])),
    events: Object.fromEntries(events.map(({ type, on, scope }) => [type, { on, scope }])),
    requests: requests && Object.fromEntries(requests.map(({ type, on, scope }) => [type, { on, scope }])),
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
