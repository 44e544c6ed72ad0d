import { InvalidArgumentError } from "@commander-js/extra-typings";
import { type CommandGroup, examples } from "./command-group.ts";

/** Commands about the integration in this folder; they need no server. */
export const addProjectCommands: CommandGroup = (program, context) => {
  program
    .command("create")
    .description("make an integration from a template, and install the packages it uses")
    .argument("[folder]", "where; asked for when left out")
    .option("--template <name>", "the sample it is made from")
    .option("--name <name>", "its name; that of the folder when left out")
    .option("--title <title>", "its title, as people see it")
    .option("--organization <name>", "the id or subdomain of the organization that owns it")
    .option("--no-install", "leave the packages to be installed later")
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
    .description("run the integration on a server of its own, and load it again after each change")
    .option("--port <number>", "the port of the server; 0 takes a free one", toPort, 4040)
    .option("--join", "on the server you are signed in at, where each change becomes a version")
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
    .description("import a GitBook integration, and report what runs")
    .argument("[folder]", "its folder; default: this one")
    .option("--organization <organization>", "your organization, by id or subdomain")
    .addHelpText("after", examples("plugboard import ../their-integration --organization acme"))
    .action(async (folder, options) => {
      const { importIntegration } = await import("../commands/import.ts");
      await importIntegration(context(), folder, options);
    });
  program
    .command("secrets")
    .description("show the secrets of the manifest, and where their values come from")
    .addHelpText("after", examples("plugboard secrets"))
    .action(async () => {
      const { secrets } = await import("../commands/secrets.ts");
      await secrets(context());
    });
  program
    .command("types")
    .description("write the types of the manifest's settings and secrets")
    .option("--watch", "write them again whenever the manifest changes")
    .addHelpText("after", examples("plugboard types", "plugboard types --watch"))
    .action(async (options) => {
      const { types } = await import("../commands/types.ts");
      await types(context(), options);
    });
};

function toPort(text: string): number {
  const port = Number(text);
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  throw new InvalidArgumentError("A port is a number from 0 to 65535.");
}
