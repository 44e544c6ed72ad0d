import type { AnyOperation } from "@plugboard/api/contract";

/** Resources by path parameter, such as `{ installationId: "ins_1" }`. */
export type ResourceIds = Readonly<Record<string, string>>;

/** A caller's response. */
export interface SeenResponse {
  readonly status: number;
  readonly text: string;
  /** The cost of the call, such as its number of SQL statements. Compared too, because response times can reveal a resource. */
  readonly cost?: number | undefined;
}

/** Someone who must not see the other organization. */
export interface Foreigner<Operation> {
  readonly name: string;
  readonly call: (
    operation: Operation,
    ids: ResourceIds,
    replaced: readonly string[],
  ) => Promise<SeenResponse>;
}

/** Options for `findRevealedResources`. */
export interface IsolationOptions<Operation extends IsolatedOperation> {
  readonly operations: readonly Operation[];
  readonly foreigners: readonly Foreigner<Operation>[];
  /** Resources of the foreigners' own organization. */
  readonly own: ResourceIds;
  /** Resources of an organization that the foreigners don't belong to. */
  readonly theirs: ResourceIds;
  /** Parameters that any organization can use, such as names of event types. */
  readonly words?: ReadonlySet<string> | undefined;
  /** Returns the parameters that a request names outside of its path. Defaults to none. */
  readonly alsoNamed?: ((operation: Operation) => AlsoNamed) | undefined;
}

/** Parameters named outside of the path. Filters accept any ID, so an unknown one may succeed with an empty list. */
export interface AlsoNamed {
  readonly body: readonly string[];
  readonly filters: readonly string[];
}

/** The parts of an operation that the check reads. */
export type IsolatedOperation = Pick<AnyOperation, "id" | "path">;

/** A call that tells a foreigner whether a resource exists. */
export interface RevealedResource {
  readonly operation: string;
  readonly caller: string;
  /** The parameters with another organization's resources. */
  readonly parameters: readonly string[];
  readonly existing: SeenResponse;
  readonly missing: SeenResponse;
}

/**
 * Finds calls that reveal to one organization whether another organization's resource exists. Calls each
 * operation with another organization's resources and with missing ones, one parameter at a time and all of its
 * path: both must be refused with the same response.
 *
 * @example
 * ```ts
 * import { operations } from "@plugboard/api/contract";
 * import { findRevealedResources } from "@plugboard/platform/testing";
 *
 * const call = async ({ path }: { readonly path: string }, ids: Readonly<Record<string, string>>) => {
 *   const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? "");
 *   const response = await fetch(`http://127.0.0.1:4000/v1${filled}`);
 *   return { status: response.status, text: await response.text() };
 * };
 * const revealed = await findRevealedResources({
 *   operations: [operations.getInstallation],
 *   foreigners: [{ name: "a stranger", call }],
 *   own: { installationId: "ins_own" },
 *   theirs: { installationId: "ins_theirs" },
 * });
 * console.log(revealed.length);
 * ```
 */
export async function findRevealedResources<Operation extends IsolatedOperation>({
  operations,
  foreigners,
  own,
  theirs,
  words = new Set(),
  alsoNamed = () => ({ body: [], filters: [] }),
}: IsolationOptions<Operation>): Promise<readonly RevealedResource[]> {
  const missing = missingIds(theirs);
  const mask = (text: string): string =>
    Object.entries(theirs).reduce(
      (rest, [name, id]) => rest.replaceAll(id, name).replaceAll(missing[name] ?? id, name),
      text,
    );
  const revealed: RevealedResource[] = [];
  for (const operation of operations) {
    const { body, filters } = alsoNamed(operation);
    const cases = casesOf(operation, [...body, ...filters]).filter(
      (names) => !names.every((name) => words.has(name)),
    );
    for (const { name: caller, call } of foreigners) {
      for (const parameters of cases) {
        const withIds = (ids: ResourceIds): ResourceIds => ({ ...own, ...pick(ids, parameters) });
        const seen = await call(operation, withIds(theirs), parameters);
        const unseen = await call(operation, withIds(missing), parameters);
        const isFilter = parameters.every((name) => filters.includes(name));
        const isRefused = seen.status >= 400 || isFilter;
        const isAlike =
          seen.status === unseen.status &&
          mask(seen.text) === mask(unseen.text) &&
          (seen.status < 400 || seen.cost === unseen.cost);
        if (!isRefused || !isAlike)
          revealed.push({ operation: operation.id, caller, parameters, existing: seen, missing: unseen });
      }
    }
  }
  return revealed;
}

function casesOf({ path }: IsolatedOperation, others: readonly string[]): (readonly string[])[] {
  const inPath = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = ""]) => name);
  const each = [...new Set([...inPath, ...others])].map((name) => [name]);
  return inPath.length > 1 ? [...each, inPath] : each;
}

function pick(ids: ResourceIds, names: readonly string[]): ResourceIds {
  return Object.fromEntries(Object.entries(ids).filter(([name]) => names.includes(name)));
}

/** Returns IDs of missing resources in the same form. Short values are words, not IDs. */
function missingIds(ids: ResourceIds): ResourceIds {
  const rename = (id: string): string => (id.length > 12 ? `${id.slice(0, -6)}zzzzzz` : id);
  return Object.fromEntries(Object.entries(ids).map(([name, id]) => [name, rename(id)]));
}
