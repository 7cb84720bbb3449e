import type { Handlers } from "./context.ts";
import { makePacks } from "./downloads/packs.ts";
import { onPaymentEvent } from "./payments/provider-events.ts";
import { dropShareRenditions } from "./previews/drop-renditions.ts";
import { makeSharePreviews } from "./previews/make-share-previews.ts";

/** What slices do when another slice has acted. */
export const handlers: Handlers = {
	beforePublish: [makePacks, makeSharePreviews],
	afterDelete: [dropShareRenditions],
	beforeAccountDelete: [],
	onAccountDelete: [],
	providerEvents: [onPaymentEvent],
	accountExport: {},
};
