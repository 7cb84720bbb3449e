import Tags from "icons:tags";
import { useState } from "react";
import { MAX_PRICE_CHANGES } from "../../../worker/contract/catalogue/bulk-prices.ts";
import type { MyShare } from "../../../worker/contract/catalogue/shares.ts";
import { paths } from "../../lib/addresses/paths.ts";
import { failureText } from "../../lib/i18n/server-texts.ts";
import { usePage } from "../../lib/page/page.ts";
import { changePrices, type PriceEdits } from "../../lib/server/queries/prices.ts";
import { useEveryShare } from "../../lib/server/queries/shares.ts";
import { InCurrency, useCreator, useCurrency } from "../../lib/session/session.tsx";
import { BackLink } from "../../shared/back-link.tsx";
import { CurrencySwitch } from "../../shared/currency-switch.tsx";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { ChangeForm } from "./change-form.tsx";
import { changeable, changeOf, editsOf, previewOf, reversed, type Typed } from "./preview.ts";
import { PreviewTable } from "./preview-table.tsx";
import { type Outcome, Result } from "./result.tsx";
import { useTexts } from "./texts.ts";

const START: Typed = {
	kind: "percent",
	direction: "raise",
	values: { percent: "", amount: "", to: "" },
	rounding: "none",
};

/** Changes the prices of several shares at once, after a preview. */
export function PricesPage() {
	const t = useTexts();
	usePage(t("prices.title"));
	const { suspended } = useCreator();
	const { data, error, mutate } = useEveryShare();
	const shares = data && changeable(data);
	return (
		<div className="gutters max-w-content py-6 sm:py-8">
			<header className="mb-6">
				<BackLink to={paths.dashboard}>{t("prices.back")}</BackLink>
				<h1 className="mt-3 text-28 sm:text-40">{t("prices.title")}</h1>
				<p className="mt-1 max-w-line text-muted">{t("prices.lead")}</p>
			</header>
			{suspended ? (
				<Alert tone="warning">{t("prices.suspended")}</Alert>
			) : shares && shares.length > 0 ? (
				<Currencies shares={shares} />
			) : shares ? (
				<Card>
					<EmptyState icon={Tags} title={t("prices.none")}>
						{t("prices.noneText")}
					</EmptyState>
				</Card>
			) : error ? (
				<Alert
					tone="danger"
					title={t("prices.loadFailed")}
					action={
						<Button size="sm" onClick={() => mutate()}>
							{t("prices.retry")}
						</Button>
					}
				>
					{failureText(error, t("prices.tryAgain"))}
				</Alert>
			) : (
				<div role="status">
					<span className="sr-only">{t("prices.loading")}</span>
					<Skeleton className="h-64" />
				</div>
			)}
		</div>
	);
}

/** Amounts change in one currency at a time, of those in which shares are priced. */
function Currencies({ shares }: { shares: readonly MyShare[] }) {
	const t = useTexts();
	const own = useCurrency();
	const currencies = [...new Set(shares.map(({ currency }) => currency))];
	const [wanted, setWanted] = useState(own);
	const chosen = currencies.includes(wanted) ? wanted : currencies[0];
	return (
		<InCurrency currency={chosen}>
			<CurrencySwitch
				legend={t("prices.currency")}
				currencies={currencies}
				chosen={chosen}
				onChoose={setWanted}
				className="mb-6 w-fit"
			/>
			<Changer key={chosen} shares={shares.filter(({ currency }) => currency === chosen)} />
		</InCurrency>
	);
}

function Changer({ shares }: { shares: readonly MyShare[] }) {
	const t = useTexts();
	const currency = useCurrency();
	const [typed, setTyped] = useState(START);
	const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
	const [pending, setPending] = useState(false);
	const [outcome, setOutcome] = useState<Outcome | null>(null);
	const rows = previewOf(shares, chosen, {
		change: changeOf(typed, currency),
		rounding: typed.rounding,
	});
	const edits = editsOf(rows);
	const skipped = rows.filter(({ refused }) => refused !== null).length;

	async function send(sent: PriceEdits, isUndo: boolean) {
		setPending(true);
		try {
			await changePrices(sent);
			setOutcome({ kind: "done", edits: sent, isUndo });
			// Else the preview would go on to the next change.
			setChosen(new Set());
		} catch (error) {
			setOutcome({ kind: "failed", error });
		} finally {
			setPending(false);
		}
	}

	return (
		<div className="grid grid-cols-1 gap-6">
			{outcome && (
				<Result
					outcome={outcome}
					shares={shares}
					pending={pending}
					onUndo={(made) => send(reversed(made), true)}
				/>
			)}
			<Card className="p-5 sm:p-6">
				<ChangeForm typed={typed} onChange={(change) => setTyped({ ...typed, ...change })} />
			</Card>
			<PreviewTable rows={rows} chosen={chosen} onChoose={setChosen} />
			<div className="sticky bottom-0 -mx-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-line border-t bg-paper px-4 py-3">
				<p role="status" className="text-13 text-muted">
					{edits.length > MAX_PRICE_CHANGES
						? t("prices.tooMany", { most: MAX_PRICE_CHANGES })
						: t("prices.chosenCount", { count: chosen.size })}{" "}
					{skipped > 0 && t("prices.skipped", { count: skipped })}
				</p>
				<Button
					tone="primary"
					className="max-sm:w-full"
					disabled={edits.length === 0 || edits.length > MAX_PRICE_CHANGES}
					pending={pending && t("prices.applying")}
					onClick={() => send(edits, false)}
				>
					{t("prices.apply", { count: edits.length })}
				</Button>
			</div>
		</div>
	);
}
