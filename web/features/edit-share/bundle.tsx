import type { Dispatch } from "react";
import type { OwnedParts } from "../../../worker/catalogue/bundles/contract.ts";
import type { MyShare } from "../../../worker/catalogue/shares/contract/shares.ts";
import { unfitOf } from "../../lib/selling/bundle-parts.ts";
import { useEveryShare } from "../../lib/server/queries/shares.ts";
import { OwnedPartsField } from "../../shared/parts/owned-parts-field.tsx";
import { PartOrder } from "../../shared/parts/part-order.tsx";
import { PartPicker } from "../../shared/parts/part-picker.tsx";
import { SavingLine } from "../../shared/parts/saving-line.tsx";
import { Fold } from "../../ui/fold.tsx";
import { useTexts } from "./texts.ts";

export type BundleDraft = { ownedParts: OwnedParts; parts: readonly string[] };

export function bundleDraftOf({ bundle }: MyShare): BundleDraft | undefined {
	return (
		bundle && {
			ownedParts: bundle.ownedParts,
			parts: bundle.parts.map(({ shareId }) => shareId),
		}
	);
}

export function bundleEdits(share: MyShare, draft: BundleDraft | undefined) {
	const before = bundleDraftOf(share);
	if (!before || !draft) return {};
	const { ownedParts, parts } = draft;
	return {
		...(ownedParts !== before.ownedParts && { ownedParts }),
		...(parts.join() !== before.parts.join() && { parts: [...parts] }),
	};
}

type Props = {
	share: MyShare;
	draft: BundleDraft;
	onChange: Dispatch<BundleDraft>;
	price: string;
	error: string | undefined;
};

export function BundleSection({ share, draft, onChange, price, error }: Props) {
	const t = useTexts();
	const { data: shares = [] } = useEveryShare();
	const parts = draft.parts.flatMap((slug) => shares.find(({ shareId }) => shareId === slug) ?? []);
	const choose = (slugs: readonly string[]) => onChange({ ...draft, parts: slugs });
	return (
		<div className="grid min-w-0 gap-5">
			<p role="status" className="tabular text-15 empty:hidden">
				<SavingLine price={price} parts={parts} />
			</p>
			<OwnedPartsField
				chosen={draft.ownedParts}
				onChoose={(ownedParts) => onChange({ ...draft, ownedParts })}
				price={price}
				parts={parts}
			/>
			<fieldset className="grid min-w-0 gap-2">
				<legend className="mb-1.5 font-medium">{t("edit.parts")}</legend>
				<PartOrder parts={parts} onChange={choose} />
				{share.sales > 0 && <p className="text-13 text-muted">{t("edit.partsHint")}</p>}
				<Fold open={error ? true : undefined} summaryClass="font-medium" title={t("edit.addParts")}>
					<div className="pt-2">
						<PartPicker
							shares={shares.filter((each) => unfitOf(each, share.currency) === null)}
							chosen={draft.parts}
							onChoose={choose}
							error={error}
						/>
					</div>
				</Fold>
			</fieldset>
		</div>
	);
}
