import type { D1Migration } from "@cloudflare/vitest-plugin";

declare global {
	/** Vite's import of all modules that a pattern names. */
	interface ImportMeta {
		glob<T>(pattern: string, options: { eager: true }): Record<string, T>;
	}
	namespace Cloudflare {
		interface Env {
			TEST_MIGRATIONS: D1Migration[];
			RESTORED_TRANSFERS: string;
			/** "true" if tests that choose among many calls, orders or steps make them all */
			ALL_ROUNDS: string;
			HOSTILE_REQUESTS: string;
			DESCRIBED_CALLS: string;
			COURSES: string;
			COURSES_SEED: string;
			/** the description of the API, as JSON */
			API_DESCRIPTION: string;
		}
	}
}
