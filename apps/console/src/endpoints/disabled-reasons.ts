import type { NoticeResource } from "@plugboard/api/client";

/** Reasons why the platform disables an endpoint. */
export const disabledReasons: Readonly<Record<NoticeResource["reason"], string>> = {
  gone: "it responded with 410 Gone",
  failing: "all requests to it failed for several days",
};
