/** Where a screenshot goes: into the documentation with `SCREENS=1`, else beside the test's results. */
export function screenPath(name: string): string {
	return process.env.SCREENS ? `docs/screens/${name}` : `test-results/screens/${name}`;
}
