import { expect, type Page } from "@playwright/test";
import type { MissingPreviews } from "../../../worker/files/previews/contract/previews.ts";

/** Waits for every possible preview, or the reason why there is none. */
export async function previewsMade(page: Page): Promise<void> {
	const untried = async () => {
		const response = await page.request.get("/api/missing-previews");
		const { shares }: MissingPreviews = await response.json();
		return shares.flatMap(({ files }) =>
			files.filter(({ failure }) => failure === null).map(({ name }) => name),
		);
	};
	await expect.poll(untried, { timeout: 120_000 }).toEqual([]);
}
