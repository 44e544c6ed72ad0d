import type { JsonObject } from "@plugboard/api";
import type { Action, BuiltInAction } from "./action.ts";
import type { Confirm, Control, SelectOption, UrlSource } from "./attribute-values.ts";
import type { Binding } from "./binding.ts";
import type { ElementOf, ElementType, FlowElement } from "./element.ts";
import type { attributeKinds, flowText, inlineKinds, otherText } from "./shape-text.ts";

// Reads the texts as types and compares each line with the interface it stands for: the same attributes, the same ones
// optional, values of the same type. A line that differs makes `differing` a compile error that names it.

type Split<
  Text extends string,
  By extends string,
  Found = never,
> = Text extends `${infer Part}${By}${infer Rest}` ? Split<Rest, By, Found | Part> : Found | Text;

type Line = Exclude<Split<typeof flowText, "\n"> | Split<typeof otherText, "\n">, "">;
type NameOf<L> = L extends `${infer Name} ${string}` ? Name : never;
type AttributesOf<Name> = Line extends infer L
  ? L extends `${Name & string} ${infer Rest}`
    ? Split<Rest, " ">
    : never
  : never;

interface Objects {
  Action: Action;
  Binding: Binding;
  Confirm: Confirm;
  Control: Control;
  Object: JsonObject;
  Option: SelectOption;
  Source: UrlSource;
  Target: UrlSource;
}

interface Plain {
  string: string;
  number: number;
  positive: number;
  boolean: boolean;
  stateKey: string;
  webUrl: string;
  linkUrl: string;
}

interface Groups {
  element: FlowElement;
  inline: ValueOf<typeof inlineKinds>;
}

type Named = Plain & Objects & Groups & { [Type in ElementType]: ElementOf<Type> };

type ValueOf<Kind extends string> = AlternativeOf<Split<Kind, "|">>;
type AlternativeOf<Kind extends string> = Kind extends `"${infer Text}"`
  ? Text
  : Kind extends `[${infer Item}]`
    ? readonly [AlternativeOf<Item>]
    : Kind extends `${infer Item}[]`
      ? readonly AlternativeOf<Item>[]
      : Kind extends keyof Named
        ? Named[Kind]
        : { readonly unknownKind: Kind };

type KindOf<Name> = Name extends keyof typeof attributeKinds
  ? (typeof attributeKinds)[Name]
  : Name extends `on${string}`
    ? "Action"
    : "string";

type OptionalName<Attribute> = Attribute extends `${infer Name}?${string}` ? Name : never;
type RequiredName<Attribute> = Attribute extends `${string}?${string}`
  ? never
  : Attribute extends `${infer Name}:${string}`
    ? Name
    : Attribute;
type AttributeKind<Attribute extends string, Name> =
  Extract<
    Attribute,
    Name | `${Name & string}:${string}` | `${Name & string}?${string}`
  > extends `${string}:${infer Kind}`
    ? Kind
    : KindOf<Name>;

type Read<Attribute extends string> = {
  readonly [Name in RequiredName<Attribute> & string]: ValueOf<AttributeKind<Attribute, Name>>;
} & {
  readonly [Name in OptionalName<Attribute>]?: ValueOf<AttributeKind<Attribute, Name>>;
};

type Same<A, B> = [A, B] extends [B, A] ? true : false;
type Agrees<A, B> = Same<A, B> extends true ? Same<keyof A, keyof B> : false;
type Differing<Declared> = {
  [Name in keyof Declared]: Agrees<Read<AttributesOf<Name>>, Declared[Name]> extends true ? never : Name;
}[keyof Declared];

type Elements = { readonly [Type in ElementType]: Omit<ElementOf<Type>, "type"> };
type BuiltIns = { readonly [A in BuiltInAction as A["action"]]: Omit<A, "action"> };
type Declared = Elements & BuiltIns & Omit<Objects, "Action" | "Object">;

type NoneOf<Names> = [Names] extends [never] ? "none" : Names;

export const differing: NoneOf<Differing<Declared>> = "none";
export const undeclared: NoneOf<Exclude<NameOf<Line>, keyof Declared>> = "none";

type FlowName = NameOf<Split<typeof flowText, "\n">>;
export const flowMissing: NoneOf<Exclude<FlowElement["type"], FlowName>> = "none";
export const flowSurplus: NoneOf<Exclude<FlowName, FlowElement["type"]>> = "none";
