/**
 * Random quotes against the running product: prices, discount codes, amounts that buyers choose, plans,
 * accounts, payments, refunds and disputes, by many buyers at once. Afterwards every quote is computed a
 * second time with other code, and both books, the product's tables and the provider's records, are added up
 * for each purchase, for each creator and in all.
 *
 *   npm run bench quotes -- [--quotes 1000] [--seed 1] [--lanes 8] [--short]
 */
import { reportAndExit } from "../local/processes.ts";
import { type Market, withMarket } from "./ledger/market.ts";
import { Random } from "./ledger/random.ts";
import { benchOptions } from "./options.ts";
import { readProduct } from "./quotes/books.ts";
import { compare } from "./quotes/compare.ts";
import { Lane } from "./quotes/lane.ts";
import { Seller } from "./quotes/seller.ts";

const options = benchOptions({ quotes: [1000, 60], seed: [1, 1], lanes: [8, 2] });
const PORT = Number(process.env.BENCH_PORT ?? 8835);
/** Of each lane: one of each plan with an account of its own, and one of each without. */
const PLANS = ["pro", "free", "pro", "free"] as const;
const MINUTE = 60 * 1000;
const HOUR = 60 * MINUTE;
const MAX_ROUNDS = 200;
/** Quotes between two runs of the cron, and between two changes of how webhooks arrive. */
const STRETCH = 100;

/** What later runs of the crons can still change, as one value to compare. */
function stateOf(market: Market): string {
	const { purchases, ledger } = readProduct(market);
	const states = Object.groupBy(purchases, (row) => `${row.route} ${row.state}`);
	return JSON.stringify([
		ledger.length,
		Object.entries(states).map(([name, rows = []]) => [name, rows.length]),
	]);
}

/** Runs the crons as in the next days, until they change nothing more. */
async function settleDown(market: Market): Promise<void> {
	await market.press("/webhooks", { mode: "deliver" });
	await market.press("/webhooks/flush", { order: "shuffle" });
	let later = 12 * MINUTE;
	let before = "";
	for (let round = 0; round < MAX_ROUNDS; round++) {
		await market.press("/balances/available");
		await market.cron("repairs", later);
		if (round % 4 === 3) await market.cron("cleanups", later);
		later += later < 30 * HOUR ? HOUR : 5 * MINUTE;
		if (round < 40 || round % 4 !== 3) continue;
		const state = stateOf(market);
		if (state === before) return;
		before = state;
	}
	throw new Error("The crons find more to do each time.");
}

/** Runs the crons and changes how webhooks arrive, while the lanes are at work. */
async function meanwhile(market: Market, random: Random, done: () => number, quotes: number) {
	let next = 0;
	while (done() < quotes) {
		await new Promise((resolve) => setTimeout(resolve, 500));
		if (done() < next) continue;
		next += STRETCH;
		const mode = random.weighted({ deliver: 55, drop: 25, duplicate: 10, shuffle: 10 });
		await market.press("/webhooks", { mode });
		await market.cron("repairs");
		console.log(`${done()} of ${quotes} quotes, webhooks: ${mode}`);
	}
}

try {
	const { seed, quotes, lanes: count } = options;
	const began = performance.now();
	const plans = Array.from({ length: count }, () => PLANS).flat();
	await withMarket({ port: PORT, plans }, async (market, creators) => {
		const sellers = creators.map((creator, at) => new Seller(market, creator, plans[at] ?? "free"));
		for (const [at, seller] of sellers.entries()) {
			await seller.open();
			if (at % PLANS.length < 2) await seller.connect();
		}
		const lanes = Array.from(
			{ length: count },
			(_, at) =>
				new Lane(
					market,
					new Random(seed * 1000 + at),
					sellers.slice(at * PLANS.length, (at + 1) * PLANS.length),
				),
		);
		const done = () => lanes.reduce((total, lane) => total + lane.quotes.length, 0);
		await Promise.all([
			...lanes.map((lane) => lane.run(Math.ceil(quotes / count))),
			meanwhile(market, new Random(seed), done, quotes),
		]);
		console.log(`sold in ${((performance.now() - began) / 1000).toFixed(0)} s`);
		await settleDown(market);
		const verdict = await compare(
			market,
			sellers,
			lanes.flatMap((lane) => lane.quotes),
		);
		const counts: Record<string, number> = {};
		for (const [name, n] of lanes.flatMap((lane) => Object.entries(lane.counts)))
			counts[name] = (counts[name] ?? 0) + n;
		const { faults, ...figures } = verdict;
		console.log({ seed, counts, ...figures, wrong: faults.length });
		for (const fault of faults.slice(0, 20)) console.log(fault);
		console.log(`${((performance.now() - began) / 1000).toFixed(0)} s`);
		const differs = Object.values(verdict.differences).some((cents) => cents !== 0n);
		if (differs || faults.length > 0) throw new Error("The books do not agree.");
	});
} catch (error) {
	reportAndExit(error);
}
