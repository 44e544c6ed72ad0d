import * as z from "zod";
import { limits } from "./limits.ts";
import { shape } from "./shape.ts";
import type { ScriptSources } from "./types.ts";

/** The Content Security Policy directives that a script grant can set, with a description for people. */
const directives: Readonly<Record<keyof ScriptSources, string>> = {
  "script-src": "Run scripts from",
  "connect-src": "Send data to",
  "style-src": "Load styles from",
  "img-src": "Load images from",
  "font-src": "Load fonts from",
  "media-src": "Play audio and video from",
  "frame-src": "Show in frames",
  "child-src": "Show in frames, or run as workers,",
  "worker-src": "Run background workers from",
  "form-action": "Submit forms to",
};

type ScriptDirective = keyof ScriptSources;

// The table has exactly the keys of the schema below.
const scriptDirectives = Object.keys(directives) as readonly ScriptDirective[];

/** A part of a policy that a grant can't express. */
export interface UnsupportedSource {
  readonly directive: string;
  readonly source: string;
}

/** A policy as sources. */
export interface ReadScriptSources {
  readonly sources: ScriptSources;
  readonly unsupported: readonly UnsupportedSource[];
}

const host = String.raw`(?:\*\.)?[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*`;
const port = String.raw`(?::(?:\d{1,5}|\*))?`;
const path = String.raw`(?:/[\w./%~@+=!-]*)?`;

/** A source: an origin with optional wildcard and path, a scheme, `'self'`, a keyword, or the hash of an inline script. */
export const scriptSourcePattern: RegExp = new RegExp(
  [
    `(?:https|wss)://${host}${port}${path}`,
    String.raw`(?:http|ws)://(?:localhost|127\.0\.0\.1)${port}${path}`,
    "(?:https|wss|blob|data):",
    "'(?:self|unsafe-inline|unsafe-eval|wasm-unsafe-eval)'",
    "'sha(?:256|384|512)-[A-Za-z0-9+/_-]{43,88}={0,2}'",
  ]
    .map((form) => `^${form}$`)
    .join("|"),
);

const sources = z
  .array(
    z
      .string()
      .max(limits.identifierLength)
      .regex(scriptSourcePattern, "must be a source such as https://cdn.example, https://*.example or blob:"),
  )
  .max(100)
  .optional();

/** The schema of a grant's sources. */
export const scriptSourcesSchema = shape(
  "ScriptSources",
  "Sources by Content Security Policy directive, such as `https://cdn.example`, `https://*.cdn.example`, `blob:` or the hash of an inline script.",
  z.object({
    "script-src": sources,
    "connect-src": sources,
    "style-src": sources,
    "img-src": sources,
    "font-src": sources,
    "media-src": sources,
    "frame-src": sources,
    "child-src": sources,
    "worker-src": sources,
    "form-action": sources,
  }),
);

// Fetch directives missing from a manifest fall back to these.
const fallbacks: Readonly<Record<string, ScriptDirective>> = {
  "script-src-elem": "script-src",
  "style-src-elem": "style-src",
  "style-src-attr": "style-src",
};
const defaulted: readonly ScriptDirective[] = [
  "script-src",
  "connect-src",
  "style-src",
  "img-src",
  "font-src",
  "media-src",
  "frame-src",
  "worker-src",
];
/** Directives that restrict a page further, as this platform already does, or only report. */
const ignored =
  /^(?:base-uri|block-all-mixed-content|frame-ancestors|manifest-src|object-src|plugin-types|prefetch-src|navigate-to|referrer|report-\w+|require-[\w-]+|sandbox|script-src-attr|trusted-types|upgrade-insecure-requests)$/;

/**
 * Returns the sources of a manifest's `contentSecurityPolicy`. A source without a scheme means https.
 *
 * @example
 * import { readScriptSources } from "@plugboard/api/contract";
 *
 * console.log(readScriptSources("script-src *.cdn.example; connect-src https://collect.example").sources);
 */
export function readScriptSources(
  policy: string | Readonly<Record<string, string>> | undefined,
): ReadScriptSources {
  const named = typeof policy === "string" ? splitPolicy(policy) : Object.entries(policy ?? {});
  const found = new Map<ScriptDirective, string[]>();
  const unsupported: UnsupportedSource[] = [];
  const read = (directive: string, targets: readonly ScriptDirective[], value: string): void => {
    for (const text of value.split(/[\s,]+/)) {
      const source = normalize(text);
      if (source === undefined) continue;
      if (!scriptSourcePattern.test(source)) {
        unsupported.push({ directive, source: text });
        continue;
      }
      for (const target of targets) found.set(target, [...(found.get(target) ?? []), source]);
    }
  };
  let fallback: string | undefined;
  for (const [name, value] of named) {
    const directive = fallbacks[name] ?? name;
    if (directive === "default-src") fallback = value;
    else if (isDirective(directive)) read(directive, [directive], value);
    else if (!ignored.test(directive)) unsupported.push({ directive: name, source: value });
  }
  const open = defaulted.filter((directive) => !found.has(directive));
  if (fallback !== undefined) read("default-src", open, fallback);
  return {
    sources: Object.fromEntries([...found].map(([name, sources]) => [name, [...new Set(sources)]])),
    unsupported,
  };
}

