import type { DeliveryStore } from "@plugboard/webhook-delivery";
import type { ConnectTickets } from "../access/connect-tickets.ts";
import type { TokenAuthority } from "../access/token-authority.ts";
import type { PlatformUrls } from "../common/platform-urls.ts";
import type { DispatchContext } from "../dispatch/dispatch-target.ts";

/** The parts of the platform that its HTTP side works with. */
export interface Services {
  readonly context: DispatchContext;
  readonly deliveries: DeliveryStore;
  readonly tokens: TokenAuthority;
  readonly connectTickets: ConnectTickets;
  readonly urls: PlatformUrls;
}
