import { platformEventTypes } from "@plugboard/api";
import type { ApiClient, ContractResource } from "@plugboard/api/client";
import { getContract, getSampleEvent, sendSampleEvent } from "@plugboard/api/routes";
import type { Manifest } from "@plugboard/manifest";
import { CliError } from "../terminal/cli-error.ts";
import { didYouMean } from "../terminal/did-you-mean.ts";
import { findResource, spacesOrSitesOf } from "../server/find-resource.ts";
import { findKind, parseResource } from "../server/resource-kinds.ts";
import { commandsForMissing, missingSettings } from "../server/settings.ts";
import { parseFields } from "../server/sample-fields.ts";
import type { CommandContext } from "./command-context.ts";
import { findOwnInstallation } from "./own-installation.ts";

/** The resource of the event. */
export interface TriggerOptions {
  readonly organization?: string | undefined;
  readonly space?: string | undefined;
  readonly site?: string | undefined;
  /** A kind and an ID, such as `project:prj_1`. */
  readonly resource?: string | undefined;
}

/** Sends a sample event to the integration in this folder, with fields overridden on the command line. */
export async function trigger(
  context: CommandContext,
  eventType: string,
  words: readonly string[],
  options: TriggerOptions,
): Promise<void> {
  const { server, installation, manifest } = await findOwnInstallation(context, options);
  const { api } = server;
  const contract = await api.call(getContract);
  requireTriggered(contract, eventType);
  const location = await findLocation(api, contract, installation.organization, options);
  const params = { installationId: installation.id, eventType };
  const sample = await api.call(getSampleEvent, { params, query: location });
  const fields = parseFields(words, sample.fields);
  if (sample.refusal !== undefined) {
    const missing = missingSettings(manifest, "account", installation.configuration);
    throw new CliError("refused", `No integration would receive ${eventType}: ${sample.refusal}.`, {
      next: nextStepFor(sample.refusal, manifest, commandsForMissing(manifest, "account", missing)),
    });
  }
  const sent = await api.call(sendSampleEvent, { params, body: { ...location, fields } });
  context.terminal.show(
    { ...sent, server: server.origin },
    `Sent ${sent.type} ${sent.eventId} at ${server.origin}.\n${JSON.stringify(sent.fields, null, 2)}`,
  );
}

/** @throws CliError `usage` if the server's product has no such event */
function requireTriggered({ kinds, events }: ContractResource, eventType: string): void {
  const types = [
    ...platformEventTypes.filter((type) => type !== "ui_render"),
    ...kinds.flatMap(({ kind }) => [`${kind}_installation_setup`, `${kind}_installation_deleted`]),
    ...events.map(({ type }) => type),
  ];
  if (types.includes(eventType)) return;
  const next = didYouMean(eventType, types);
  throw new CliError("usage", `${eventType} is not an event that can be triggered.`, { next });
}

async function findLocation(
  api: ApiClient,
  { kinds }: ContractResource,
  organization: string,
  { resource, ...options }: TriggerOptions,
): Promise<{ readonly spaceId?: string; readonly siteId?: string; readonly resourceId?: string }> {
  if (resource !== undefined) {
    const { kind, id } = parseResource(resource);
    findKind(kinds, kind);
    return { resourceId: id };
  }
  const idOf = async (kind: "space" | "site") => {
    const word = options[kind];
    if (word === undefined) return {};
    findKind(kinds, kind);
    return { [`${kind}Id`]: findResource(kind, word, await spacesOrSitesOf(api, kind, organization)).id };
  };
  return { ...(await idOf("space")), ...(await idOf("site")) };
}

function nextStepFor(
  refusal: string,
  { target = "all" }: Pick<Manifest, "target">,
  commands: readonly string[],
): string {
  const kind = /not installed in the (\w+)/.exec(refusal)?.[1];
  const configure = commands.length === 0 ? ["plugboard configure"] : commands;
  const steps: readonly (readonly [RegExp, string])[] = [
    [/scope/, "Add the scope to the manifest and publish again."],
    [/pending/, `Run ${configure.map((command) => `\`${command}\``).join(", then ")}.`],
    ...(kind === undefined || target === "all" || target === kind
      ? []
      : [
          [
            /not installed in/,
            `Set \`target: all\` in the manifest, which is \`${target}\`, and install it in the ${kind}.`,
          ] as const,
        ]),
    [/not installed in the (space|site)/, "Run `plugboard install --space all --site all`."],
    [/not installed in the/, `Run \`plugboard install --resource ${kind}:<id>\`.`],
    [/does not handle/, "Add a handler for it and publish again."],
    [/paused/, "Resume the installation in the console."],
    [/no schedules/, "Add schedules to the manifest and publish again."],
  ];
  return steps.find(([pattern]) => pattern.test(refusal))?.[1] ?? "Run `plugboard versions`.";
}
