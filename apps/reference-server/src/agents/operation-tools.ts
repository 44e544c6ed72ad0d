import type { Tool } from "@modelcontextprotocol/server";
import { type AnyOperation, limits, operationsOf } from "@plugboard/api/contract";
import { contentContract } from "@plugboard/content/contract";
import * as z from "zod";

/** The argument with the version that a change replaces. */
const versionArgument = "ifMatch";
const versionSchema = z
  .string()
  .max(limits.identifierLength)
  .optional()
  .describe("The version to replace, as read before. Omit it only if there is none yet.");

/** The groups of tools, each with an endpoint. */
export const toolGroups = ["content", "operations"] as const;

/** A group of tools. */
export type ToolGroup = (typeof toolGroups)[number];

/** An operation of the API as a tool. */
export interface OperationTool {
  readonly operation: AnyOperation;
  readonly tool: Tool;
  /**
   * The schema of the arguments: the fields of path, query and body, without the organization, and `ifMatch` if the
   * operation creates or replaces a version.
   */
  readonly arguments: z.ZodObject;
  /** Splits arguments into the input and the options of the operation's method. */
  readonly read: (input: Readonly<Record<string, unknown>>) => readonly [input: object, options: object];
  /** Returns the parts of a response that agents can see. */
  readonly show: (response: object) => object;
}

/** Returns a group of the operations that the contract offers to agents, as tools sorted by name. */
export function listOperationTools(group: ToolGroup): readonly OperationTool[] {
  return operationsOf(contentContract)
    .filter(({ agents, tag }) => agents !== undefined && (tag === "Content") === (group === "content"))
    .map(toOperationTool)
    .toSorted((a, b) => (a.tool.name < b.tool.name ? -1 : 1));
}

/** Returns whether an operation covers all of a caller's organizations unless a query names one. */
export function takesOrganization({ query }: AnyOperation): boolean {
  return "organization" in fieldsOf(query);
}

function toOperationTool(operation: AnyOperation): OperationTool {
  const { id, summary, params, query, body, response, changes, agents } = operation;
  const { shows, omits = [] } = agents === true || agents === undefined ? {} : agents;
  // The endpoint's URL names the organization.
  const hidden = new Set(["organization", ...omits]);
  const fields = Object.fromEntries(
    [params, query, body].flatMap((part) =>
      Object.entries(fieldsOf(part)).filter(([name]) => !hidden.has(name)),
    ),
  );
  const replaces = changes && operation.creates === true;
  const schema = z.strictObject({ ...fields, ...(replaces && { [versionArgument]: versionSchema }) });
  const isShown = ([name]: readonly [string, unknown]): boolean => shows?.includes(name) !== false;
  const result = z.object(Object.fromEntries(Object.entries(fieldsOf(response)).filter(isShown)));
  return {
    operation,
    arguments: schema,
    read: ({ [versionArgument]: ifMatch, ...input }) => [
      input,
      replaces ? (ifMatch === undefined ? { ifNoneMatch: "*" } : { ifMatch }) : {},
    ],
    show: (value) => Object.fromEntries(Object.entries(value).filter(isShown)),
    tool: {
      name: id,
      title: summary,
      description: `${summary}.`,
      inputSchema: toJsonSchema(schema),
      outputSchema: toJsonSchema(result),
      annotations: {
        title: summary,
        readOnlyHint: !changes,
        destructiveHint: changes,
        openWorldHint: false,
      },
    },
  };
}

function fieldsOf(schema: z.ZodType | undefined): Readonly<Record<string, z.core.$ZodType>> {
  return schema instanceof z.ZodObject ? schema.shape : {};
}

function toJsonSchema(schema: z.ZodObject): Tool["inputSchema"] {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  // Zod describes an object as one, which its type doesn't say.
  return rest as Tool["inputSchema"];
}
