export { Tillbox, type TillboxOptions } from "./client.ts";
export { TillboxError } from "./error.ts";
export type { Answer, ErrorCode, Item, Operation, WebhookEvent } from "./types.ts";
export { signWebhook, verifyWebhook, WebhookVerificationError } from "./webhooks.ts";
