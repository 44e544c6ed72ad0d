import type { NewEvent } from "@plugboard/platform/product";
import type { About } from "./about.ts";
import type { ContentEventType } from "./content-event.ts";
import type { EventFields } from "./sample-event.ts";

interface NewContentEvent<Type extends ContentEventType> extends About {
  readonly type: Type;
  readonly fields: EventFields<Type>;
  /** The ID of the person that the event is about. Defaults to none. */
  readonly subjectId?: string;
}

/** Returns an event to write. The compiler checks its fields against its type. */
export function newContentEvent<Type extends ContentEventType>(event: NewContentEvent<Type>): NewEvent {
  return event;
}
