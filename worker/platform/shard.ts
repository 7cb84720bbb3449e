/** Ids in addresses begin with the number of their record's database in base 36: see docs/scale.md. */

/** The length of 128 random bits in URL-safe base64; ids of database 0 have this length and no number. */
const RANDOM_LENGTH = 22;

const FIRST = 0;

export function shardedId(ctx: { readonly id: () => string }, shard = FIRST): string {
	return `${shard.toString(36)}${ctx.id()}`;
}

export function shardOf(id: string): number {
	const number = id.slice(0, -RANDOM_LENGTH);
	return number === "" ? FIRST : Number.parseInt(number, 36);
}
