import type { WebhookEndpoint } from "../../../../worker/contract/api/webhooks.ts";

/** What is open: the form of a new endpoint or of one, or something that is done with one. */
export type OpenDialog =
	| { of: "new" }
	| { of: "edit" | "log" | "rotate" | "delete"; endpoint: WebhookEndpoint };
