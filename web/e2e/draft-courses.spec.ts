import type { Page } from "@playwright/test";
import { registerCreator } from "./support/accounts.ts";
import { expect, test } from "./support/sample-data.ts";
import { note } from "./support/sample-files.ts";

/** Only in all rounds; `DRAFT_COURSES=100` runs many. */
const COURSES = Number(process.env.DRAFT_COURSES ?? 0);
/** This seed's course has every action. */
const FIRST = 2;
const STEPS = 10;

/** The same numbers for the same seed (Park and Miller). */
function numbersFrom(seed: number): () => number {
	let state = seed + 1;
	return () => {
		state = (state * 48_271) % 2_147_483_647;
		return state / 2_147_483_647;
	};
}

const input = (page: Page) => page.locator('input[type="file"]').first();
const listed = (page: Page, name: string) => page.getByText(name, { exact: true }).first();

/** Names of the files that the browser has copies of. */
async function keptCopies(): Promise<string[]> {
	// Opening it before the app does would create it without the app's stores.
	const databases = await indexedDB.databases();
	if (!databases.some(({ name }) => name === "tillbox-drafts")) return [];
	return new Promise((resolve, reject) => {
		const opening = indexedDB.open("tillbox-drafts");
		opening.onerror = () => reject(opening.error);
		opening.onsuccess = () => {
			const db = opening.result;
			const reading = db.transaction("copies").objectStore("copies").getAllKeys();
			reading.onerror = () => reject(reading.error);
			reading.onsuccess = () => {
				db.close();
				resolve(reading.result.map((key) => String(key).split("/").at(-1) ?? ""));
			};
		};
	});
}

for (let seed = FIRST; seed < FIRST + COURSES; seed++)
	test(`no file that was chosen is lost, in the random course ${seed}`, async ({
		page,
		context,
	}) => {
		const random = numbersFrom(seed);
		// Separate numbers, since the number of requests depends on timing.
		const delay = numbersFrom(seed + 1000);
		const chosen: string[] = [];
		const ids = new Set<string>();
		let isAway = false;
		await registerCreator(page.request);
		await context.route("**/api/drafts/*", async (route) => {
			ids.add(route.request().url());
			if (isAway) return route.abort();
			// Responses are delayed, and overtake one another.
			const response = await route.fetch();
			await new Promise((resolve) => setTimeout(resolve, delay() * 700));
			await route.fulfill({ response });
		});
		await page.goto("/upload");
		const tabs = [page];
		const showsAll = async (tab: Page, names: readonly string[]) => {
			for (const name of names) await expect(listed(tab, name)).toBeVisible();
		};
		for (let step = 0; step < STEPS; step++) {
			const tab = tabs[Math.floor(random() * tabs.length)] ?? page;
			const act = step === 0 ? 0 : random();
			if (act < 0.4) {
				const name = `file-${seed}-${step}.txt`;
				await input(tab).setInputFiles(note(name));
				chosen.push(name);
				await showsAll(tab, [name]);
				// Leaving earlier would mean that the file has to be chosen again.
				await expect.poll(() => tab.evaluate(keptCopies)).toContain(name);
			} else if (act < 0.6) {
				await tab.getByRole("textbox", { name: "Title" }).pressSequentially(`word ${step} `);
			} else if (act < 0.7) isAway = !isAway;
			else if (act < 0.85 || tabs.length > 1) {
				await tab.reload();
				await showsAll(tab, chosen);
			} else {
				const other = await context.newPage();
				await other.goto(page.url());
				tabs.push(other);
				await showsAll(other, chosen);
			}
		}
		isAway = false;
		await page.reload();
		await showsAll(page, chosen);
		expect(ids.size).toBeLessThanOrEqual(1);
	});
