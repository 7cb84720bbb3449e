/** A stored object or row that differs from its record. */
export type Finding = {
	/** the difference, such as `missing`, `size`, `etag`, `unreadable`, `crc32`, `pack`, `sum`, `ledger`, `revoked` or `totals` */
	problem: string;
	/** `users.id`, of running totals */
	creatorId?: string;
	/** `shares.id`; for running totals only if they are a share's */
	shareId?: string;
	/** of running totals of one day, YYYY-MM-DD */
	day?: string;
	fileId?: string;
	purchaseId?: string;
	/** of the object */
	key?: string;
	expected?: unknown;
	found?: unknown;
};
