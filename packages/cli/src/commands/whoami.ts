import { type ApiClient, ApiError, type SessionResource } from "@plugboard/api/client";
import { getSession, listOrganizations } from "@plugboard/api/routes";
import { table } from "../terminal/terminal.ts";
import { type CommandContext, connectServer } from "./command-context.ts";

const sources = {
  option: "--server",
  environment: "PLUGBOARD_SERVER",
  dev: "the running `plugboard dev`",
  login: "plugboard login",
} as const;

/** Prints the selected server and the organizations that its token can access. */
export async function whoami(context: CommandContext): Promise<void> {
  const { api, origin, by } = await connectServer(context);
  const { items } = await context.terminal.progress(`Asking ${origin}`, () => api.call(listOrganizations));
  const organizations = items.map(({ id, title }) => ({ id, title }));
  const person = await readPerson(api);
  context.terminal.show(
    { server: origin, by, person, organizations },
    table([
      ["Server", `${origin} (by ${sources[by]})`],
      ["Signed in", person === undefined ? "with a token" : `${person.name} <${person.email}>`],
      ...organizations.map(({ id, title }) => ["Organization", `${title} (${id})`]),
    ]),
  );
}

/** Returns the token's user; `undefined` for an API key or a server without accounts. */
async function readPerson(api: ApiClient): Promise<SessionResource["person"]> {
  try {
    return (await api.call(getSession)).person;
  } catch (error) {
    if (error instanceof ApiError && error.code === "not_found") return undefined;
    throw error;
  }
}
