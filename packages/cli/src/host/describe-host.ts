import { integrationDescriptionSchema } from "@plugboard/api/schemas";
import type { IntegrationDescription } from "@plugboard/api";
import { CliError } from "../terminal/cli-error.ts";
import type { IntegrationHost } from "./start-host.ts";

/** Asks an integration what it handles. @throws CliError `invalid_project` when it does not respond as one */
export async function describeHost(host: IntegrationHost): Promise<IntegrationDescription> {
  const { status, body } = await host.send();
  if (status === 200) return integrationDescriptionSchema.parse(JSON.parse(new TextDecoder().decode(body)));
  throw new CliError(
    "invalid_project",
    `The integration responded with ${status} when asked what it handles.`,
    {
      next: "Does the script export what createIntegration gives?",
    },
  );
}
