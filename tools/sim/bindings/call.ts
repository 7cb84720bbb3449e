export type Operation = {
	service:
		| "primary"
		| "replica"
		| "files"
		| "backup"
		| "objects"
		| "mail"
		| "cache"
		| "images"
		| "assets"
		| "flood";
	name: string;
	/** a key, the first words of a statement, or an object's class, name and method */
	detail: string;
	isWrite: boolean;
};

/** The simulator adds latency, faults before and after the effect, and kills, after which the promise never settles. */
export type Call = <T>(operation: Operation, effect: () => T | Promise<T>) => Promise<T>;
