/**
 * A random month of sales, refunds, disputes, plan changes and payouts against the running product, with
 * faults at the provider, which replays its stored errors, and webhooks lost, repeated and out of order. Afterwards the ledgers are summed
 * and compared with the provider's records, to the cent.
 *
 *   npm run bench ledger-month -- [--steps 400] [--seed 1] [--crowd 100] [--short]
 */
import { reportAndExit } from "../local/processes.ts";
import { audit } from "./ledger/ledger-audit.ts";
import { type Market, withMarket } from "./ledger/market.ts";
import { Month } from "./ledger/month.ts";
import { Random } from "./ledger/random.ts";
import { benchOptions } from "./options.ts";

const options = benchOptions({ steps: [400, 60], seed: [1, 1], crowd: [100, 20] });
const PORT = Number(process.env.BENCH_PORT ?? 8831);
const PLANS = ["pro", "free", "pro", "free", "pro", "free"] as const;
const MINUTE = 60 * 1000;
const HOUR = 60 * MINUTE;

/** Runs the crons as in the next days. */
async function settleDown(market: Market): Promise<void> {
	await market.press("/balances/available");
	await market.cron("repairs", 12 * MINUTE);
	for (const hours of [2, 4, 6, 30]) {
		await market.press("/balances/available");
		await market.cron("cleanups", hours * HOUR);
		await market.cron("repairs", hours * HOUR + MINUTE);
	}
}

/** How many buyers pay concurrently for a share that is sold once. */
async function crowd(market: Market, creator: Parameters<Market["publish"]>[0], size: number) {
	const offered = await market.publish(creator, {
		pricing: "fixed",
		priceCents: 1500,
		maxSales: 1,
	});
	if (!offered) throw new Error("the crowd's share was refused");
	const begun = await Promise.all(Array.from({ length: size }, () => market.begin(offered, {})));
	const attempts = begun.filter((attempt) => attempt !== null);
	const results = await Promise.all(
		attempts.map(async (attempt) => {
			if (await market.pay(attempt, "pm_card_visa")) await market.deliver(attempt);
			return attempt;
		}),
	);
	// At the present time: what is lost in the month is looked for from the latest run on.
	await market.cron("repairs");
	const access = await Promise.all(results.map((attempt) => market.hasAccess(attempt)));
	const { store } = market.running.sandbox;
	const charges = results.flatMap((attempt) =>
		store
			.all("charge", { account: "", equals: { payment_intent: attempt.intentId } })
			.filter(({ status }) => status === "succeeded"),
	);
	return {
		attempts: results,
		buyers: size,
		sold: access.filter(Boolean).length,
		refunded: charges.filter((charge) => charge.refunded).length,
		kept: charges.filter((charge) => !charge.refunded).length,
	};
}

try {
	const { seed } = options;
	const began = performance.now();
	await withMarket({ port: PORT, plans: PLANS }, async (market, creators) => {
		const [first] = creators;
		if (!first) throw new Error("no creators");
		const rush = await crowd(market, first, options.crowd);
		const month = new Month(market, new Random(seed), creators);
		await month.run(options.steps);
		await settleDown(market);
		const verdict = await audit(market, creators, [...rush.attempts, ...month.attempts]);
		const { attempts: _, ...last } = rush;
		console.log({ seed, steps: month.counts, lastCopy: last, ...verdict });
		console.log(`${((performance.now() - began) / 1000).toFixed(0)} s`);
		const wrong =
			verdict.connectedDifference !== 0 ||
			verdict.platformDifference !== 0 ||
			verdict.overdrawnCharges !== 0 ||
			verdict.blocked !== 0 ||
			verdict.paidWithoutAccess + verdict.accessWithoutPayment > 0 ||
			rush.sold !== 1 ||
			rush.kept !== 1;
		if (wrong) throw new Error("The books do not agree.");
	});
} catch (error) {
	reportAndExit(error);
}
