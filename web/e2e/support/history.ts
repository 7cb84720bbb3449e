import type { Page } from "@playwright/test";
import type { MyShare } from "../../../worker/catalogue/shares/contract/shares.ts";
import type { Analytics, Counts, Source } from "../../../worker/pages/analytics/contract.ts";
import type { DashboardMetrics, DayMetrics } from "../../../worker/pages/dashboard/contract.ts";

const DAY_MS = 86_400_000;
/** Sales per day, oldest first: a quiet start, two busy weekends. */
const SALES = [
	0, 1, 0, 2, 3, 1, 0, 1, 1, 2, 4, 6, 5, 2, 1, 0, 2, 1, 3, 2, 1, 2, 5, 8, 7, 3, 2, 3, 2, 4,
];
const PRICE_CENTS = 2400;
/** per sale, after fees */
const NET_CENTS = 2180;
/** Each source's part of all views, and how well it sells. */
const SOURCES: [Source, part: number, sells: number][] = [
	[{ kind: "utm", name: "newsletter", medium: "", campaign: "" }, 0.34, 1.6],
	[{ kind: "host", name: "instagram.com" }, 0.27, 0.6],
	[{ kind: "direct" }, 0.19, 1],
	[{ kind: "host", name: "reddit.com" }, 0.11, 0.5],
	[{ kind: "page" }, 0.06, 1.8],
	[{ kind: "unrecorded" }, 0.03, 1],
];
const COUNTRIES: [string | null, number][] = [
	...(
		[
			["NO", 0.41],
			["DE", 0.23],
			["US", 0.17],
			["GB", 0.09],
			["ES", 0.07],
		] as const
	).map(([country, part]): [string, number] => [country, part]),
	[null, 0.03],
];

function analyticsHistory(figures: Analytics): Analytics {
	const days = figures.days.map(({ day }, index) => {
		const paid = SALES[index % SALES.length] ?? 0;
		const begun = paid + Math.ceil(paid * 0.7);
		return {
			day,
			views: 9 + paid * 14 + (index % 5),
			begun,
			paid,
			earnedCents: paid * PRICE_CENTS,
			netCents: paid * NET_CENTS,
		};
	});
	const sum = (of: (counts: Counts) => number) => days.reduce((all, day) => all + of(day), 0);
	const total = {
		views: sum(({ views }) => views),
		begun: sum(({ begun }) => begun),
		paid: sum(({ paid }) => paid),
		earnedCents: sum(({ earnedCents }) => earnedCents),
		netCents: sum(({ netCents }) => netCents),
	};
	const part = (views: number, sells = 1): Counts => {
		const paid = Math.round(total.paid * views * sells);
		return {
			views: Math.round(total.views * views),
			begun: Math.round(paid * 1.7),
			paid,
			earnedCents: paid * PRICE_CENTS,
			netCents: paid * NET_CENTS,
		};
	};
	const tags = { kind: "utm", name: "newsletter", medium: "email" } as const;
	return {
		...figures,
		days,
		total,
		before: part(0.78, 0.9),
		sources: SOURCES.map(([source, ...parts]) => ({ source, ...part(...parts) })),
		campaigns: [
			{ source: { ...tags, campaign: "autumn-light" }, ...part(0.21, 1.8) },
			{ source: { ...tags, campaign: "" }, ...part(0.13, 1.2) },
		],
		countries: COUNTRIES.map(([country, views]) => ({ country, ...part(views) })),
		shares: [
			{ shareId: "a", title: "Winter light, Lofoten", ...part(0.83, 1.1) },
			{ shareId: "b", title: "Field recordings of the coast", ...part(0.17, 0.5) },
		],
	};
}

/**
 * A month of history for the dashboard's screenshots: the real server's responses with other
 * numbers.
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
	await page.route("**/api/analytics?*", async (route) => {
		const response = await route.fetch();
		const figures: Analytics = await response.json();
		if (!figures.days || figures.title !== null) return route.fulfill({ response });
		await route.fulfill({ response, json: analyticsHistory(figures) });
	});
	await page.route(/\/api\/my-file-shares(\?|$)/, async (route) => {
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
