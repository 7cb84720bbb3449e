export type Finding = {
	/** such as `missing`, `crc32` or `ledger` */
	problem: string;
	/** `users.id`, of running totals */
	creatorId?: string;
	/** `shares.id`; of running totals only if they are a share's */
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
