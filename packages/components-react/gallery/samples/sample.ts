import type { Component, ComponentContext } from "@plugboard/components";

/** A component of the gallery, run in the page instead of in an integration. */
export interface Sample {
  readonly title: string;
  readonly component: Component<ComponentContext>;
}
