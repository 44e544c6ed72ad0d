import type { DeliveryStore } from "@plugboard/webhook-delivery";
import type { ConnectTickets } from "../access/connect-tickets.ts";
import type { TokenAuthority } from "../access/token-authority.ts";
import type { IntegrationRunner } from "../dispatch/integration-runner.ts";
import type { PlatformContext } from "../database/platform-context.ts";
import type { PlatformUrls } from "../common/platform-urls.ts";

/** The parts of the server that its HTTP side works with. */
export interface Services {
  readonly context: PlatformContext;
  readonly deliveries: DeliveryStore;
  readonly runner: IntegrationRunner;
  readonly tokens: TokenAuthority;
  readonly connectTickets: ConnectTickets;
  readonly urls: PlatformUrls;
}
