import { runCli } from "@plugboard/cli";

/** Returns the command-line page with each command's help. */
export async function commandsPage(): Promise<string> {
  const overview = await help();
  const [, list = ""] = overview.split("Commands:\n");
  const names = [...list.matchAll(/^ {2}([a-z]+)/gm)].flatMap(([, name = ""]) =>
    name === "help" ? [] : name,
  );
  const sections: string[] = [];
  for (const name of names) sections.push(`## ${name}`, "", "```text", await help(name), "```", "");
  return [
    "# Command line",
    "",
    "The output of `plugboard help`. Run it with `npx plugboard` in a project that depends on `@plugboard/cli`.",
    "",
    "```text",
    overview,
    "```",
    "",
    ...sections,
  ].join("\n");
}

async function help(...commands: readonly string[]): Promise<string> {
  let text = "";
  const stream = {
    isTTY: false,
    columns: 100,
    write: (written: string) => {
      text += written;
      return true;
    },
  };
  await runCli({
    arguments: ["help", ...commands],
    cwd: "/",
    env: {},
    home: "/",
    platform: "linux",
    stdin: {},
    stdout: stream,
    stderr: stream,
    signal: new AbortController().signal,
  });
  return text.trimEnd();
}
