import type { Page } from "@playwright/test";
import type { DashboardMetrics, DayMetrics } from "../../../worker/contract/dashboard.ts";
import type { MyShare } from "../../../worker/contract/shares.ts";

const DAY_MS = 86_400_000;
/** Sales a day, oldest first: a quiet start, two busy weekends. */
const SALES = [
	0, 1, 0, 2, 3, 1, 0, 1, 1, 2, 4, 6, 5, 2, 1, 0, 2, 1, 3, 2, 1, 2, 5, 8, 7, 3, 2, 3, 2, 4,
];
const PRICE_CENTS = 2400;

/**
 * Gives the dashboard's screenshots a month of history, which no test run can produce: the real server's
 * responses with other numbers.
 */
export async function addHistory(page: Page): Promise<void> {
	await page.route("**/api/dashboard", async (route) => {
		const response = await route.fetch();
		const metrics: DashboardMetrics = await response.json();
		const days: DayMetrics[] = metrics.days.map(({ day }, index) => {
			const sales = SALES[index] ?? 0;
			return { day, sales, earnedCents: sales * PRICE_CENTS, views: 9 + sales * 14 + (index % 5) };
		});
		const sum = (key: "sales" | "earnedCents" | "views") =>
			days.reduce((total, day) => total + day[key], 0);
		await route.fulfill({
			response,
			json: {
				...metrics,
				days,
				filesSold: sum("sales") + 1,
				totalEarnings: ((sum("earnedCents") + 48_000) / 100).toFixed(2),
				netEarnings: ((sum("earnedCents") * 0.92 + 44_000) / 100).toFixed(2),
				totalViews: sum("views") + 41,
			},
		});
	});
	await page.route("**/api/my-file-shares", async (route) => {
		const response = await route.fetch();
		if (response.status() !== 200) return route.fulfill({ response });
		const shares: MyShare[] = await response.json();
		const sold = SALES.reduce((total, sales) => total + sales, 0);
		const views = [12, 9, 41, 57, SALES.reduce((total, sales) => total + 9 + sales * 14 + 2, 0)];
		await route.fulfill({
			response,
			json: shares.map((share, index) => ({
				...share,
				createdAt: new Date(Date.now() - (1 + index * 6) * DAY_MS).toISOString(),
				views: views[index] ?? 0,
				...(share.title.startsWith("Winter") && {
					sales: sold,
					earned: ((sold * PRICE_CENTS) / 100).toFixed(2),
					net: ((sold * PRICE_CENTS * 0.92) / 100).toFixed(2),
				}),
			})),
		});
	});
}
