import { useState } from "react";
import type { CreatedShare, MyShare } from "../../../worker/catalogue/shares/contract/shares.ts";
import { useSubmit } from "../../lib/forms/use-submit.ts";
import { formatCents } from "../../lib/i18n/format.ts";
import { failureText, fieldText, fieldTexts } from "../../lib/i18n/server-texts.ts";
import { updateLinkCard } from "../../lib/link-card/update-card.ts";
import { sumCents } from "../../lib/selling/bundle-parts.ts";
import { InCurrency, useCurrency } from "../../lib/session/session.tsx";
import { PartOrder } from "../../shared/parts/part-order.tsx";
import { PartPicker } from "../../shared/parts/part-picker.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Form } from "../../ui/form.tsx";
import { toast } from "../../ui/toast.ts";
import { BundleMiniature } from "./bundle-miniature.tsx";
import { checkedDetails, type Details, EMPTY_DETAILS } from "./details.ts";
import { OfferFields } from "./offer-fields.tsx";
import { createBundle } from "./queries.ts";
import { useTexts } from "./texts.ts";

type Props = {
	shares: readonly MyShare[];
	onPublished: (share: CreatedShare, parts: readonly MyShare[]) => void;
};

export function BundleForm({ shares, onPublished }: Props) {
	const t = useTexts();
	const ownCurrency = useCurrency();
	const [details, setDetails] = useState(EMPTY_DETAILS);
	const change = (part: Partial<Details>) => setDetails({ ...details, ...part });
	const parts = details.parts.flatMap(
		(slug) => shares.find(({ shareId }) => shareId === slug) ?? [],
	);
	const currency = parts[0]?.currency ?? ownCurrency;
	const form = useSubmit(async (_form, begin) => {
		const checked = checkedDetails(details, currency);
		if ("errors" in checked)
			return Object.fromEntries(
				Object.entries(checked.errors).map(([field, sentence]) => [field, fieldText(sentence)]),
			);
		begin();
		try {
			const share = await createBundle(checked.input);
			void updateLinkCard(share.fileShare.shareId);
			onPublished(share, parts);
		} catch (error) {
			const byField = fieldTexts(error);
			const [first] = Object.values(byField);
			toast({
				tone: "destructive",
				title: t("bundles.failed"),
				text: first ?? failureText(error),
			});
			return byField;
		}
	});
	return (
		<Form of={form} className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22.5rem]">
			<div className="grid min-w-0 gap-6">
				<Card aria-labelledby="pick-title" className="p-4 sm:p-6">
					<h2 id="pick-title" className="mb-4 text-21">
						{t("bundles.pick")}
					</h2>
					<PartPicker
						shares={shares}
						chosen={details.parts}
						onChoose={(chosen) => change({ parts: chosen })}
						error={form.errors.parts}
					/>
				</Card>
				{parts.length > 0 && (
					<Card
						aria-labelledby="order-title"
						className="grid gap-6 p-4 sm:grid-cols-[minmax(0,1fr)_auto] sm:p-6"
					>
						<div className="min-w-0">
							<h2 id="order-title" className="text-21">
								{t("bundles.order")}
							</h2>
							<p className="tabular mt-1 mb-4 text-muted">
								{t("bundles.contents", {
									n: parts.length,
									sum: formatCents(sumCents(parts), currency),
								})}
							</p>
							<PartOrder parts={parts} onChange={(slugs) => change({ parts: slugs })} />
						</div>
						<BundleMiniature
							title={details.title}
							pricing={details.pricing}
							price={details.price}
							parts={parts}
							currency={currency}
						/>
					</Card>
				)}
			</div>
			<Card aria-labelledby="details-title" className="p-5 sm:p-6 lg:sticky lg:top-6">
				<h2 id="details-title" className="mb-5 text-21">
					{t("bundles.details")}
				</h2>
				<InCurrency currency={currency}>
					<OfferFields details={details} parts={parts} errors={form.errors} onChange={change} />
				</InCurrency>
				<Button
					type="submit"
					tone="primary"
					size="lg"
					className="mt-6 w-full"
					pending={form.pending && t("bundles.publishing")}
				>
					{t("bundles.publish")}
				</Button>
				<p className="mt-2 text-13 text-muted">{t("bundles.publishHint")}</p>
			</Card>
		</Form>
	);
}
