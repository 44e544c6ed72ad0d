import { variables } from "../../apps/reference-server/src/settings/variables.ts";

/** Returns the page of server settings: each variable with its meaning and range. */
export function settingsPage(): string {
  return [
    "# Server settings",
    "",
    "Environment variables, read at startup. An empty variable counts as unset. The server doesn't start with an invalid value, and reports its",
    "name and the valid values. It also reports unknown names that start with `PLUGBOARD_`.",
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
