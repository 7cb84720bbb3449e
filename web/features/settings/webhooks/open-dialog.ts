import type { WebhookEndpoint } from "../../../../worker/contract/api/webhooks.ts";

export type OpenDialog =
	| { of: "new" }
	| { of: "edit" | "log" | "rotate" | "delete"; endpoint: WebhookEndpoint };
