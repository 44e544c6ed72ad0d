import type { Attack } from "./attack.fixture.ts";
import { oddities } from "./oddities.fixture.ts";
import { redirectAttacks } from "./redirect-attacks.fixture.ts";
import { tokenAttacks } from "./token-attacks.fixture.ts";

/** Everything that can go wrong with a flow, and how it must end. */
export const attackTable: readonly Attack[] = [...redirectAttacks, ...tokenAttacks, ...oddities];
