import type { InstallationResource } from "@plugboard/api/client";
import { readProject } from "../project/project.ts";
import type { Manifest } from "@plugboard/manifest";
import type { Server } from "../server/connect.ts";
import { findInstallation } from "../server/install.ts";
import { findResource, organizationsOf } from "../server/find-resource.ts";
import { CliError } from "../terminal/cli-error.ts";
import { requireManifest } from "./check.ts";
import { type CommandContext, connectServer } from "./command-context.ts";

/** The installation of this folder's integration. */
export interface OwnInstallation {
  readonly server: Server;
  readonly folder: string;
  readonly manifest: Manifest;
  readonly installation: InstallationResource;
}

/**
 * Returns the installation of this folder's integration in the selected organization, or its only
 * installation.
 *
 * @throws CliError `not_found` if it isn't installed
 */
export async function findOwnInstallation(
  context: CommandContext,
  { organization }: { readonly organization?: string | undefined } = {},
): Promise<OwnInstallation> {
  const { folder, checked } = await readProject(context.cwd);
  const manifest = requireManifest(context, checked);
  const server = await connectServer(context);
  const { api, origin } = server;
  const where =
    organization === undefined
      ? undefined
      : findResource("organization", organization, await organizationsOf(api)).id;
  const installation = await findInstallation(api, manifest.name, where);
  if (installation !== undefined) return { server, folder, manifest, installation };
  throw new CliError("not_found", `${manifest.name} is not installed at ${origin}.`, {
    next: "Run `plugboard install`.",
  });
}
