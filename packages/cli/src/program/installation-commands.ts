import { InvalidArgumentError } from "@commander-js/extra-typings";
import { type CommandGroup, collect, examples } from "./command-group.ts";

/** Adds the commands for the installation of this folder's integration. */
export const addInstallationCommands: CommandGroup = (program, context) => {
  program
    .command("install")
    .description("install the integration in an organization and in its spaces, sites or other resources")
    .option(
      "--organization <name>",
      "ID or subdomain; defaults to the organization that owns the integration",
    )
    .option("--space <name>", "a space ID or title, or all; repeatable", collect)
    .option("--site <name>", "a site ID or title, or all; repeatable", collect)
    .option("--resource <kind:id>", "a resource of another product; repeatable", collect)
    .addHelpText(
      "after",
      examples(
        "plugboard install",
        "plugboard install --space Handbook --site all",
        "plugboard install --resource project:prj_1",
      ),
    )
    .action(async (options) => {
      const { installCommand } = await import("../commands/install.ts");
      await installCommand(context(), options);
    });
  program
    .command("configure")
    .description("set or show the installation's settings")
    .argument("[settings...]", "name=value; an empty value removes a setting")
    .option("--organization <name>", "the installation's organization (ID or subdomain)")
    .option("--space <name>", "configure this space")
    .option("--site <name>", "configure this site")
    .option("--resource <kind:id>", "configure this resource of another product")
    .addHelpText(
      "after",
      examples(
        "plugboard configure",
        "plugboard configure channel=docs limit=5",
        "plugboard configure --resource project:prj_1 label=bug",
      ),
    )
    .action(async (settings, options) => {
      const { configure } = await import("../commands/configure.ts");
      await configure(context(), settings, options);
    });
  program
    .command("connect")
    .description("connect an account through a button setting, in a browser")
    .argument("[setting]", "the button setting; optional if there is only one")
    .option("--organization <name>", "the installation's organization (ID or subdomain)")
    .addHelpText("after", examples("plugboard connect", "plugboard connect oauth_credentials"))
    .action(async (setting, options) => {
      const { connectAccount } = await import("../commands/connect.ts");
      await connectAccount(context(), setting, options);
    });
  program
    .command("listen")
    .description("forward an endpoint's webhooks, including resent ones, to a local URL")
    .argument("<url>", "your receiver's URL")
    .option("--endpoint <id>", "the webhook endpoint; defaults to the installation's first")
    .option("--organization <name>", "the installation's organization (ID or subdomain)")
    .addHelpText("after", examples("plugboard listen http://localhost:3000/hooks"))
    .action(async (url, options) => {
      const { listen } = await import("../commands/listen.ts");
      await listen(context(), url, options);
    });
  program
    .command("open")
    .description("open the installation's console page in a browser")
    .addHelpText("after", examples("plugboard open", "plugboard open --json"))
    .action(async () => {
      const { open } = await import("../commands/open.ts");
      await open(context());
    });
  program
    .command("trigger")
    .description("send a sample event to the integration")
    .argument("<event>", "the event's name")
    .argument("[fields...]", "--field value: overrides a field of the sample")
    .option("--organization <name>", "the installation's organization (ID or subdomain)")
    .option("--space <name>", "the event's space")
    .option("--site <name>", "the event's site")
    .option("--resource <kind:id>", "the event's resource, such as project:prj_1")
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
    .command("call")
    .description("call a tool of the integration")
    .argument("<tool>", "the tool's ID")
    .argument("[arguments]", "a JSON object", "{}")
    .option("--organization <name>", "the installation's organization (ID or subdomain)")
    .addHelpText("after", examples('plugboard call find_product \'{"sku":"A-1"}\''))
    .action(async (tool, input, options) => {
      const { call } = await import("../commands/call.ts");
      await call(context(), tool, input, options);
    });
  program
    .command("tail")
    .description("show the integration's logs, deliveries and the events it did not receive")
    .option("--organization <name>", "the installation's organization (ID or subdomain)")
    .option("--lines <number>", "the number of past entries to show", toCount, 10)
    .option("--no-follow", "exit after the past entries")
    .addHelpText("after", examples("plugboard tail", "plugboard tail --json --no-follow"))
    .action(async (options) => {
      const { tail } = await import("../commands/tail.ts");
      await tail(context(), options);
    });
  program
    .command("replay")
    .description("resend an event to the integration")
    .argument("[event]", "the event's ID; defaults to the latest event")
    .option("--organization <name>", "the installation's organization (ID or subdomain)")
    .addHelpText("after", examples("plugboard replay", "plugboard replay evt_0VbfNypN89vvr8qBVrjnKAAb"))
    .action(async (event, options) => {
      const { replay } = await import("../commands/replay.ts");
      await replay(context(), event, options);
    });
};

function toCount(text: string): number {
  const count = Number(text);
  if (Number.isInteger(count) && count >= 0) return count;
  throw new InvalidArgumentError("The number must be 0 or more.");
}
