/** Runs `work` of Vite, which sets NODE_ENV for all that follows, and puts back what it was. */
export async function keepingNodeEnv<Result>(work: () => Promise<Result>): Promise<Result> {
	const { NODE_ENV: before } = process.env;
	try {
		return await work();
	} finally {
		if (before === undefined) delete process.env.NODE_ENV;
		else process.env.NODE_ENV = before;
	}
}
