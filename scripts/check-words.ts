import { type Node, Visitor } from "oxc-parser";
import { readModule } from "./shared/modules.ts";
import { findFiles, isTest, lineOf, readText, report } from "./shared/workspace.ts";

// One word for one thing: looks for the words that docs/glossary.md names as not used, in names and in prose. Prose is what
// people read: comments, texts in the code, and documentation outside of its code.

interface WordRule {
  /** What to write instead. */
  readonly say: string;
  /** Matched against a name in the code. */
  readonly name?: RegExp;
  /** Matched against a piece of prose. */
  readonly prose?: RegExp;
  /** Where the word is right: the whole name, or the words around it. */
  readonly except?: RegExp;
  /** Areas the rule is for; all of them when absent. */
  readonly areas?: readonly string[];
  /** Areas where the word is another project's name for something. */
  readonly notIn?: readonly string[];
  /** Whether tests, and what is published for tests, may use the word. */
  readonly testsMay?: boolean;
}

const rules: readonly WordRule[] = [
  { say: "response, respond", name: /answer/i, prose: /\banswer(s|ed|ing)?\b/i },
  { say: "in flight", name: /underWay/i, prose: /\bunder way\b/i },
  { say: "notify, report", name: /^(tell|told)(?=[A-Z]|$)/, prose: /\b(tells?|telling|told)\b/i },
  { say: "background job", name: /chore/i, prose: /\bchores?\b/i },
  {
    say: "max…",
    name: /^(most|largest|longest|maximum)(?=[A-Z])|[a-z](Most|Largest|Longest|Maximum)(?=[A-Z]|$)/,
    except: /^maximum(Fraction|Significant)Digits$/,
  },
  { say: "…Milliseconds", name: /[a-z](Ms|Millis)$/, except: /^(connectionTimeoutMillis|mtimeMs)$/ },
  {
    say: "…Url",
    name: /[a-z]URL|URL[a-z]|URL[A-Z][a-z]/,
    // Names of the specification, of the language and of libraries, and their siblings.
    except:
      /^(authorizeURL|accessTokenURL|redirectURL|revokeURL|waitForURL|URLSearchParams|URLPattern|pathToFileURL|fileURLToPath|(create|revoke)ObjectURL|toDataURL|baseURL|callbackURL|errorCallbackURL|errorURL)$/,
  },
  { say: "now", name: /^clock$/, areas: ["packages", "apps"], testsMay: true },
  {
    say: "ordering key, ordering group",
    name: /^lines?$|[a-z]Lines?(?=[A-Z]|$)|^lines?(?=[A-Z])/,
    except: /^(requestLine|statusLine)$/,
    areas: ["packages/webhook-delivery"],
    testsMay: true,
  },
  { say: "space installation, site installation, resource installation", name: /standing|seat(?=[A-Z]|$)/i },
  {
    say: "hold",
    name: /misheld|^settle/i,
    areas: ["packages/platform", "apps/reference-server"],
  },
  { say: "problem", prose: /\berror body\b/i },
  {
    say: "IntegrationError",
    name: /ExposableError/,
    prose: /ExposableError/,
    notIn: ["packages/compat"],
  },
];

interface Words {
  readonly text: string;
  readonly offset: number;
}

async function main(): Promise<void> {
  const code = await findFiles("{packages,apps,tests,benchmarks,scripts}/**/*.{ts,tsx}");
  // What is made from docstrings is checked where those are.
  const documents = (await findFiles("**/*.md")).filter((file) => !file.startsWith("docs/reference/"));
  const problems: string[] = [];
  for (const file of code) problems.push(...checkModule(file));
  for (const file of documents) problems.push(...(await checkDocument(file)));
  report(problems, `${code.length + documents.length} files use the words of docs/glossary.md.`);
}

function checkModule(file: string): string[] {
  const { parsed, text } = readModule(file);
  const names: Words[] = [];
  const prose: Words[] = parsed.comments.map(({ value, start }) => ({ text: value, offset: start }));
  const addName = ({ name, start }: { readonly name: string; readonly start: number }): void => {
    names.push({ text: name, offset: start });
  };
  const addText = (value: string, { start }: Pick<Node, "start">): void => {
    // A text without a space is an identifier of something: a module, a key, a code.
    if (value.includes(" ")) prose.push({ text: value, offset: start });
  };
  new Visitor({
    Identifier: addName,
    JSXIdentifier: addName,
    Literal: (node) => {
      if (typeof node.value === "string") addText(node.value, node);
    },
    TemplateElement: (node) => addText(node.value.raw, node),
    JSXText: (node) => addText(node.value, node),
  }).visit(parsed.program);
  return checkWords(file, text, names, prose);
}

async function checkDocument(file: string): Promise<string[]> {
  // This page names the words that are not used.
  if (file === "docs/glossary.md") return [];
  const text = await readText(file);
  // Code keeps its length, so that the lines stay what they are.
  const prose = text.replaceAll(/```[\s\S]*?```|`[^`\n]*`|\]\([^)]*\)/g, (code) =>
    code.replaceAll(/[^\n]/g, " "),
  );
  return checkWords(file, text, [], [{ text: prose, offset: 0 }]);
}

function checkWords(file: string, text: string, names: readonly Words[], prose: readonly Words[]): string[] {
  const applicable = rules.filter(
    ({ areas, notIn = [], testsMay }) =>
      (areas === undefined || areas.some((area) => file.startsWith(`${area}/`))) &&
      !notIn.some((area) => file.startsWith(`${area}/`)) &&
      !(testsMay === true && (isTest(file) || /\/(testing|fixtures)\//.test(file))),
  );
  const problems = new Set<string>();
  for (const { say, name, prose: pattern, except } of applicable) {
    if (name !== undefined) {
      for (const { text: word, offset } of names) {
        if (name.test(word) && except?.test(word) !== true)
          problems.add(`${file}:${lineOf(text, offset)}: ${word}: say ${say}`);
      }
    }
    if (pattern === undefined) continue;
    for (const { text: words, offset } of prose) {
      for (const match of words.matchAll(new RegExp(pattern, "gi"))) {
        const around = words.slice(Math.max(0, match.index - 40), match.index + match[0].length + 40);
        if (except?.test(around) !== true)
          problems.add(`${file}:${lineOf(text, offset + match.index)}: ${match[0]}: say ${say}`);
      }
    }
  }
  return [...problems];
}

await main();
