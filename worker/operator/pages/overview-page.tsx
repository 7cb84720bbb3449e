import type { OperatorCtx } from "../../accounts/operator-only.ts";
import { DEFAULT_CURRENCY } from "../../contract/money.ts";
import { inactiveWallets } from "../../payments/payment-domain.ts";
import { type Moved, type Overview, overview } from "../read/overview.ts";
import { consolePage } from "./layout.tsx";
import { money, Properties, Table, Tag, Time } from "./pieces.tsx";

const ago = (seconds: number | null) => {
	if (seconds === null) return "none";
	if (seconds < 120) return `${seconds} s ago`;
	return seconds < 7200
		? `${Math.round(seconds / 60)} min ago`
		: `${Math.round(seconds / 3600)} h ago`;
};

const plural = (n: number, noun: string) => `${n} ${noun}${n === 1 ? "" : "s"}`;

/** One amount for each currency, "$12.00 + €9.00". */
const amounts = ({ sums }: Moved) =>
	sums.map(({ cents, currency }) => money(cents, currency)).join(" + ") ||
	money(0, DEFAULT_CURRENCY);

/** Which wallets buyers are offered on the service's domain, and where the operator changes that. */
function walletsText(wallets: Overview["health"]["wallets"]) {
	if (wallets === null) return "Stripe does not say";
	const inactive = inactiveWallets(wallets);
	if (inactive.length === 0) return "active";
	const why = wallets.registered ? "" : ", as this domain is not registered";
	return (
		<>
			{`Not offered${why}: ${inactive.join(", ")}. Deploy again, or see `}
			<a href="https://dashboard.stripe.com/settings/payment_method_domains">
				Stripe’s payment method domains
			</a>
			.
		</>
	);
}

function Figure({ label, value, note }: { label: string; value: string; note?: string }) {
	return (
		<div>
			<span class="muted small">{label}</span>
			<b>{value}</b>
			{note && <span class="muted small">{note}</span>}
		</div>
	);
}

/** The first page: sales, pending work, and problems. */
export async function overviewPage(ctx: OperatorCtx): Promise<Response> {
	const now = await overview(ctx);
	const { health, day, week, reconciliation } = now;
	const failing = now.failedJobs.length;
	const agrees = reconciliation?.differenceCents === 0 ? "agree" : "differ";
	return consolePage(
		ctx,
		{ title: "Overview", section: "/operator" },
		<>
			<h1>Overview</h1>
			<p class="muted">Times are in UTC.</p>
			{health.problems.length > 0 && (
				<p class="note bad" role="alert">
					Needs attention: {health.problems.join(", ")}. See docs/operations.md for what to do.
				</p>
			)}
			<div class="figures">
				<Figure
					label="Sales, 24 h"
					value={amounts(day.sales)}
					note={`${plural(day.sales.count, "sale")}; 7 days: ${week.sales.count}, ${amounts(week.sales)}`}
				/>
				<Figure
					label="Refunds, 24 h"
					value={amounts(day.refunds)}
					note={`${plural(day.refunds.count, "refund")}; 7 days: ${week.refunds.count}, ${amounts(week.refunds)}`}
				/>
				<Figure
					label="Fees on surplus payments, 7 days"
					value={amounts(now.surplus)}
					note={`about what Stripe kept of ${plural(now.surplus.count, "automatic refund")}`}
				/>
				<Figure label="Open disputes" value={String(now.openDisputes)} />
				<Figure
					label="Published, 24 h"
					value={String(now.published.day)}
					note={`shares; 7 days: ${now.published.week}`}
				/>
				<Figure label="Open cases" value={String(now.openCases)} />
				<Figure
					label="Ledger and provider"
					value={reconciliation ? agrees : "not yet"}
					note={reconciliation ? `${reconciliation.checked} movements` : "the first night compares"}
				/>
			</div>
			<div class="columns">
				<div>
					<section>
						<h2>Jobs that fail</h2>
						<Table
							head={["Job", "Since", "Error"]}
							rows={now.failedJobs.map((job) => [
								<a key="job" href="/operator/jobs">
									{job.job}
								</a>,
								<Time key="at" ms={job.at} />,
								job.message,
							])}
							empty={failing === 0 ? "None: every job’s last run succeeded." : ""}
						/>
					</section>
					<section>
						<h2>Requests that failed on our side</h2>
						<Table
							head={["When", "Request", "Code", "Id"]}
							rows={now.failedRequests.map((one) => [
								<Time key="at" ms={one.at} />,
								`${one.method} ${one.path}`,
								one.code,
								one.requestId,
							])}
							empty="None in the last seven days."
						/>
					</section>
				</div>
				<section>
					<h2>Health</h2>
					<Properties
						rows={[
							...Object.entries(health.checks).map(
								([name, { state, ms }]) =>
									[
										name,
										<span key={name}>
											<Tag of={state} /> <span class="muted small">{ms} ms</span>
										</span>,
									] as const,
							),
							["mails waiting since", ago(health.mail.oldestUndelivered)],
							[
								"mails given up",
								<a key="mails" href="/operator/mails">
									{String(health.mail.givenUp)}
								</a>,
							],
							...Object.entries(health.crons).map(
								([name, seconds]) => [`cron ${name}`, ago(seconds)] as const,
							),
							[
								"last backup",
								health.backup.configured ? ago(health.backup.age) : "no key for backups is set",
							],
							["wallets", walletsText(health.wallets)],
							["paused", health.paused.join(", ") || "nothing"],
							[
								"ledger",
								`${health.ledger.unbalanced.length} of ${health.ledger.checked} don’t add up`,
							],
						]}
					/>
				</section>
			</div>
		</>,
	);
}
