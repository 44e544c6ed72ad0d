import { integrationDescriptionSchema } from "@plugboard/api/schemas";
import type { IntegrationDescription } from "@plugboard/api";
import { CliError } from "../terminal/cli-error.ts";
import type { IntegrationHost } from "./start-host.ts";

/**
 * Asks an integration for its description.
 *
 * @throws CliError `invalid_project` if the response isn't a description
 */
export async function describeHost(host: IntegrationHost): Promise<IntegrationDescription> {
  const { status, body } = await host.send();
  if (status === 200) return integrationDescriptionSchema.parse(JSON.parse(new TextDecoder().decode(body)));
  throw new CliError(
    "invalid_project",
    `The integration responded to the request for its description with status ${status}.`,
    {
      next: "Make sure that the script exports the result of createIntegration.",
    },
  );
}
