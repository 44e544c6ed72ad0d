import type { NoticeResource } from "@plugboard/api/client";

/** Why the platform disables an endpoint by itself, in words. */
export const disabledReasons: Readonly<Record<NoticeResource["reason"], string>> = {
  gone: "it responded with 410, which says that nobody is there any more",
  failing: "it did nothing but fail for days",
};
