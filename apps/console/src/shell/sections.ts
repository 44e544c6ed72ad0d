import {
  Activity,
  BookOpen,
  ClipboardCheck,
  Code,
  Gauge,
  History,
  House,
  KeyRound,
  type LucideIcon,
  Plug,
  ScrollText,
  Send,
  Settings,
  Store,
  Users,
  Webhook,
} from "lucide-react";

/** A section of the console. */
export interface Section {
  readonly to:
    | "/"
    | "/content"
    | "/marketplace"
    | "/installed"
    | "/events"
    | "/deliveries"
    | "/endpoints"
    | "/logs"
    | "/developers"
    | "/members"
    | "/keys"
    | "/audit"
    | "/reviews"
    | "/usage"
    | "/settings";
  readonly title: string;
  readonly icon: LucideIcon;
}

/** The sections of the console, grouped and ordered as in the navigation. */
export const sectionGroups: readonly (readonly Section[])[] = [
  [
    { to: "/", title: "Overview", icon: House },
    { to: "/content", title: "Content", icon: BookOpen },
  ],
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
