import { type AnyOperation, tags } from "@plugboard/api/contract";
import * as z from "zod";
import { documentedOperations } from "./documented-operations.ts";

/** Returns the HTTP API pages by name: a list of all operations, and one page for each tag. */
export function httpApiPages(): Readonly<Record<string, string>> {
  const groups = Object.entries(tags).map(([tag, sentence]) => {
    const own = documentedOperations.filter((operation) => operation.tag === tag);
    return { tag, sentence, own, name: pageOf(tag) };
  });
  const index = [
    "# HTTP API",
    "",
    "Paths are relative to `/v1`. Requests and responses are JSON. Errors are problem details (RFC 9457): `type`, `title`, `status`, `detail`, a",
    "stable `code`, and `problems`, which lists each invalid part of a request. Unknown fields of a body or query are invalid.",
    "",
    'You can also [try it in the browser](/http-api/index.html){target="_self"}.',
    "",
    ...groups.flatMap(({ tag, sentence, own, name }) => [
      `## [${tag}](./${name})`,
      "",
      sentence,
      "",
      ...own.map(
        (operation) =>
          `- [\`${operation.id}\`](./${linkToOperation(operation)}): ${operation.summary}. \`${operation.method} ${operation.path}\``,
      ),
      "",
    ]),
  ];
  const pages = groups.map(({ tag, sentence, own, name }) => [
    name,
    [`# ${tag}`, "", sentence, "", ...own.flatMap(operationSection)].join("\n"),
  ]);
  return { index: index.join("\n"), ...Object.fromEntries(pages) };
}

/** Returns the link to an operation, relative to the folder of these pages. */
export function linkToOperation({ tag, id }: AnyOperation): string {
  return `${pageOf(tag)}#${id.toLowerCase()}`;
}

function pageOf(tag: string): string {
  return tag.toLowerCase().replaceAll(" ", "-");
}

function operationSection(operation: AnyOperation): string[] {
  const { id, method, path, summary, access, roles, query, body, response, status, errors, example } =
    operation;
  return [
    `## ${id}`,
    "",
    `${summary}.`,
    "",
    "```http",
    `${method} /v1${path}`,
    "```",
    "",
    "| rule | value |",
    "|---|---|",
    `| Tokens of integrations | ${accessText(access)} |`,
    `| Roles | ${roles.length === 0 ? "The platform's administrator only" : roles.join(", ")} |`,
    `| Success | ${status} |`,
    `| Error codes | ${errors.map((code) => `\`${code}\``).join(", ")} |`,
    ...(operation.idempotent === true
      ? ["| `Idempotency-Key` | Repeating a request with the same key changes nothing |"]
      : []),
    ...(operation.version === undefined
      ? []
      : ["| `ETag`, `If-Match` | Rejects a change to another version |"]),
    ...(operation.creates === true
      ? ["| `If-None-Match: *` | Rejects the change if the resource already exists |"]
      : []),
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
    anyone: "None: the operation is public",
    person: "None. Any signed-in user can call it",
    administrator: "None",
    token: "Any valid token",
    integration: "Tokens of the integration and of its installations",
    installation: "The tokens of the installation and its integration",
    removedInstallation: "The tokens of the installation and its integration, also after it is uninstalled",
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
    // Without highlighting, which would make the page ten times larger.
    `::: details ${title}: JSON Schema`,
    "",
    "```txt",
    JSON.stringify(json, null, 2),
    "```",
    "",
    ":::",
    "",
  ];
}
