import { listOrganizations } from "@plugboard/api/routes";
import { table } from "../terminal/terminal.ts";
import { type CommandContext, connectServer } from "./command-context.ts";

const sources = {
  option: "--server",
  environment: "PLUGBOARD_SERVER",
  dev: "the running plugboard dev",
  login: "plugboard login",
} as const;

/** Shows the server that commands are for, and the organizations that the token for it reaches. */
export async function whoami(context: CommandContext): Promise<void> {
  const { api, origin, by } = await connectServer(context);
  const { items } = await context.terminal.progress(`Asking ${origin}`, () => api.call(listOrganizations));
  const organizations = items.map(({ id, title }) => ({ id, title }));
  context.terminal.show(
    { server: origin, by, organizations },
    table([
      ["Server", `${origin} (by ${sources[by]})`],
      ...organizations.map(({ id, title }) => ["Organization", `${title} (${id})`]),
    ]),
  );
}
