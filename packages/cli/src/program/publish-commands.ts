import { InvalidArgumentError } from "@commander-js/extra-typings";
import { type CommandGroup, examples } from "./command-group.ts";

/** Adds the commands for published integrations. */
export const addPublishCommands: CommandGroup = (program, context) => {
  program
    .command("publish")
    .description("publish the integration: manifest, code, images and secret values")
    .option("--env <name>", "one of the manifest's envs")
    .option("--url <url>", "the URL of a self-hosted integration; requires PLUGBOARD_SIGNING_SECRET")
    .option("--dry-run", "show the changes without publishing")
    .addHelpText("after", examples("plugboard publish", "plugboard publish --env staging --dry-run"))
    .action(async (options) => {
      const { publish } = await import("../commands/publish.ts");
      await publish(context(), options);
    });
  program
    .command("versions")
    .description("list the versions available for rollback")
    .addHelpText("after", examples("plugboard versions", "plugboard versions --json"))
    .action(async () => {
      const { versions } = await import("../commands/versions.ts");
      await versions(context());
    });
  program
    .command("rollback")
    .description("roll back to an earlier version")
    .argument("[version]", "defaults to the previous version", toVersion)
    .addHelpText("after", examples("plugboard rollback", "plugboard rollback 3"))
    .action(async (version) => {
      const { rollBack } = await import("../commands/versions.ts");
      await rollBack(context(), version);
    });
  program
    .command("unpublish")
    .description("unpublish the integration and remove all its installations")
    .option("--yes", "skip the confirmation")
    .addHelpText("after", examples("plugboard unpublish", "plugboard unpublish --yes"))
    .action(async (options) => {
      const { unpublish } = await import("../commands/versions.ts");
      await unpublish(context(), options);
    });
  program
    .command("grant")
    .description("grant the integration its script scopes and sources, as the platform administrator")
    .option("--yes", "skip the confirmation")
    .addHelpText(
      "after",
      examples("plugboard grant", "plugboard grant --yes --server https://docs.example.com"),
    )
    .action(async (options) => {
      const { grant } = await import("../commands/grant.ts");
      await grant(context(), options);
    });
};

function toVersion(text: string): number {
  const version = Number(text);
  if (Number.isInteger(version) && version > 0) return version;
  throw new InvalidArgumentError("The version must be a number from 1.");
}
