import type { Attack } from "./attack.fixture.ts";
import { oddities } from "./oddities.fixture.ts";
import { redirectAttacks } from "./redirect-attacks.fixture.ts";
import { tokenAttacks } from "./token-attacks.fixture.ts";

/** All attacks on a flow, with their expected outcomes. */
export const attackTable: readonly Attack[] = [...redirectAttacks, ...tokenAttacks, ...oddities];
