import type { OperatorCtx } from "../../accounts/operator-only.ts";
import { currencyPart } from "../../contract/currency-part.ts";
import { priceOf } from "../../contract/fields.ts";
import { numberOf } from "../../contract/money.ts";
import { directByOf } from "../../contract/payments/direct-way.ts";
import { shownState } from "../../purchases/entitlements/sold-sql.ts";
import { readPurchase } from "../read/subjects.ts";
import { consolePage } from "./layout.tsx";
import { Act, Acts, FinalAct, money, Properties, Reason, Table, Tag, Time } from "./pieces.tsx";

type Shown = { id: string; done?: string | undefined };

export async function purchasePage(ctx: OperatorCtx, { id, done }: Shown): Promise<Response> {
	const found = await readPurchase(ctx, id);
	const { purchase } = found;
	const here = `/operator/purchases/${id}`;
	const { currency, settledCurrency, settledCents } = purchase;
	const isExchanged = settledCurrency !== null && settledCurrency !== currency;
	const isPaid = purchase.state === "paid";
	return consolePage(
		ctx,
		{ title: purchase.reference, done },
		<>
			<h1>Purchase {purchase.reference}</h1>
			<p class="muted">
				{money(purchase.priceCents, currency)} by{" "}
				{directByOf(purchase) ?? (purchase.route === "card" ? "card" : "no payment")}{" "}
				<Tag of={shownState(purchase)} />
			</p>
			<div class="columns">
				<div>
					<section>
						<h2>Movements of money</h2>
						<Table
							head={["When", "Kind", "Amount", "At", "Provider’s id"]}
							rows={found.ledger.map((line) => [
								<Time key="at" ms={line.at} />,
								line.kind.replaceAll("_", " "),
								money(line.amountCents, currency),
								line.account,
								line.providerId,
							])}
							empty="None."
						/>
					</section>
					<section>
						<h2>Downloads</h2>
						<Table
							head={["When", "What", "Country", "Browser"]}
							rows={found.downloads.map((line) => [
								<Time key="at" ms={line.at} />,
								line.what,
								line.country,
								line.userAgent,
							])}
							empty="None with this purchase."
						/>
					</section>
					<section>
						<h2>What was done</h2>
						<Acts rows={found.acts} />
					</section>
				</div>
				<div>
					<section>
						<h2>About</h2>
						<Properties
							rows={[
								[
									"Files",
									<a key="share" href={`/operator/shares/${purchase.shareId}`}>
										{purchase.shareTitle}
									</a>,
								],
								[
									"Creator",
									<a key="creator" href={`/operator/creators/${purchase.creatorId}`}>
										{found.email}
									</a>,
								],
								["Buyer", purchase.buyerEmail],
								["Language", purchase.locale],
								["Browsers with access", String(found.browsers)],
								["Begun", <Time key="at" ms={purchase.createdAt} />],
								["Claimed", <Time key="at" ms={purchase.claimedAt} />],
								["Paid", <Time key="at" ms={purchase.paidAt} />],
								["Closed", <Time key="at" ms={purchase.closedAt} />],
								[
									"Settled as",
									isExchanged && settledCents !== null
										? money(numberOf(settledCents), settledCurrency)
										: null,
								],
								["Platform fee", money(purchase.platformFeeCents, currency)],
								["Refunded", money(purchase.refundedCents, currency)],
								["Refunded by itself", purchase.autoRefundReason],
								["Payment", purchase.paymentIntentId],
								["Charge", purchase.chargeId],
								["Id", purchase.id],
							]}
						/>
					</section>
					<section>
						<h2>Act</h2>
						{!isPaid && <p class="muted">Nothing can be done with a purchase in this state.</p>}
						{isPaid && purchase.buyerEmail !== null && (
							<Act
								title="Send the receipt again"
								action={`${here}/receipt`}
								button="Send to the buyer"
							/>
						)}
						{isPaid && (
							<FinalAct
								ctx={ctx}
								here={here}
								title="Correct the buyer’s address"
								action={`${here}/address`}
								button="Correct, and send the receipt there"
							>
								<label>
									New address
									<input type="email" name="email" required maxlength={254} autocomplete="off" />
								</label>
								<Reason
									label="Proof"
									hint="How this person has proven to be the buyer. For the audit log."
								/>
							</FinalAct>
						)}
						{isPaid && purchase.route === "card" && (
							<FinalAct
								ctx={ctx}
								here={here}
								title="Refund"
								action={`${here}/refund`}
								button="Refund"
							>
								<input type="hidden" name="key" value={ctx.id()} />
								<label>
									Amount in {currencyPart("en", currency, "name")}
									<input
										name="amount"
										inputmode="decimal"
										required
										value={priceOf(purchase.priceCents - purchase.refundedCents)}
										autocomplete="off"
									/>
								</label>
								<p class="muted">
									Access ends when nothing of the price is left. The money comes out of the
									creator’s earnings.
								</p>
								<Reason hint="For the audit log; the creator sees that it was done." />
							</FinalAct>
						)}
					</section>
				</div>
			</div>
		</>,
	);
}
