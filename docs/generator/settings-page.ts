import { variables } from "../../apps/reference-server/src/settings/variables.ts";

/** The page about the server's settings: each variable, what it means, and what it may be. */
export function settingsPage(): string {
  return [
    "# Settings of the server",
    "",
    "Environment variables, read once at the start. One that is set to nothing counts as absent. A wrong one ends the start with its name and what it",
    "must be; any other name that begins with `PLUGBOARD_` is reported.",
    "",
    ...Object.values(variables).flatMap(({ name, meaning, mustBe, default: value, otherwise, isSecret }) => [
      `## ${name}`,
      "",
      `${meaning}.${isSecret === true ? " Never shown." : ""}`,
      "",
      `- Default: ${value === undefined ? (otherwise ?? "none") : `\`${value}\``}`,
      `- It ${mustBe}`,
      "",
    ]),
    "",
  ].join("\n");
}
