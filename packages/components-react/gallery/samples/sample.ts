import type { Component, ComponentContext } from "@plugboard/components";

/** A component that runs in the gallery instead of in an integration. */
export interface Sample {
  readonly title: string;
  readonly component: Component<ComponentContext>;
}
