/** Something stored that is not what the records say. */
export type Finding = {
	/** what is wrong, such as `missing`, `size`, `etag`, `unreadable`, `crc32`, `pack` or `sum` */
	problem: string;
	/** `shares.id` */
	shareId: string;
	fileId?: string;
	/** of the object */
	key?: string;
	expected?: unknown;
	found?: unknown;
};