function splitPolicy(policy: string): readonly (readonly [string, string])[] {
  return policy.split(";").flatMap((part) => {
    const [name = "", ...sources] = part.trim().split(/\s+/);
    return name === "" ? [] : [[name.toLowerCase(), sources.join(" ")] as const];
  });
}

function isDirective(name: string): name is ScriptDirective {
  return Object.hasOwn(directives, name);
}

/** Returns a source in the form of a grant; `undefined` if it allows nothing. */
function normalize(text: string): string | undefined {
  const source = /^'(?:sha|nonce)/.test(text) ? text : text.toLowerCase().replace(/(:\/\/[^/]*)\/$/, "$1");
  if (["", "'none'", "'report-sample'"].includes(source)) return undefined;
  if (["*", "http:", "*:", "https://*", "http://*"].includes(source)) return "https:";
  if (source.startsWith("http://") && !/^http:\/\/(?:localhost|127\.)/.test(source))
    return source.replace("http:", "https:");
  // Paths are case-sensitive.
  if (/^(?:'|[a-z]+:(?!\d))/.test(source)) return source.includes("://") ? withPath(text, source) : source;
  return `https://${withPath(text, source)}`;
}

function withPath(text: string, source: string): string {
  const start = source.indexOf("/", source.includes("://") ? source.indexOf("://") + 3 : 0);
  return start === -1
    ? source
    : `${source.slice(0, start)}${text.slice(text.length - (source.length - start))}`;
}

/**
 * Returns the requested sources that a grant covers; without a request, the whole grant.
 *
 * @example
 * import { grantedSources } from "@plugboard/api/contract";
 *
 * const granted = { "script-src": ["https://*.cdn.example"] };
 * console.log(grantedSources({ "script-src": ["https://a.cdn.example", "https://other.example"] }, granted));
 */
export function grantedSources(requested: ScriptSources | undefined, granted: ScriptSources): ScriptSources {
  if (requested === undefined) return granted;
  return Object.fromEntries(
    scriptDirectives.flatMap((name) => {
      const allowed = granted[name] ?? [];
      const covered = (requested[name] ?? []).filter((source) =>
        allowed.some((each) => covers(each, source)),
      );
      return covered.length === 0 ? [] : [[name, covered]];
    }),
  );
}

function covers(granted: string, requested: string): boolean {
  if (granted === requested) return true;
  if (granted === "https:" || granted === "wss:") return requested.startsWith(`${granted}//`);
  const [one, other] = [partsOf(granted), partsOf(requested)];
  if (one === undefined || other === undefined || one.scheme !== other.scheme) return false;
  const isHost = one.host.startsWith("*.") ? other.host.endsWith(one.host.slice(1)) : one.host === other.host;
  const isPort = one.port === ":*" || one.port === other.port;
  const isPath =
    one.path === "" || other.path === one.path || (one.path.endsWith("/") && other.path.startsWith(one.path));
  return isHost && isPort && isPath;
}

function partsOf(source: string) {
  const [, scheme, name = "", ownPort = "", ownPath = ""] =
    /^(https?|wss?):\/\/([^/:]+)(:[\d*]+)?(\/.*)?$/.exec(source) ?? [];
  return scheme === undefined ? undefined : { scheme, host: name, port: ownPort, path: ownPath };
}

const sourceLabels: Readonly<Record<string, string>> = {
  "https:": "any website",
  "wss:": "any WebSocket server",
  "blob:": "data it creates in the page (blob:)",
  "data:": "data in its own code (data:)",
  "'self'": "this site",
  "'unsafe-inline'": "any code in the page itself, which weakens the site's protection against injected code",
  "'unsafe-eval'": "code that it generates at run time",
  "'wasm-unsafe-eval'": "WebAssembly",
};

/**
 * Describes sources in one sentence per directive, for an operator who decides on a grant.
 *
 * @example
 * import { describeScriptSources } from "@plugboard/api/contract";
 *
 * console.log(describeScriptSources({ "connect-src": ["https://*.collect.example"] }));
 * // ["Send data to all subdomains of collect.example."]
 */
export function describeScriptSources(sources: ScriptSources): readonly string[] {
  return scriptDirectives.flatMap((directive) => {
    const named = sources[directive] ?? [];
    if (named.length === 0) return [];
    return [`${directives[directive]} ${[...new Set(named.map(describeSource))].join(", ")}.`];
  });
}

function describeSource(source: string): string {
  const known = sourceLabels[source];
  if (known !== undefined) return known;
  if (source.startsWith("'sha")) return "inline code identified by its hash";
  const name = source.replace(/^https:\/\//, "");
  return name.startsWith("*.") ? `all subdomains of ${name.slice(2)}` : name;
}
