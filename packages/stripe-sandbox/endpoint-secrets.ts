import { randomText } from "./ids.ts";
import type { Store } from "./store.ts";

/** The former secret signs too until its time in ms. */
export interface EndpointSecrets {
	secret: string;
	former?: { secret: string; until: number };
}

export const newSecret = () => `whsec_${randomText(32)}`;

/** The secrets that sign an endpoint's events at `now`, in ms. */
export function validSecrets(store: Store, id: string, now: number): string[] {
	const { secret = "", former } = store.hidden<EndpointSecrets>(id) ?? {};
	return former && now < former.until ? [secret, former.secret] : [secret];
}
