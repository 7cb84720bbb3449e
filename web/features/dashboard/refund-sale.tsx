import { useRef, useState } from "react";
import { priceOf } from "../../../worker/contract/fields.ts";
import { shownCents } from "../../../worker/contract/shown-cents.ts";
import { MAX_LINES, returnedFee } from "../../../worker/payments/sales/contract/refunds.ts";
import type { Sale, SaleLine } from "../../../worker/payments/sales/contract/sales.ts";
import { exampleAmount, shownAmount, typedCents, worthAbout } from "../../lib/forms/price-input.ts";
import { useSubmit } from "../../lib/forms/use-submit.ts";
import { formatCents, formatMoney } from "../../lib/i18n/format.ts";
import { failureText } from "../../lib/i18n/server-texts.ts";
import { NumberField } from "../../shared/number-field.tsx";
import { Button } from "../../ui/button.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { toast } from "../../ui/toast.ts";
import { refundSale } from "./queries/sales.ts";
import { Line, lineKey } from "./sale-lines.tsx";
import { useTexts } from "./texts.ts";

export function RefundSale({ sale }: { sale: Sale }) {
	const t = useTexts();
	const [asks, setAsks] = useState(false);
	return (
		<>
			<Button size="sm" tone="quiet" onClick={() => setAsks(true)}>
				{t("dashboard.refund")}
			</Button>
			{asks && <Question sale={sale} onClose={() => setAsks(false)} />}
		</>
	);
}

function Question({ sale, onClose }: { sale: Sale; onClose: () => void }) {
	const t = useTexts();
	const { currency } = sale;
	const refunded = shownCents(sale.refunded);
	const left = shownCents(sale.price) - refunded;
	const [amount, setAmount] = useState(shownAmount(left, currency));
	const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
	const open =
		sale.lines?.filter(({ refundedAt, price }) => refundedAt === null && shownCents(price) > 0) ??
		[];
	const lines = open.filter((line) => chosen.has(lineKey(line)));
	const isOfLines = lines.length > 0;
	// The same key for another try of an amount, however it is typed, so that nothing is refunded twice.
	const keys = useRef(new Map<string, string>());
	const cents = isOfLines
		? lines.reduce((sum, { price }) => sum + shownCents(price), 0)
		: typedCents(amount, currency);
	const isPossible = cents !== null && cents > 0 && cents <= left;
	const isWhole = !isOfLines && cents === left;
	const sold = {
		priceCents: shownCents(sale.price),
		feeCents: shownCents(sale.platformFee),
		currency,
	};
	const form = useSubmit(async (_form, begin) => {
		if (cents === null || cents === 0)
			return {
				amount: t("dashboard.refundInvalid", {
					example: exampleAmount(worthAbout(500, currency), currency),
				}),
			};
		if (cents > left)
			return {
				amount: t("dashboard.refundTooMuch", { left: formatMoney(priceOf(left), currency) }),
			};
		const what = isOfLines ? lines.map(lineKey).join() : String(cents);
		const key = keys.current.get(what) ?? crypto.randomUUID();
		keys.current.set(what, key);
		begin();
		try {
			const part = isOfLines
				? { lines: lines.map(({ file, edition }) => ({ file, edition })) }
				: { amount: isWhole ? undefined : priceOf(cents) };
			await refundSale({ id: sale.id, part, key });
			toast({ tone: "good", title: t("dashboard.refunded"), text: t("dashboard.refundedText") });
			onClose();
		} catch (error) {
			return { amount: failureText(error) };
		}
	});
	return (
		<FormDialog
			of={form}
			onClose={onClose}
			title={t("dashboard.refundTitle")}
			action={
				!isPossible
					? t("dashboard.refund")
					: t(
							isOfLines && lines.every(({ name }) => name !== null)
								? "dashboard.refundLines"
								: "dashboard.refundAmount",
							{ n: lines.length, price: formatMoney(priceOf(cents), currency) },
						)
			}
			busy={t("dashboard.refunding")}
			tone="danger"
		>
			{open.length > 0 && (
				<fieldset className="grid min-w-0 gap-1">
					<legend className="mb-1.5 font-medium">{t("dashboard.refundFiles")}</legend>
					<div className="max-h-80 overflow-y-auto">
						{open.map((line) => (
							<LineTick
								key={lineKey(line)}
								line={line}
								currency={currency}
								isChosen={chosen.has(lineKey(line))}
								isFull={lines.length >= MAX_LINES}
								onChoose={(isChosen) => {
									const next = new Set(chosen);
									next[isChosen ? "add" : "delete"](lineKey(line));
									setChosen(next);
								}}
							/>
						))}
					</div>
				</fieldset>
			)}
			{isOfLines ? (
				form.errors.amount && (
					<p role="alert" className="text-13 text-error">
						{form.errors.amount}
					</p>
				)
			) : (
				<NumberField
					unit={currency}
					label={t(open.length > 0 ? "dashboard.refundInstead" : "dashboard.refundField")}
					name="amount"
					value={amount}
					onValue={setAmount}
				/>
			)}
			{isPossible && (
				<p>
					{t(
						isOfLines
							? "dashboard.refundLinesText"
							: isWhole
								? "dashboard.refundText"
								: "dashboard.refundPart",
						{ email: sale.buyerEmail },
					)}
				</p>
			)}
			{isPossible && Number(sale.processingFee) > 0 && (
				<p>
					{t("dashboard.refundFees", {
						platform: formatCents(returnedFee(sold, refunded, cents), currency),
						processing: formatMoney(sale.processingFee, currency),
					})}
				</p>
			)}
			{isPossible && sale.exchanged && <p>{t("dashboard.refundRate")}</p>}
		</FormDialog>
	);
}

function LineTick({
	line,
	currency,
	isChosen,
	isFull,
	onChoose,
}: {
	line: SaleLine;
	currency: Sale["currency"];
	isChosen: boolean;
	/** no more can be refunded at once */
	isFull: boolean;
	onChoose: (isChosen: boolean) => void;
}) {
	return (
		<label className="block cursor-pointer py-1">
			<Line line={line} currency={currency}>
				<input
					type="checkbox"
					className="checkbox checkbox-primary checkbox-sm border-edge"
					checked={isChosen}
					disabled={isFull && !isChosen}
					onChange={(event) => onChoose(event.target.checked)}
				/>
			</Line>
		</label>
	);
}
