import { type CommandGroup, examples } from "./command-group.ts";

/** Adds the sign-in commands. */
export const addServerCommands: CommandGroup = (program, context) => {
  program
    .command("login")
    .description("sign in to a server")
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
    .description("sign out of a server and delete its token")
    .argument("[url]", "the server's origin; defaults to the last one you signed in to")
    .addHelpText("after", examples("plugboard logout", "plugboard logout https://docs.example.com"))
    .action(async (url) => {
      const { logout } = await import("../commands/login.ts");
      await logout(context(), url);
    });
  program
    .command("whoami")
    .description("show the selected server and the organizations you can access")
    .addHelpText("after", examples("plugboard whoami", "plugboard whoami --json"))
    .action(async () => {
      const { whoami } = await import("../commands/whoami.ts");
      await whoami(context());
    });
  program
    .command("request-access")
    .description("get access to an organization with members for an hour, as the platform administrator")
    .argument("<organization>", "ID, subdomain or title")
    .requiredOption("--reason <text>", "the reason, recorded in the audit log")
    .addHelpText(
      "after",
      examples('plugboard request-access acme --reason "Support request: webhooks fail."'),
    )
    .action(async (organization, options) => {
      const { requestAccess } = await import("../commands/request-access.ts");
      await requestAccess(context(), organization, options);
    });
};
