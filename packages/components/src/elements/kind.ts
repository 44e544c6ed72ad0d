import { isPlainObject, typeOf } from "./plain-object.ts";

/** A value without parts, such as a text. Its name is what messages and the reference call it. */
export interface ScalarKind {
  readonly kind: "scalar";
  readonly name: string;
  readonly accepts: (value: unknown) => boolean;
}

/** One of several texts. */
export interface ChoiceKind {
  readonly kind: "choice";
  readonly choices: readonly string[];
}

/** An object with attributes: one of the object table, any JSON object, or an action. */
export interface ObjectKind {
  readonly kind: "object";
  readonly name: string;
}

/** An element of one of these names; `group` is the name they go by together. */
export interface ElementKind {
  readonly kind: "element";
  readonly names: readonly string[];
  readonly group?: string | undefined;
}

/** A list of values of a kind; `single` where it holds exactly one. */
export interface ListKind {
  readonly kind: "list";
  readonly items: Kind;
  readonly single: boolean;
}

/** A value of any of these kinds; `group` is the name they go by together. */
export interface AnyKind {
  readonly kind: "any";
  readonly kinds: readonly Kind[];
  readonly group?: string | undefined;
}

/** What an attribute may hold. */
export type Kind = ScalarKind | ChoiceKind | ObjectKind | ElementKind | ListKind | AnyKind;

/** What an attribute may hold, and whether it may be left out. */
export type Attribute = Kind & { readonly optional?: boolean };

/** The attributes of an element, an object or an action, children included. */
export type Attributes = Readonly<Record<string, Attribute>>;

declare const values: unique symbol;

/** A kind whose values are of a TypeScript type. It ties the tables to the interfaces: the two must be the same. */
export type KindOf<Value> = Kind & { readonly [values]?: (value: Value) => Value };

/** The attributes that an interface declares: the same names, the same ones optional, kinds of the same type. */
export type AttributesOf<Declared> = {
  readonly [Name in Exclude<keyof Declared, "type" | "action">]-?: object extends Pick<Declared, Name>
    ? KindOf<Exclude<Declared[Name], undefined>> & { readonly optional: true }
    : KindOf<Declared[Name]> & { readonly optional?: never };
};

type ValueOf<SomeKind> = SomeKind extends { readonly [values]?: (value: infer Value) => unknown }
  ? Value
  : never;

/** A kind without parts. */
export function scalar<Value>(name: string, accepts: (value: unknown) => boolean): KindOf<Value> {
  return { kind: "scalar", name, accepts };
}

/** One of several texts. */
export function choice<const Choice extends string>(...choices: readonly Choice[]): KindOf<Choice> {
  return { kind: "choice", choices };
}

/** An object of that name. */
export function object<Value>(name: string): KindOf<Value> {
  return { kind: "object", name };
}

/** A list of any length. */
export function list<Value>(items: KindOf<Value>): KindOf<readonly Value[]> {
  return { kind: "list", items, single: false };
}

/** A list of exactly one. */
export function single<Value>(items: KindOf<Value>): KindOf<readonly [Value]> {
  return { kind: "list", items, single: true };
}

/** A value of any of these kinds. */
export function any<const Kinds extends readonly Kind[]>(...kinds: Kinds): KindOf<ValueOf<Kinds[number]>> {
  return { kind: "any", kinds };
}

/** An attribute that may be left out. */
export function optional<SomeKind extends Kind>(kind: SomeKind): SomeKind & { readonly optional: true } {
  return { ...kind, optional: true };
}

/**
 * What messages call a kind, such as `string|Binding` or `button[]`.
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
 * Which of a kind's alternatives a value is, as far as its surface shows: what is inside it is not looked at.
 * Undefined where it is none.
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
