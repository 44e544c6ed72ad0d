import { getSampleEvent, sendSampleEvent } from "@plugboard/api/routes";
import { runtimeEventTypes } from "@plugboard/api";
import type { Manifest } from "@plugboard/manifest";
import { CliError } from "../terminal/cli-error.ts";
import { didYouMean } from "../terminal/did-you-mean.ts";
import { findResource, spacesOrSitesOf } from "../server/find-resource.ts";
import { commandsForMissing, missingSettings } from "../server/settings.ts";
import { parseFields } from "../server/sample-fields.ts";
import type { CommandContext } from "./command-context.ts";
import { findOwnInstallation } from "./own-installation.ts";

/** The space or site of the event. */
export interface TriggerOptions {
  readonly organization?: string | undefined;
  readonly space?: string | undefined;
  readonly site?: string | undefined;
}

/** Sends a sample event to the integration in this folder, with fields overridden on the command line. */
export async function trigger(
  context: CommandContext,
  eventType: string,
  words: readonly string[],
  options: TriggerOptions,
): Promise<void> {
  const types = runtimeEventTypes.filter((type) => type !== "ui_render");
  if (!types.some((type) => type === eventType)) {
    const next = didYouMean(eventType, types);
    throw new CliError("usage", `${eventType} is not an event that can be triggered.`, { next });
  }
  const { server, installation, manifest } = await findOwnInstallation(context, options);
  const { api } = server;
  const idOf = async (kind: "space" | "site"): Promise<string | undefined> => {
    const word = options[kind];
    return word === undefined
      ? undefined
      : findResource(kind, word, await spacesOrSitesOf(api, kind, installation.organization)).id;
  };
  const location = { spaceId: await idOf("space"), siteId: await idOf("site") };
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

function nextStepFor(
  refusal: string,
  { target = "all" }: Pick<Manifest, "target">,
  commands: readonly string[],
): string {
  const configure = commands.length === 0 ? ["plugboard configure"] : commands;
  const steps: readonly (readonly [RegExp, string])[] = [
    [/scope/, "Add the scope to the manifest and publish again."],
    [/pending/, `Run ${configure.map((command) => `\`${command}\``).join(", then ")}.`],
    ...(["space", "site"] as const)
      .filter((kind) => target !== "all" && target !== kind)
      .map((kind): readonly [RegExp, string] => [
        new RegExp(`not installed in the ${kind}`),
        `Set \`target: all\` in the manifest, which is \`${target}\`, and install it in the ${kind}.`,
      ]),
    [/not installed in the (space|site)/, "Run `plugboard install --space all --site all`."],
    [/does not handle/, "Add a handler for it and publish again."],
    [/paused/, "Resume the installation in the console."],
    [/no schedules/, "Add schedules to the manifest and publish again."],
  ];
  return steps.find(([pattern]) => pattern.test(refusal))?.[1] ?? "Run `plugboard versions`.";
}
