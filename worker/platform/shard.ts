/**
 * Ids in addresses contain the database of their record, so that a request finds it without a look-up: the number of
 * the database in base 36, followed by the random part. docs/scale.md says which ids do, and how databases are added.
 */

/** The length of 128 random bits in URL-safe base64; ids of database 0 have this length and no number. */
const RANDOM_LENGTH = 22;

/** The database of every creator until there are several. */
const FIRST = 0;

/** Returns an unguessable id that contains its database. */
export function shardedId(ctx: { readonly id: () => string }, shard = FIRST): string {
	return `${shard.toString(36)}${ctx.id()}`;
}

/** Returns the number of the database that an id names. */
export function shardOf(id: string): number {
	const number = id.slice(0, -RANDOM_LENGTH);
	return number === "" ? FIRST : Number.parseInt(number, 36);
}
