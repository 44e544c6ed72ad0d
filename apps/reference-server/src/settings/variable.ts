import type * as z from "zod";
import { readNetwork, type Network } from "../http/client-address.ts";

/** A variable's name, meaning and rules. */
export interface Variable<Value> {
  readonly name: string;
  /** One sentence in Markdown, without a period. */
  readonly meaning: string;
  /** The rule in the error message, after the variable's name. */
  readonly mustBe: string;
  /** Parses the text. Returns `undefined` if it is invalid. */
  readonly read: (text: string) => Value | undefined;
  /** The default in environment syntax. */
  readonly default?: string | undefined;
  /** Describes the behavior without a value, if there is no default. */
  readonly otherwise?: string | undefined;
  /** Secrets are never shown. */
  readonly isSecret?: boolean | undefined;
}

type Kind<Value> = Pick<Variable<Value>, "mustBe" | "read">;

/** A string that matches a schema. */
export function text(schema: z.ZodType<string>, mustBe: string): Kind<string> {
  return { mustBe, read: (value) => schema.safeParse(value).data };
}

/** One of several values. */
export function word<Word extends string>(...values: readonly Word[]): Kind<Word> {
  return {
    mustBe: `must be one of ${values.join(", ")}`,
    read: (text) => values.find((value) => value === text),
  };
}

/** Some of several values, separated by commas. `none` is an empty list, because an empty variable isn't set. */
export function wordsOrNone(values: readonly string[]): Kind<readonly string[]> {
  const list = listOf(
    (text) => values.find((value) => value === text),
    `must be none or some of ${values.join(", ")}, separated by commas`,
  );
  return { ...list, read: (text) => (text === "none" ? [] : list.read(text)) };
}

/** A whole number. */
export function count(min: number, max: number): Kind<number> {
  return {
    mustBe: `must be a number from ${min} to ${max}`,
    read: (digits) => (/^\d{1,15}$/.test(digits) ? within(Number(digits), min, max) : undefined),
  };
}

const units = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** A duration with a unit, in milliseconds. */
export function duration(min: string, max: string): Kind<number> {
  return {
    mustBe: `must be a time from ${min} to ${max}, such as 30s, 10m, 2h or 7d`,
    read: (value) => within(readDuration(value), readDuration(min), readDuration(max)),
  };
}

function readDuration(value: string): number {
  const [, digits, unit = "s"] = /^(\d{1,9})(ms|s|m|h|d)$/.exec(value) ?? [];
  // The pattern only matches known units.
  return Number(digits) * units[unit as keyof typeof units];
}

const sizes = { KiB: 1024, MiB: 1024 ** 2, GiB: 1024 ** 3 } as const;

/** A size with a unit, in bytes. */
export function size(min: string, max: string): Kind<number> {
  return {
    mustBe: `must be an amount from ${min} to ${max}, such as 64MiB`,
    read: (value) => within(readSize(value), readSize(min), readSize(max)),
  };
}

function readSize(value: string): number {
  const [, digits, unit = "KiB"] = /^(\d{1,9})(KiB|MiB|GiB)$/.exec(value) ?? [];
  // The pattern only matches known units.
  return Number(digits) * sizes[unit as keyof typeof sizes];
}

function within(value: number, min: number, max: number): number | undefined {
  return value >= min && value <= max ? value : undefined;
}

/** Values separated by commas. */
export function listOf<Item>(
  read: (text: string) => Item | undefined,
  mustBe: string,
): Kind<readonly Item[]> {
  return {
    mustBe,
    read: (value) => {
      const items = value.split(",").map((part) => read(part.trim()));
      const valid = items.filter((item) => item !== undefined);
      return valid.length === items.length ? valid : undefined;
    },
  };
}

/** Addresses and networks separated by commas. */
export const networks: Kind<readonly Network[]> = listOf(
  readNetwork,
  "must be addresses or networks separated by commas, such as 10.0.0.0/8,192.0.2.7",
);

/** Durations separated by commas, in milliseconds. */
export function durations(min: string, max: string): Kind<readonly number[]> {
  const { read } = duration(min, max);
  return listOf(read, `must be times from ${min} to ${max} separated by commas, such as 1s,30s,10m`);
}
