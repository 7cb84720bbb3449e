import type { MyShare } from "../../../worker/contract/catalogue/shares.ts";
import { formatMoney } from "../../lib/i18n/format.ts";
import { failureText } from "../../lib/i18n/server-texts.ts";
import { ApiFailure } from "../../lib/server/failure.ts";
import type { PriceEdits } from "../../lib/server/queries/prices.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { useTexts } from "./texts.ts";

/** What became of the last request. */
export type Outcome =
	| { kind: "done"; edits: PriceEdits; isUndo: boolean }
	| { kind: "failed"; error: unknown };

/** Says what was changed, with the way back; or why nothing was. */
export function Result({
	outcome,
	shares,
	pending,
	onUndo,
}: {
	outcome: Outcome;
	shares: readonly MyShare[];
	pending: boolean;
	onUndo: (edits: PriceEdits) => void;
}) {
	const t = useTexts();
	if (outcome.kind === "failed")
		return (
			<Alert tone="danger" live title={t("prices.failed")}>
				{failureText(outcome.error, t("prices.tryAgain"))}
				<Conflicts error={outcome.error} shares={shares} />
			</Alert>
		);
	const { edits, isUndo } = outcome;
	if (isUndo) return <Alert tone="good" live title={t("prices.undone")} />;
	return (
		<Alert
			tone="good"
			live
			title={t("prices.done", { count: edits.length })}
			action={
				<Button size="sm" disabled={pending} onClick={() => onUndo(edits)}>
					{t("prices.undo")}
				</Button>
			}
		>
			{t("prices.doneText")}
		</Alert>
	);
}

/** How many of the shares that have changed are named. */
const NAMED = 5;

function Conflicts({ error, shares }: { error: unknown; shares: readonly MyShare[] }) {
	const t = useTexts();
	const refused = refusedIn(error).flatMap(({ share: slug, reason, price }) => {
		const share = shares.find(({ shareId }) => shareId === slug);
		return share ? [{ slug, title: share.title, currency: share.currency, reason, price }] : [];
	});
	if (refused.length === 0) return null;
	return (
		<ul className="mt-2 list-disc ps-5">
			{refused.slice(0, NAMED).map(({ slug, title, currency, reason, price }) => (
				<li key={slug}>
					{reason === "changed" && price !== null
						? t("prices.conflict.changed", { title, price: formatMoney(price, currency) })
						: t("prices.conflict.other", { title })}
				</li>
			))}
		</ul>
	);
}

type Refused = { share: string; reason: string; price: string | null };

function refusedIn(error: unknown): readonly Refused[] {
	if (!(error instanceof ApiFailure) || error.code !== "prices.changed") return [];
	// The server writes it with this code.
	return (error.details.refused ?? []) as readonly Refused[];
}
