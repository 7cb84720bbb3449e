import { env } from "cloudflare:workers";

/** Makes many published shares without files at once, "Share 1" and so on; three have each time. */
export async function manyShares(
	creatorId: string,
	count: number,
	{ createdAt = 1_000_000 }: { createdAt?: number } = {},
): Promise<void> {
	const numbers = JSON.stringify(Array.from({ length: count }, (_, n) => n + 1));
	await env.DB.prepare(
		`insert into shares (id, slug, creator_id, title, title_key, price_cents, status, created_at, published_at)
		select lower(hex(randomblob(12))), lower(hex(randomblob(12))), ?, 'Share ' || value, 'share ' || value,
			1000, 'published', ? + value / 3, 1 from json_each(?)`,
	)
		.bind(creatorId, createdAt, numbers)
		.run();
}
