/** The path of a screenshot: beside the test's results. */
export function screenPath(name: string): string {
	return `test-results/screens/${name}`;
}
