import type { webhookMessages } from "../../core/webhook-events/tables.ts";

type Content = Pick<typeof webhookMessages.$inferSelect, "type" | "createdAt" | "data">;

export function bodyOf({ type, createdAt, data }: Content): string {
	const head = JSON.stringify({ type, timestamp: new Date(createdAt).toISOString() });
	return `${head.slice(0, -1)},"data":${data}}`;
}
