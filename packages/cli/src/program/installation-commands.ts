import { InvalidArgumentError } from "@commander-js/extra-typings";
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
    .command("connect")
    .description("connect an account with a button among the settings, in a browser")
    .argument("[setting]", "the button; the only one when left out")
    .option("--organization <name>", "of the installation, by id or subdomain")
    .addHelpText("after", examples("plugboard connect", "plugboard connect oauth_credentials"))
    .action(async (setting, options) => {
      const { connectAccount } = await import("../commands/connect.ts");
      await connectAccount(context(), setting, options);
    });
  program
    .command("listen")
    .description("forward the webhooks of an endpoint to a URL of this machine, those sent again included")
    .argument("<url>", "where your receiver listens")
    .option("--endpoint <id>", "the webhook endpoint; the installation's first when left out")
    .option("--organization <name>", "of the installation, by id or subdomain")
    .addHelpText("after", examples("plugboard listen http://localhost:3000/hooks"))
    .action(async (url, options) => {
      const { listen } = await import("../commands/listen.ts");
      await listen(context(), url, options);
    });
  program
    .command("open")
    .description("open the installation's page of the console in a browser")
    .addHelpText("after", examples("plugboard open", "plugboard open --json"))
    .action(async () => {
      const { open } = await import("../commands/open.ts");
      await open(context());
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
  program
    .command("tail")
    .description("show what reaches the integration and what came of it, and why an event did not reach it")
    .option("--organization <name>", "of the installation, by id or subdomain")
    .option("--lines <number>", "how much of what was before", toCount, 10)
    .option("--no-follow", "end after what was before")
    .addHelpText("after", examples("plugboard tail", "plugboard tail --json --no-follow"))
    .action(async (options) => {
      const { tail } = await import("../commands/tail.ts");
      await tail(context(), options);
    });
  program
    .command("replay")
    .description("send an event to the integration again")
    .argument("[event]", "its id; the last one when left out")
    .option("--organization <name>", "of the installation, by id or subdomain")
    .addHelpText("after", examples("plugboard replay", "plugboard replay evt_0VbfNypN89vvr8qBVrjnKAAb"))
    .action(async (event, options) => {
      const { replay } = await import("../commands/replay.ts");
      await replay(context(), event, options);
    });
};

function toCount(text: string): number {
  const count = Number(text);
  if (Number.isInteger(count) && count >= 0) return count;
  throw new InvalidArgumentError("Give a number from 0.");
}
