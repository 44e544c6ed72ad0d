import { type AnyOperation, problemSchema } from "@plugboard/api/contract";
import type { AttackReport } from "./attack-report.ts";
import { listSpots, replaceAt } from "./json-spots.ts";
import { harmlessBody, urlOf } from "./requests-from-contract.ts";
import { createRandom } from "./seeded-random.ts";
import type { Target } from "./start-target.ts";

/** A server that gets unexpected input. */
export interface FuzzedServer extends Pick<Target, "send" | "isAlive"> {
  readonly name: string;
  readonly url: string;
  readonly operations: readonly AnyOperation[];
  /** Existing values of path parameters. */
  readonly values: Readonly<Record<string, string>>;
  /** A credential for all operations. */
  readonly headers: Readonly<Record<string, string>>;
}

const long = "x".repeat(20_000);
const deep = `${"[".repeat(20_000)}${"]".repeat(20_000)}`;
const values: readonly unknown[] = [
  null,
  true,
  -1,
  0.5,
  1e308,
  2 ** 53,
  "",
  " ",
  long,
  "\0",
  "\ud800",
  "‮🏴",
  "' or 1=1 --",
  "../../etc/passwd",
  "{{7*7}}",
  [],
  [[]],
  {},
  { $gt: "" },
  JSON.parse('{"__proto__": {"isAdmin": true}, "constructor": {"prototype": {}}}'),
  Array.from({ length: 2000 }, () => 0),
];
const bodies: readonly (string | Uint8Array)[] = [
  "",
  "{",
  "null",
  '"text"',
  "[]",
  deep,
  `{"a":${deep}}`,
  '{"a":1,"a":2}',
  `{"${long}":1}`,
  Uint8Array.of(0xff, 0xfe, 0x7b, 0x7d),
  Uint8Array.of(0xef, 0xbb, 0xbf, 0x7b, 0x7d),
];
const types = [
  "application/json",
  "text/plain",
  "application/x-www-form-urlencoded",
  "application/json; charset=utf-16",
];
const segments = [
  "%00",
  "%2e%2e%2f",
  "..%2f..",
  "%",
  "%ff",
  "a".repeat(3000),
  "__proto__",
  "%F0%9F%8F%B4",
  "'",
];

/**
 * Sends unexpected input to every operation. No response may be an internal error, and
 * each must conform to the contract.
 *
 * @param rounds the number of calls per operation
 */
export async function fuzzOperations(
  server: FuzzedServer,
  rounds: number,
  seed: number,
): Promise<AttackReport> {
  const random = createRandom(seed);
  const pick = <Item>(items: readonly Item[]): Item | undefined => items[Math.floor(random() * items.length)];
  const breaches: string[] = [];
  let cases = 0;
  for (const operation of server.operations) {
    for (let round = 0; round < rounds; round += 1) {
      cases += 1;
      const isReal = operation.method !== "DELETE" && random() < 0.6;
      const base = urlOf(server.url, operation, isReal ? server.values : {});
      const url = random() < 0.15 ? base.replace(/[^/]+$/, pick(segments) ?? "") : base;
      const query = operation.query === undefined || random() < 0.5 ? "" : fuzzQuery(operation, pick);
      const body = fuzzBody(operation, random, pick);
      const {
        status,
        body: text,
        headers,
      } = await server.send(`${url}${query}`, {
        method: operation.method,
        headers: {
          ...server.headers,
          ...(body !== undefined && { "content-type": (random() < 0.9 ? types[0] : pick(types)) ?? "" }),
          ...(random() < 0.1 && { "idempotency-key": pick(["", "x", long.slice(0, 500), "ä"]) ?? "" }),
          ...(random() < 0.1 && { "if-match": pick(["*", '"x"', "x", '"a", "b"', 'W/"1"']) ?? "" }),
        },
        body,
      });
      const isClosed = status === 0 && (body?.length ?? 0) > operation.maxBodyBytes;
      const problem = isClosed ? undefined : findProblem(status, text, String(headers["content-type"]));
      if (problem !== undefined)
        breaches.push(`${operation.id} (round ${round}): ${problem}; sent ${describe(url + query, body)}`);
    }
  }
  if (!server.isAlive()) breaches.push("the server has ended");
  return { name: `fuzz from the contract, ${server.name}`, cases, breaches, figures: `seed ${seed}` };
}

function findProblem(status: number, text: string, type: string): string | undefined {
  if (status === 0) return "no response";
  // An unreachable integration isn't an error of the server.
  if (status >= 500 && status !== 502) return `status ${status}: ${text.slice(0, 200)}`;
  if (status < 400) return undefined;
  // The parser rejects invalid HTTP without a body.
  if (text === "") return status === 400 || status === 431 ? undefined : `status ${status} without a body`;
  if (!type.startsWith("application/problem+json")) return `status ${status} as ${type}`;
  return problemSchema.safeParse(JSON.parse(text)).success ? undefined : `no problem: ${text.slice(0, 200)}`;
}

type Choose = <Item>(items: readonly Item[]) => Item | undefined;

function fuzzQuery({ example }: AnyOperation, pick: Choose): string {
  const names = ["cursor", "limit", "organization", ...Object.keys(Object(example.query))];
  const value =
    pick(["", "-1", "0", "1e9", "NaN", "\0", long.slice(0, 4000), "%", "[]", "2026-13-01", "'"]) ?? "";
  return `?${new URLSearchParams([[pick(names) ?? "", value]]).toString()}`;
}

function fuzzBody(
  operation: AnyOperation,
  random: () => number,
  pick: Choose,
): string | Uint8Array | undefined {
  const example = harmlessBody(operation);
  if (example === undefined) return undefined;
  if (random() < 0.2) return pick(bodies);
  const spots = listSpots(example, []);
  const spot = pick(spots) ?? [];
  // A lone surrogate is sent as is; JSON can represent it.
  return JSON.stringify(replaceAt(example, spot, pick(values)));
}

function describe(url: string, body: string | Uint8Array | undefined): string {
  return `${url.slice(0, 200)} ${String(body).slice(0, 200)}`;
}
