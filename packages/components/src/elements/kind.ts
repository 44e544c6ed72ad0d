import { isPlainObject, typeOf } from "./plain-object.ts";

/** A value without nested values, such as text. Messages and the reference use its name. */
export interface ScalarKind {
  readonly kind: "scalar";
  readonly name: string;
  readonly accepts: (value: unknown) => boolean;
}

/** One of several strings. */
export interface ChoiceKind {
  readonly kind: "choice";
  readonly choices: readonly string[];
}

/** An object with attributes: from the object table, any JSON object, or an action. */
export interface ObjectKind {
  readonly kind: "object";
  readonly name: string;
}

/** An element with one of these names. `group` names them in messages. */
export interface ElementKind {
  readonly kind: "element";
  readonly names: readonly string[];
  readonly group?: string | undefined;
}

/** A list of values. `single` if it has exactly one. */
export interface ListKind {
  readonly kind: "list";
  readonly items: Kind;
  readonly single: boolean;
}

/** A value of any of these kinds. `group` names them in messages. */
export interface AnyKind {
  readonly kind: "any";
  readonly kinds: readonly Kind[];
  readonly group?: string | undefined;
}

/** The type of an attribute's value. */
export type Kind = ScalarKind | ChoiceKind | ObjectKind | ElementKind | ListKind | AnyKind;

/** The type of an attribute's value, and whether it is optional. */
export type Attribute = Kind & { readonly optional?: boolean };

/** The attributes of an element, an object or an action, including children. */
export type Attributes = Readonly<Record<string, Attribute>>;

declare const values: unique symbol;

/** A kind tied to a TypeScript type, which keeps the tables and the interfaces in sync. */
export type KindOf<Value> = Kind & { readonly [values]?: (value: Value) => Value };

/**
 * The attributes that an interface requires in the table: same names, same optionality, kinds of the same
 * type.
 */
export type AttributesOf<Declared> = {
  readonly [Name in Exclude<keyof Declared, "type" | "action">]-?: object extends Pick<Declared, Name>
    ? KindOf<Exclude<Declared[Name], undefined>> & { readonly optional: true }
    : KindOf<Declared[Name]> & { readonly optional?: never };
};

type ValueOf<SomeKind> = SomeKind extends { readonly [values]?: (value: infer Value) => unknown }
  ? Value
  : never;

/** Creates a kind without nested values. */
export function scalar<Value>(name: string, accepts: (value: unknown) => boolean): KindOf<Value> {
  return { kind: "scalar", name, accepts };
}

/** Creates a kind of several strings. */
export function choice<const Choice extends string>(...choices: readonly Choice[]): KindOf<Choice> {
  return { kind: "choice", choices };
}

/** Creates a kind for an object in the object table. */
export function object<Value>(name: string): KindOf<Value> {
  return { kind: "object", name };
}

/** Creates a list kind of any length. */
export function list<Value>(items: KindOf<Value>): KindOf<readonly Value[]> {
  return { kind: "list", items, single: false };
}

/** Creates a list kind with exactly one item. */
export function single<Value>(items: KindOf<Value>): KindOf<readonly [Value]> {
  return { kind: "list", items, single: true };
}

/** Creates a kind that accepts any of the given kinds. */
export function any<const Kinds extends readonly Kind[]>(...kinds: Kinds): KindOf<ValueOf<Kinds[number]>> {
  return { kind: "any", kinds };
}

/** Makes an attribute optional. */
export function optional<SomeKind extends Kind>(kind: SomeKind): SomeKind & { readonly optional: true } {
  return { ...kind, optional: true };
}

/**
 * Returns the name of a kind for messages, such as `string|Binding` or `button[]`.
 *
 * @example
 * ```ts
 * import { elementTable, nameOfKind } from "@plugboard/components";
 *
 * const { style } = elementTable.button;
 * if (style) console.log(nameOfKind(style)); // "primary"|"secondary"|"danger"|undefined
 * ```
 */
export function nameOfKind(kind: Attribute): string {
  return kind.optional ? `${baseNameOf(kind)}|undefined` : baseNameOf(kind);
}

function baseNameOf(kind: Kind): string {
  switch (kind.kind) {
    case "choice":
      return kind.choices.map((choice) => JSON.stringify(choice)).join("|");
    case "element":
      return kind.group ?? kind.names.join("|");
    case "list":
      return kind.single ? `[${baseNameOf(kind.items)}]` : `${baseNameOf(kind.items)}[]`;
    case "any":
      return kind.group ?? kind.kinds.map(baseNameOf).join("|");
    default:
      return kind.name;
  }
}

/**
 * Returns the alternative of a kind that a value matches, without looking at nested values. `undefined` if it
 * matches none.
 */
export function findKind(kind: Kind, value: unknown): Exclude<Kind, AnyKind> | undefined {
  if (kind.kind === "any") {
    for (const alternative of kind.kinds) {
      const found = findKind(alternative, value);
      if (found) return found;
    }
    return undefined;
  }
  return accepts(kind, value) ? kind : undefined;
}

function accepts(kind: Exclude<Kind, AnyKind>, value: unknown): boolean {
  switch (kind.kind) {
    case "scalar":
      return kind.accepts(value);
    case "choice":
      return kind.choices.some((choice) => choice === value);
    case "object":
      return isPlainObject(value);
    case "element":
      return kind.names.includes(typeOf(value) ?? "");
    default:
      if (!Array.isArray(value)) return false;
      return !kind.single || (value.length === 1 && findKind(kind.items, value[0]) !== undefined);
  }
}
