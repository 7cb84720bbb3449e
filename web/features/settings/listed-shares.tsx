import type { MyShare } from "../../../worker/contract/catalogue/shares.ts";
import { formatMoney } from "../../lib/i18n/format.ts";
import { useTexts } from "./texts.ts";

export function ListedShares({
	shares,
	isChosen,
	onChoose,
}: {
	shares: readonly MyShare[];
	isChosen: (share: MyShare) => boolean;
	onChoose: (shareId: string, isListed: boolean) => void;
}) {
	const t = useTexts();
	if (shares.length === 0) return <p className="text-muted">{t("settings.pageNoShares")}</p>;
	return (
		<fieldset>
			<legend className="mb-1.5 font-medium">{t("settings.pageShares")}</legend>
			<ul className="max-h-60 divide-y divide-line overflow-y-auto rounded-control border border-line">
				{shares.map((share) => (
					<li key={share.shareId}>
						<label className="flex cursor-pointer items-center gap-3 px-3 py-2.5">
							<input
								type="checkbox"
								className="checkbox checkbox-primary checkbox-sm border-edge"
								checked={isChosen(share)}
								onChange={(event) => onChoose(share.shareId, event.target.checked)}
							/>
							<span className="wrap-anywhere min-w-0 flex-1">{share.title}</span>
							<span className="tabular text-13 text-muted">
								{formatMoney(share.price, share.currency)}
							</span>
						</label>
					</li>
				))}
			</ul>
			{!shares.some(isChosen) && (
				<p className="mt-1.5 text-13 text-muted">{t("settings.pageEmpty")}</p>
			)}
		</fieldset>
	);
}
