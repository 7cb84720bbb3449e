export type Job = {
	/** -1 for none */
	readonly mutant: number;
	readonly file: string;
	readonly isStatic: boolean;
	readonly usesStorage: boolean;
	/** the last test of the file that reaches the mutant; null for all */
	readonly lastTest: string | null;
};

export type Outcome = {
	readonly ran: string;
	readonly failed: string | null;
	/** without a mutant: those reached, each with the last test that did; null for code that runs before the tests */
	readonly reached: Readonly<Record<number, string | null>>;
};

export type Result = Job & Outcome & { readonly at: number; readonly ms: number };
