import { type CommandGroup, examples } from "./command-group.ts";

/** Commands about who is signed in where. */
export const addServerCommands: CommandGroup = (program, context) => {
  program
    .command("login")
    .description("sign in at a server")
    .argument("[url]", "the server's origin")
    .addHelpText(
      "after",
      examples(
        "plugboard login https://docs.example.com",
        "plugboard login --token $TOKEN https://docs.example.com",
      ),
    )
    .action(async (url) => {
      const { login } = await import("../commands/login.ts");
      await login(context(), url);
    });
  program
    .command("logout")
    .description("sign out at a server, and forget the token for it")
    .argument("[url]", "the server's origin; the last one signed in at when left out")
    .addHelpText("after", examples("plugboard logout", "plugboard logout https://docs.example.com"))
    .action(async (url) => {
      const { logout } = await import("../commands/login.ts");
      await logout(context(), url);
    });
  program
    .command("whoami")
    .description("show the server that commands are for, and what its token reaches")
    .addHelpText("after", examples("plugboard whoami", "plugboard whoami --json"))
    .action(async () => {
      const { whoami } = await import("../commands/whoami.ts");
      await whoami(context());
    });
  program
    .command("request-access")
    .description("get access to an organization with members for an hour, as the platform administrator")
    .argument("<organization>", "its id, subdomain or title")
    .requiredOption("--reason <text>", "the reason, shown in the audit log")
    .addHelpText(
      "after",
      examples('plugboard request-access acme --reason "They asked why their webhooks fail."'),
    )
    .action(async (organization, options) => {
      const { requestAccess } = await import("../commands/request-access.ts");
      await requestAccess(context(), organization, options);
    });
};
