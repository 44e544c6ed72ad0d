import { InvalidArgumentError } from "@commander-js/extra-typings";
import { type CommandGroup, examples } from "./command-group.ts";

/** Adds the commands for the integration in this folder. They need no server. */
export const addProjectCommands: CommandGroup = (program, context) => {
  program
    .command("create")
    .description("create an integration from a template and install its packages")
    .argument("[folder]", "the folder; prompted for by default")
    .option("--template <name>", "the sample to copy")
    .option("--name <name>", "the integration's name; defaults to the folder's name")
    .option("--title <title>", "the integration's title")
    .option("--organization <name>", "the ID or subdomain of the organization that owns it")
    .option("--no-install", "skip the installation of packages")
    .addHelpText(
      "after",
      examples(
        "plugboard create page-digest",
        "plugboard create page-digest --template webhook --organization acme",
      ),
    )
    .action(async (folder, options) => {
      const { create } = await import("../commands/create.ts");
      await create(context(), folder, options);
    });
  program
    .command("dev")
    .description("run the integration on a local server and reload it after each change")
    .option("--port <number>", "the server's port; 0 selects a free one", toPort, 4040)
    .option("--join", "use the server you are signed in to, and publish each change as a version")
    .addHelpText(
      "after",
      examples("plugboard dev", "plugboard dev --join --server https://staging.example.com"),
    )
    .action(async (options) => {
      const { dev } = await import("../commands/dev.ts");
      await dev(context(), options);
    });
  program
    .command("check")
    .description("check the manifest, the files it names, and the code against it")
    .addHelpText("after", examples("plugboard check", "plugboard check --json"))
    .action(async () => {
      const { check } = await import("../commands/check.ts");
      await check(context());
    });
  program
    .command("import")
    .description("import a GitBook integration and report which parts run")
    .argument("[folder]", "the integration's folder; defaults to the current folder")
    .option("--organization <organization>", "your organization (ID or subdomain)")
    .addHelpText("after", examples("plugboard import ../their-integration --organization acme"))
    .action(async (folder, options) => {
      const { importIntegration } = await import("../commands/import.ts");
      await importIntegration(context(), folder, options);
    });
  program
    .command("secrets")
    .description("list the manifest's secrets and the sources of their values")
    .addHelpText("after", examples("plugboard secrets"))
    .action(async () => {
      const { secrets } = await import("../commands/secrets.ts");
      await secrets(context());
    });
  program
    .command("types")
    .description("generate types for the manifest's settings and secrets, and for its product")
    .option("--watch", "regenerate them when the manifest changes")
    .option("--product <source>", "update the product's events and scopes from a server or package")
    .addHelpText(
      "after",
      examples(
        "plugboard types",
        "plugboard types --watch",
        "plugboard types --product https://tracker.example.com",
      ),
    )
    .action(async (options) => {
      const { types } = await import("../commands/types.ts");
      await types(context(), options);
    });
};

function toPort(text: string): number {
  const port = Number(text);
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  throw new InvalidArgumentError("The port must be a number from 0 to 65535.");
}
