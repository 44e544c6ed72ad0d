import { type ComponentType, createContext, useContext } from "react";
import type { AnyRoute } from "@tanstack/react-router";
import type { LucideIcon } from "lucide-react";
import type { FirstEvent } from "@plugboard/console/product";

/** A section of the navigation. */
export interface Section {
  /** The path of its page. */
  readonly to: string;
  readonly title: string;
  readonly icon: LucideIcon;
}

/** A resource that integrations can be installed in. */
export interface Resource {
  readonly id: string;
  readonly title: string;
}

type RateName = "requests" | "emittedEvents" | "tasks";

interface AnyCounter {
  readonly title: string;
  /** Formats a value. Defaults to a whole number. */
  readonly format?: ((value: number) => string) | undefined;
}

/** A counter that adds up, such as requests. */
interface SumCounter extends AnyCounter {
  readonly kind: "sum";
  /** Its name in `UsageDays`. */
  readonly name: string;
  /** The limit per minute. Defaults to none. */
  readonly rate?: RateName | undefined;
}

/** A counter with a current value, such as pages. */
interface LevelCounter extends AnyCounter {
  readonly kind: "level";
  /** Its name in `OrganizationUsage`. */
  readonly name: string;
  /** The quota that limits it. Defaults to none. */
  readonly limit?: string | undefined;
}

/** A counter of the usage page. */
export type Counter = SumCounter | LevelCounter;

/** A quota of the usage page. */
export interface Quota {
  /** Its name in `OrganizationQuota`. */
  readonly name: string;
  readonly title: string;
  readonly hint: string;
  readonly min: number;
  readonly max: number;
}

/** A product's part of the console. Kinds of resources, scopes and event types come from the API. */
export interface ConsoleProduct {
  readonly title: string;
  /** Its sections, below the overview. */
  readonly navigation: readonly Section[];
  /** Its pages, whose parent is the root route. */
  readonly routes: readonly AnyRoute[];
  /** Lists the resources of an organization by kind, in the order in which the console offers them. */
  readonly resources: Readonly<Record<string, (organizationId: string) => Promise<readonly Resource[]>>>;
  readonly firstEvent: FirstEvent;
  /** The results of the command palette. Defaults to none. */
  readonly SearchResults?: ComponentType<{ readonly onClose: () => void }> | undefined;
  /** The usage that it counts. Defaults to none. */
  readonly counters?: readonly Counter[] | undefined;
  /** The quotas that it enforces. Defaults to none. */
  readonly quotas?: readonly Quota[] | undefined;
  /** The URL of its own sign-in page. Defaults to the accounts of the reference server. */
  readonly signInUrl?: string | undefined;
}

/** Provides the product of the console. */
export const ProductContext = createContext<ConsoleProduct | undefined>(undefined);

/** Returns the product of the console. */
export function useProduct(): ConsoleProduct {
  const product = useContext(ProductContext);
  if (product === undefined) throw new Error("This component needs a ProductContext. The portal has none.");
  return product;
}
