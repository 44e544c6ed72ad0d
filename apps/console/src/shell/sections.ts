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
import { useSignedIn } from "../people/use-person.ts";
import { type Section, useProduct } from "../product/console-product.ts";

interface OwnSection extends Section {
  /** The permission that its page needs. Defaults to membership. */
  readonly needs?: "isManager" | "isDeveloper" | "isOperator";
}

const overview: Section = { to: "/", title: "Overview", icon: House };

const groups: readonly (readonly OwnSection[])[] = [
  [
    { to: "/marketplace", title: "Marketplace", icon: Store },
    { to: "/installed", title: "Installed", icon: Plug },
  ],
  [
    { to: "/events", title: "Events", icon: Activity, needs: "isOperator" },
    { to: "/deliveries", title: "Deliveries", icon: Send, needs: "isOperator" },
    { to: "/endpoints", title: "Endpoints", icon: Webhook, needs: "isOperator" },
    { to: "/logs", title: "Logs", icon: ScrollText, needs: "isOperator" },
  ],
  [
    { to: "/developers", title: "Developers", icon: Code },
    { to: "/members", title: "Members", icon: Users },
    { to: "/keys", title: "API keys", icon: KeyRound, needs: "isManager" },
    { to: "/audit", title: "Audit log", icon: History, needs: "isManager" },
    { to: "/usage", title: "Usage", icon: Gauge, needs: "isManager" },
    { to: "/reviews", title: "Review", icon: ClipboardCheck, needs: "isDeveloper" },
    { to: "/settings", title: "Settings", icon: Settings },
  ],
];

/** Returns the sections of the console with those of the product, grouped as in the navigation. */
export function groupSections(navigation: readonly Section[]): readonly (readonly OwnSection[])[] {
  return [[overview, ...navigation], ...groups];
}

/** Returns the section of a path that the user's role can't open. `undefined` if there is none, or until the role is known. */
export function useClosedSection(pathname: string): Section | undefined {
  const signedIn = useSignedIn();
  if (signedIn.role === undefined) return undefined;
  return groups
    .flat()
    .find(
      ({ to, needs }) =>
        needs !== undefined && !signedIn[needs] && (pathname === to || pathname.startsWith(`${to}/`)),
    );
}

/** Returns the sections that the user's role can open. All of them until the role is known. */
export function useSections(): readonly (readonly Section[])[] {
  const { navigation } = useProduct();
  const signedIn = useSignedIn();
  const groups = groupSections(navigation);
  if (signedIn.role === undefined) return groups;
  return groups
    .map((group) => group.filter(({ needs }) => needs === undefined || signedIn[needs]))
    .filter((group) => group.length > 0);
}
