import { type CommandGroup, collect, examples } from "./command-group.ts";

/** Commands about the integration in this folder as it is installed on a server. */
export const addInstallationCommands: CommandGroup = (program, context) => {
  program
    .command("install")
    .description("install the integration in an organization, and in spaces and sites of it")
    .option("--organization <name>", "its id or subdomain; the one that owns the integration when left out")
    .option("--space <name>", "a space, by id or title, or all; may be repeated", collect)
    .option("--site <name>", "a site, by id or title, or all; may be repeated", collect)
    .addHelpText("after", examples("plugboard install", "plugboard install --space Handbook --site all"))
    .action(async (options) => {
      const { installCommand } = await import("../commands/install.ts");
      await installCommand(context(), options);
    });
  program
    .command("configure")
    .description("set settings of the installation, or show them")
    .argument("[settings...]", "name=value; an empty value removes a setting")
    .option("--organization <name>", "of the installation, by id or subdomain")
    .option("--space <name>", "the settings for this space")
    .option("--site <name>", "the settings for this site")
    .addHelpText("after", examples("plugboard configure", "plugboard configure channel=docs limit=5"))
    .action(async (settings, options) => {
      const { configure } = await import("../commands/configure.ts");
      await configure(context(), settings, options);
    });
  program
    .command("trigger")
    .description("send a sample of an event to the integration")
    .argument("<event>", "the event's name")
    .argument("[fields...]", "--field value: replaces a field of the sample")
    .option("--organization <name>", "of the installation, by id or subdomain")
    .option("--space <name>", "where it happens")
    .option("--site <name>", "where it happens")
    .allowUnknownOption()
    .addHelpText(
      "after",
      examples(
        "plugboard trigger page_feedback --rating bad",
        "plugboard trigger site_view --visitor.ip 192.0.2.1 --url https://docs.example.com/install",
      ),
    )
    .action(async (event, fields, options) => {
      const { trigger } = await import("../commands/trigger.ts");
      await trigger(context(), event, fields, options);
    });
};
