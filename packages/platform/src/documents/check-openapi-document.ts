import { Validator } from "@seriousme/openapi-schema-validator";
import { PlatformError, type PlatformProblem } from "../common/platform-error.ts";
import { documentLimits } from "./document-limits.ts";
import { readYaml } from "./read-yaml.ts";

/** The title and version that an OpenAPI document declares. */
export interface OpenApiSummary {
  readonly title: string;
  /** The version of the specification, such as `3.1`. */
  readonly specification: string;
}

const maxProblems = 20;

/** Validates the text of an OpenAPI document. @throws PlatformError `invalid_request` */
export async function checkOpenApiDocument(text: string): Promise<OpenApiSummary> {
  const document = read(text);
  checkLists(document);
  const validator = new Validator();
  const { valid, errors } = await validate(validator, document);
  if (valid) {
    const title: unknown = Reflect.get(Object(document["info"]), "title");
    return { title: typeof title === "string" ? title : "", specification: validator.version };
  }
  const list = Array.isArray(errors) ? errors : [{ instancePath: "", message: String(errors) }];
  throw refuse(
    list.slice(0, maxProblems).map(({ instancePath, message = "is wrong" }) => ({
      path: `text${instancePath.replaceAll("/", ".")}`,
      message,
    })),
  );
}

/**
 * Limits the depth: the validator recurses into the document, and a stack overflow has an unhelpful error.
 */
async function validate(
  validator: Validator,
  document: Record<string, unknown>,
): ReturnType<Validator["validate"]> {
  try {
    return await validator.validate(document);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw refuse([{ path: "text", message: "nests too deeply" }]);
  }
}

function checkLists(document: unknown): void {
  const open: unknown[] = [document];
  // An alias can lead to the same list again.
  const seen = new Set<unknown>(open);
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    if (Array.isArray(part) && part.length > documentLimits.listItems) {
      const message = `has a list with more than ${documentLimits.listItems} items`;
      throw refuse([{ path: "text", message }]);
    }
    for (const each of Object.values<unknown>(Object(part)))
      if (typeof each === "object" && each !== null && !seen.has(each)) {
        seen.add(each);
        open.push(each);
      }
  }
}

/** Parses the document to an object: the validator would treat a string as a file name. */
function read(text: string): Record<string, unknown> {
  const value = parseJson(text) ?? readYaml(text);
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return { ...value };
  throw refuse([{ path: "text", message: "must be an object" }]);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function refuse(problems: readonly PlatformProblem[]): PlatformError {
  const [first] = problems;
  const text = `This is not an OpenAPI document: ${first?.path ?? ""} ${first?.message ?? ""}.`;
  return new PlatformError("invalid_request", text, problems);
}
