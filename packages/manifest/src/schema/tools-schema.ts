import type { JsonObject } from "@plugboard/api";
import * as z from "zod/mini";
import type { ManifestIssueCode, ManifestPath } from "../model/manifest-issue.ts";
import { type Manifest, type ManifestTool, scopeOfTool, toolNameOf } from "../model/manifest.ts";
import { measureSchema } from "../tools/measure-schema.ts";
import { quote } from "../wording/quote.ts";
import { closedMap, uniqueList } from "./closed-map.ts";
import { text, textFormats } from "./text-formats.ts";

const maxTools = 20;
/** Several vendors' models reject longer names. */
const maxNameLength = 64;
const maxTitleLength = 100;
const maxDescriptionLength = 1000;
const maxSchemaLength = 16_384;

/** Returns the problem of a tool's schema, if any. */
function findSchemaProblem(
  schema: JsonObject,
): { readonly code: ManifestIssueCode; readonly message: string } | undefined {
  const json = JSON.stringify(schema);
  if (json.length > maxSchemaLength)
    return {
      code: "too_long",
      message: `A schema has at most ${maxSchemaLength} characters as JSON. Shorten it.`,
    };
  if (schema["type"] !== "object")
    return { code: "invalid_schema", message: "A tool takes and returns an object. Write `type: object`." };
  if (!textsIn(schema).every((each) => textFormats.toolText.pattern.test(each)))
    return { code: "hidden_character", message: textFormats.toolText.message };
  const { problem } = measureSchema(schema);
  return problem === undefined ? undefined : { code: "invalid_schema", message: `This schema ${problem}.` };
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  return Object.entries(Object(value)).flatMap(([key, part]) => [key, ...textsIn(part)]);
}

function jsonSchema(description: string): z.ZodMiniType<JsonObject> {
  // The values of a manifest are JSON.
  const map = z.record(z.string(), z.unknown()) as unknown as z.ZodMiniType<JsonObject>;
  return map.check(
    z.check(({ value, issues }) => {
      const problem = findSchemaProblem(value);
      if (problem === undefined) return;
      const { code, message } = problem;
      issues.push({ code: "custom", input: value, params: { code }, message });
    }),
    z.meta({ description, examples: [{ type: "object" }] }),
  );
}

function shortText(maxLength: number, description: string): z.ZodMiniType<string> {
  return text(textFormats.toolText, { description }).check(
    z.refine((value) => value.trim() !== "", {
      params: { code: "empty_value" },
      error: textFormats.filled.message,
    }),
    z.refine((value) => value.length <= maxLength, {
      params: { code: "too_long" },
      error: `This text has at most ${maxLength} characters. Shorten it.`,
    }),
  );
}

const tool: z.ZodMiniType<ManifestTool> = closedMap("a tool", {
  id: text(textFormats.toolId, {
    description: "Names the tool to agents, after the integration's name, and to your code.",
    examples: ["find_issues"],
  }),
  title: shortText(maxTitleLength, "Name shown to people."),
  description: shortText(maxDescriptionLength, "Tells agents what the tool does and when to use it."),
  writes: z.exactOptional(
    z.boolean().check(z.describe("Whether calls can change data. Agents then ask a person first.")),
  ),
  inputSchema: jsonSchema("The JSON Schema of the arguments."),
  outputSchema: z.exactOptional(jsonSchema("The JSON Schema of the result.")),
  component: z.exactOptional(
    text(textFormats.id, {
      description:
        "The componentId of the component that agents show for a result, which it gets as its props.",
      examples: ["stock"],
    }),
  ),
});

/** The `tools` of a manifest. */
export const toolsSchema: z.ZodMiniType<readonly ManifestTool[]> = uniqueList(tool, (item) =>
  typeof item === "object" && item !== null && "id" in item ? item.id : undefined,
).check(z.maxLength(maxTools), z.describe(`The tools that AI agents can call, at most ${maxTools}.`));

/** A conflict between the tools and the rest of the manifest. */
interface ToolProblem {
  readonly code: ManifestIssueCode;
  readonly path: ManifestPath;
  readonly message: string;
}

/** Returns the conflicts between the tools and the manifest's name and scopes. */
export function findToolProblems({
  name,
  scopes,
  tools = [],
}: Pick<Manifest, "name" | "scopes" | "tools">): readonly ToolProblem[] {
  return tools.flatMap((each, index): readonly ToolProblem[] => {
    const path = ["tools", index, "id"];
    const fullName = toolNameOf(name, each.id);
    const scope = scopeOfTool(each);
    const problems: ToolProblem[] = [];
    if (fullName.length > maxNameLength) {
      const message = `Agents call this tool ${fullName}, which has more than ${maxNameLength} characters. Shorten the id.`;
      problems.push({ code: "too_long", path, message });
    }
    if (!scopes.includes(scope)) {
      const message = `A tool that ${each.writes === true ? "writes" : "reads"} needs the scope ${quote(scope)}. Add it to scopes.`;
      problems.push({ code: "missing_scope", path, message });
    }
    return problems;
  });
}
