import { currencyFormat } from "../../contract/currency-format.ts";
import { priceOf } from "../../contract/fields.ts";
import type { CreatorCtx } from "../../core/context.ts";
import { formatSize } from "../../files/contract/files.ts";
import { directByOf } from "../../payments/direct/contract/direct-way.ts";
import { plainPage } from "../../platform/http/plain-page.tsx";
import { shownState } from "../../purchases/entitlements/sold-sql.ts";
import { type Evidence, gatherEvidence } from "./evidence.ts";

const inCurrency = (cents: number, currency: string) =>
	`${currencyFormat("en", currency).format(cents / 100)} (${currency.toUpperCase()})`;

function time(ms: number | null): string {
	return ms === null ? "—" : `${new Date(ms).toISOString().slice(0, 19).replace("T", " ")} UTC`;
}

function nameOf(what: string, evidence: Evidence): string {
	if (what === "all") return "All files (ZIP)";
	if (what === "selection") return "A selection (ZIP)";
	if (what.startsWith("folder:")) return `Folder “${what.slice("folder:".length)}” (ZIP)`;
	return evidence.files.find((file) => file.id === what)?.originalName ?? "A file since removed";
}

function Properties({ rows }: { rows: readonly (readonly [string, string])[] }) {
	return (
		<table>
			{rows.map(([label, value]) => (
				<tr key={label}>
					<th scope="row">{label}</th>
					<td>{value}</td>
				</tr>
			))}
		</table>
	);
}

function Table({ head, rows }: { head: readonly string[]; rows: readonly (readonly string[])[] }) {
	if (rows.length === 0) return <p class="muted">None.</p>;
	return (
		<table>
			<thead>
				<tr>
					{head.map((label) => (
						<th key={label} scope="col">
							{label}
						</th>
					))}
				</tr>
			</thead>
			<tbody>
				{rows.map((row) => (
					<tr key={row.join()}>
						{row.map((value) => (
							<td key={value}>{value}</td>
						))}
					</tr>
				))}
			</tbody>
		</table>
	);
}

export async function evidencePage(ctx: CreatorCtx, input: { id: string }): Promise<Response> {
	const evidence = await gatherEvidence(ctx, input);
	const { sale, share } = evidence;
	const { purchase } = sale;
	return plainPage(
		{ title: `Sale ${purchase.reference}`, appName: ctx.config.APP_NAME },
		<>
			<h1>Sale {purchase.reference}</h1>
			<p class="muted">
				Made {time(ctx.now())} by {ctx.config.APP_NAME} ({ctx.config.APP_ORIGIN}) from its own
				records. Times are in UTC.
			</p>
			<p class="screen muted">Print this page or save it as a PDF for your answer to the bank.</p>
			<h2>The sale</h2>
			<Properties
				rows={[
					["Files", purchase.shareTitle],
					["Description", share?.description ?? "—"],
					["Sold by", sale.creator.name ?? "—"],
					["Price", inCurrency(purchase.priceCents, purchase.currency)],
					[
						"Paid by",
						directByOf(purchase) ??
							(purchase.route === "card" ? "Online payment" : "Nothing to pay"),
					],
					["State", shownState(purchase)],
					["Buyer's email", purchase.buyerEmail ?? "—"],
					["Checkout begun", time(purchase.createdAt)],
					["Paid", time(purchase.paidAt)],
					["Receipt mailed", time(evidence.receiptSentAt)],
					["Payment", purchase.paymentIntentId ?? "—"],
					["Charge", purchase.chargeId ?? "—"],
				]}
			/>
			<h2>What was sold</h2>
			<Table
				head={["File", "Size"]}
				rows={evidence.files.map((file) => [file.originalName, formatSize(file.size)])}
			/>
			<h2>Access given to a browser</h2>
			<Table
				head={["Time"]}
				rows={evidence.accessGiven.map(({ at }) => [
					time(Math.max(at, purchase.paidAt ?? purchase.createdAt)),
				])}
			/>
			<h2>Downloads</h2>
			<Table
				head={["Time", "What", "Country", "Browser"]}
				rows={evidence.downloads.map((download) => [
					time(download.at),
					nameOf(download.what, evidence),
					download.country ?? "—",
					download.userAgent ?? "—",
				])}
			/>
			<h2>Movements of money</h2>
			<Table
				head={["Time", "Kind", `Amount (${purchase.currency.toUpperCase()})`, "Provider's id"]}
				rows={evidence.ledger.map((line) => [
					time(line.at),
					line.kind.replaceAll("_", " "),
					priceOf(line.amountCents),
					line.providerId ?? "—",
				])}
			/>
		</>,
	);
}
