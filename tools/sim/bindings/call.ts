/** One call of a binding. */
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
	/** the method's name */
	name: string;
	/** a key, the first words of a statement, or an object's class, name and method */
	detail: string;
	isWrite: boolean;
};

/**
 * Takes a call from the Worker to the effect and back: the simulator adds latency, faults before and after the
 * effect, and kills (then the promise never settles).
 */
export type Call = <T>(operation: Operation, effect: () => T | Promise<T>) => Promise<T>;
