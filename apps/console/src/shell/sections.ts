import {
  Activity,
  ClipboardCheck,
  Code,
  Gauge,
  History,
  House,
  KeyRound,
  Plug,
  ScrollText,
  Send,
  Settings,
  Store,
  Users,
  Webhook,
} from "lucide-react";
import type { Section } from "../product/console-product.ts";

const overview: Section = { to: "/", title: "Overview", icon: House };

const groups: readonly (readonly Section[])[] = [
  [
    { to: "/marketplace", title: "Marketplace", icon: Store },
    { to: "/installed", title: "Installed", icon: Plug },
  ],
  [
    { to: "/events", title: "Events", icon: Activity },
    { to: "/deliveries", title: "Deliveries", icon: Send },
    { to: "/endpoints", title: "Endpoints", icon: Webhook },
    { to: "/logs", title: "Logs", icon: ScrollText },
  ],
  [
    { to: "/developers", title: "Developers", icon: Code },
    { to: "/members", title: "Members", icon: Users },
    { to: "/keys", title: "API keys", icon: KeyRound },
    { to: "/audit", title: "Audit log", icon: History },
    { to: "/usage", title: "Usage", icon: Gauge },
    { to: "/reviews", title: "Review", icon: ClipboardCheck },
    { to: "/settings", title: "Settings", icon: Settings },
  ],
];

/** Returns the sections of the console with those of the product, grouped as in the navigation. */
export function groupSections(navigation: readonly Section[]): readonly (readonly Section[])[] {
  return [[overview, ...navigation], ...groups];
}
