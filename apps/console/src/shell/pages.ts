/** Loads a page by its path. The first script uses it before the router has loaded. */
export const pages = {
  "/": () => import("../overview/overview-page.tsx"),
  "/marketplace": () => import("../marketplace/marketplace-page.tsx"),
  "/installed": () => import("../installed/installed-page.tsx"),
  "/events": () => import("../events/events-page.tsx"),
  "/events/new": () => import("../events/compose-event-page.tsx"),
  "/deliveries": () => import("../deliveries/deliveries-page.tsx"),
  "/endpoints": () => import("../endpoints/endpoints-page.tsx"),
  "/logs": () => import("../logs/logs-page.tsx"),
  "/developers": () => import("../developers/developers-page.tsx"),
  "/members": () => import("../people/members-page.tsx"),
  "/audit": () => import("../audit/audit-page.tsx"),
  "/reviews": () => import("../reviews/reviews-page.tsx"),
  "/usage": () => import("../usage/usage-page.tsx"),
  "/keys": () => import("../people/api-keys-page.tsx"),
  "/account": () => import("../people/account-page.tsx"),
  "/settings": () => import("../settings/settings-page.tsx"),
} as const;
