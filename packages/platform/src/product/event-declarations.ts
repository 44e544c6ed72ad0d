import { isCustomEventType, platformEventTypes } from "@plugboard/api";
import type { EventDeclaration } from "./define-contract.ts";
import type { ProductData } from "./product-data.ts";

const ofResource = /^([a-z]\w*)_installation_(setup|deleted)$/;
const ofInstallation = /^installation_(setup|deleted)$/;

/** Returns the change of an installation, in an organization or a resource, that an event is about. */
export function lifecycleOf(type: string): "setup" | "deleted" | undefined {
  const change = ofResource.exec(type)?.[2] ?? ofInstallation.exec(type)?.[1];
  return change === "setup" || change === "deleted" ? change : undefined;
}

/** Returns the kind of resource that an event is about. `undefined` if it is about an organization. */
export function kindOfEvent(product: ProductData | undefined, type: string): string | undefined {
  const kind = ofResource.exec(type)?.[1] ?? product?.contract.events?.[type]?.on;
  return kind === "organization" ? undefined : kind;
}

/** Returns whether an event type is one of the platform, of its product, or custom. */
export function isDeclaredEvent(product: Pick<ProductData, "contract"> | undefined, type: string): boolean {
  return (
    isCustomEventType(type) ||
    platformEventTypes.some((own) => own === type) ||
    lifecycleOf(type) !== undefined ||
    Object.hasOwn(product?.contract.events ?? {}, type)
  );
}

/** Returns the events that webhook endpoints can subscribe to, by type. */
export function listWebhookEvents(
  product: Pick<ProductData, "contract"> | undefined,
): readonly (readonly [string, EventDeclaration])[] {
  return Object.entries(product?.contract.events ?? {}).filter(([, { webhook }]) => webhook !== false);
}

/** Returns the event types of the platform and the product that have samples. */
export function listSampleTypes(product: ProductData | undefined): readonly string[] {
  const { kinds = {}, events = {} } = product?.contract ?? {};
  return [
    ...platformEventTypes.filter((type) => type !== "ui_render"),
    ...Object.keys(kinds).flatMap((kind) => [`${kind}_installation_setup`, `${kind}_installation_deleted`]),
    ...Object.keys(events),
  ];
}
