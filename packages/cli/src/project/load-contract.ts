import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { ContractResource } from "@plugboard/api/client";
import { contractSchema } from "@plugboard/api/contract";
import { getContract } from "@plugboard/api/routes";
import type { Contract } from "@plugboard/platform";
import { CliError } from "../terminal/cli-error.ts";

/**
 * Loads a product's declarations from a server's URL, or from the export `contract` of a package or file.
 *
 * @throws CliError `invalid_project` if the package can't be loaded or has no contract, `unreachable` if the server does
 * not return one
 */
export async function loadContract(source: string, folder: string): Promise<ContractResource> {
  const url = URL.parse(source);
  if (url !== null && /^https?:$/.test(url.protocol))
    return await fetchContract(`${url.origin}/v1${getContract.path}`);
  const { defineContract, describeContract } = await import("@plugboard/platform");
  try {
    const file = createRequire(join(folder, "package.json")).resolve(source);
    const exports: { readonly contract?: Contract } = await import(pathToFileURL(file).href);
    if (exports.contract !== undefined) return describeContract(defineContract(exports.contract));
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new CliError("invalid_project", `The contract of ${source} can't be loaded: ${why}`, { cause });
  }
  throw new CliError("invalid_project", `${source} has no export \`contract\`.`, {
    next: "Name a module that exports the result of `defineContract`, or the URL of a server.",
  });
}

// Public, so that it needs no sign-in.
async function fetchContract(url: string): Promise<ContractResource> {
  try {
    const response = await fetch(url);
    return contractSchema.parse(await response.json());
  } catch (cause) {
    throw new CliError("unreachable", `${url} returned no contract.`, {
      cause,
      next: "Check the URL. The server may be too old.",
    });
  }
}
