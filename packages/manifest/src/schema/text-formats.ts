import * as z from "zod/mini";
import type { ManifestIssueCode } from "../model/manifest-issue.ts";

/** A text format. The pattern is also part of the JSON Schema. */
export interface TextFormat {
  readonly code: ManifestIssueCode;
  readonly pattern: RegExp;
  /** Describes the format. */
  readonly message: string;
}

const word = "letters, digits, hyphens and underscores, starting with a letter or a digit";

type TextFormatName =
  | "filled"
  | "toolId"
  | "toolText"
  | "name"
  | "organization"
  | "scope"
  | "kind"
  | "id"
  | "propertyName"
  | "codeLanguage"
  | "secretName"
  | "environmentName"
  | "directiveName"
  | "url"
  | "linkTarget"
  | "filePath"
  | "endpointPath";

/** All text formats. All patterns run in linear time. */
export const textFormats: Readonly<Record<TextFormatName, TextFormat>> = {
  filled: {
    code: "empty_value",
    pattern: /\S/,
    message: "This text is empty. Enter a value.",
  },
  toolId: {
    code: "invalid_id",
    pattern: /^[a-z0-9]+(?:_[a-z0-9]+)*$/,
    message:
      "A tool's id is lower-case letters and digits, with single underscores between them, such as find_issues.",
  },
  toolText: {
    code: "hidden_character",
    pattern: /^(?:[^\p{Cc}\p{Bidi_Control}\u{e0000}-\u{e007f}]|[\t\n])*$/u,
    message:
      "This text contains invisible characters, which can hide instructions to agents from people. Remove control characters, direction marks and tags.",
  },
  name: {
    code: "invalid_name",
    pattern: /^(?=.{1,63}$)[a-z0-9]+(?:-[a-z0-9]+)*$/,
    message:
      "A name must be 1 to 63 lowercase letters and digits, separated by single hyphens, such as page-digest.",
  },
  organization: {
    code: "invalid_organization",
    pattern: /^[A-Za-z0-9][A-Za-z0-9_-]*$/,
    message: `An organization must be an ID or a subdomain: ${word}.`,
  },
  scope: {
    code: "unknown_value",
    pattern: /^[a-z][a-z0-9-]*(?::[a-z][a-z0-9-]*)+$/,
    message: "A scope must be lowercase words separated by colons, such as issues:read.",
  },
  kind: {
    code: "unknown_value",
    pattern: /^[a-z][a-z0-9_]*$/,
    message: "A kind of resource must be lowercase letters, digits and underscores, such as project.",
  },
  id: {
    code: "invalid_id",
    pattern: /^[A-Za-z0-9][A-Za-z0-9_-]*$/,
    message: `An ID must be ${word}.`,
  },
  propertyName: {
    code: "invalid_id",
    pattern: /^[A-Za-z][A-Za-z0-9_-]*$/,
    message: "A property's name must be letters, digits, hyphens and underscores, starting with a letter.",
  },
  codeLanguage: {
    code: "invalid_id",
    pattern: /^[A-Za-z0-9][A-Za-z0-9_+.#-]*$/,
    message: "A language must be one word, as after the fence of a code block, such as mermaid.",
  },
  secretName: {
    code: "invalid_id",
    pattern: /^[A-Za-z_][A-Za-z0-9_]*$/,
    message: "A secret's name must be letters, digits and underscores, such as CLIENT_SECRET.",
  },
  environmentName: {
    code: "invalid_id",
    pattern: /^[A-Za-z0-9][A-Za-z0-9_-]*$/,
    message: `An environment's name must be ${word}.`,
  },
  directiveName: {
    code: "invalid_directive",
    pattern: /^[a-z]+(?:-[a-z]+)*$/,
    message: "A directive must be lowercase words separated by hyphens, such as script-src.",
  },
  url: {
    code: "invalid_url",
    pattern: /^https?:\/\/[^\s/?#]+[^\s]*$/,
    message: "A link must be a full URL that starts with https:// or http://.",
  },
  linkTarget: {
    code: "invalid_url",
    pattern: /^(?:https?:\/\/[^\s/?#]+\S*|mailto:[^\s@]+@[^\s@]+)$/,
    message: "A link must be a full URL that starts with https:// or http://, or a mailto: address.",
  },
  filePath: {
    code: "invalid_file_path",
    pattern: /^(?:\.\/)?(?!\.{1,2}(?:\/|$))[^/\\:\t\n\r]+(?:\/(?!\.{1,2}(?:\/|$))[^/\\:\t\n\r]+)*$/,
    message:
      "A file path must be relative to the manifest's folder and stay inside it, such as ./assets/icon.png, without a leading /, .. or backslashes.",
  },
  endpointPath: {
    code: "invalid_endpoint_path",
    pattern: /^\/(?![/\\])(?!(?:.*\/)?\.{1,2}(?:\/|\?|$))[^\s\\#]*$/,
    message: "A path below the integration's public endpoint must start with a single /, such as /oauth.",
  },
};

/** The documentation of a key in editors. */
export interface Documentation {
  readonly description: string;
  readonly examples?: readonly unknown[];
}

/** Returns the schema of a string in a format. */
export function text(format: TextFormat, documentation?: Documentation): z.ZodMiniString<string> {
  const { code, pattern, message } = format;
  return z.string().check(
    z.refine((value) => pattern.test(value), { params: { code }, error: message }),
    z.meta({ pattern: pattern.source, ...documentation }),
  );
}
