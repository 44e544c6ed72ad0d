import { type AnyOperation, operations, tags } from "@plugboard/api/contract";
import * as z from "zod";

/** The page about the HTTP API: every operation of the contract, by tag. */
export function httpApiPage(): string {
  const all: readonly AnyOperation[] = Object.values(operations);
  return [
    "# HTTP API",
    "",
    "Paths are below `/v1`. Requests and responses are JSON. Errors are problem details (RFC 9457): `type`, `title`, `status`, `detail`, a",
    "stable `code`, and `problems`, which names each wrong part of a request.",
    "",
    ...Object.entries(tags).flatMap(([tag, sentence]) => {
      const own = all.filter((operation) => operation.tag === tag);
      return own.length === 0 ? [] : [`## ${tag}`, "", sentence, "", ...own.flatMap(operationSection)];
    }),
  ].join("\n");
}

function operationSection(operation: AnyOperation): string[] {
  const { id, method, path, summary, access, roles, query, body, response, status, errors, example } =
    operation;
  return [
    `### ${id}`,
    "",
    `${summary}.`,
    "",
    "```http",
    `${method} /v1${path}`,
    "```",
    "",
    "| | |",
    "|---|---|",
    `| Tokens of integrations | ${accessText(access)} |`,
    `| Roles | ${roles.length === 0 ? "The platform's administrator only" : roles.join(", ")} |`,
    `| Success | ${status} |`,
    `| Error codes | ${errors.map((code) => `\`${code}\``).join(", ")} |`,
    ...(operation.idempotent === true
      ? ["| `Idempotency-Key` | The same key again changes nothing more |"]
      : []),
    ...(operation.version === undefined
      ? []
      : ["| `ETag`, `If-Match` | A change of another version is refused |"]),
    "",
    ...part("Query", query, example.query),
    ...part("Body", body, example.body),
    ...part("Response", response, example.response),
  ];
}

function accessText(access: AnyOperation["access"]): string {
  if (typeof access === "object")
    return `Tokens with the scope \`${access.scope}\`, where the integration is installed in the ${access.resource}`;
  const texts = {
    anyone: "Not needed: anybody may call it",
    person: "None. Everybody who is signed in may call it",
    administrator: "None",
    token: "Every valid token",
    integration: "Tokens of the integration and of its installations",
    installation: "The installation's token, and its integration's",
    removedInstallation: "The installation's token, and its integration's, also after it was removed",
  } as const;
  return texts[access];
}

function part(title: string, schema: z.ZodType | undefined, example: unknown): string[] {
  if (schema === undefined) return [];
  const json = z.toJSONSchema(schema, {
    unrepresentable: "any",
    io: title === "Response" ? "output" : "input",
  });
  return [
    ...(example === undefined
      ? []
      : [`${title}, for example:`, "", "```json", JSON.stringify(example, null, 2), "```", ""]),
    `::: details ${title}: JSON Schema`,
    "",
    "```json",
    JSON.stringify(json, null, 2),
    "```",
    "",
    ":::",
    "",
  ];
}
