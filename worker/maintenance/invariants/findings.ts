/** A stored object or row that differs from its record. */
export type Finding = {
	/** the difference, such as `missing`, `size`, `etag`, `unreadable`, `crc32`, `pack`, `sum`, `ledger` or `revoked` */
	problem: string;
	/** `shares.id` */
	shareId: string;
	fileId?: string;
	purchaseId?: string;
	/** of the object */
	key?: string;
	expected?: unknown;
	found?: unknown;
};
