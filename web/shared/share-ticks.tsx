import type { MyShare } from "../../worker/catalogue/shares/contract/shares.ts";
import { formatMoney } from "../lib/i18n/format.ts";

type Props = {
	shares: readonly MyShare[];
	isChosen: (share: MyShare) => boolean;
	onChoose: (shareId: string, isChosen: boolean) => void;
	/** of an error about the choice */
	errorId?: string | undefined;
	/** instead of an empty list */
	none?: string;
};

export function ShareTicks({ shares, isChosen, onChoose, errorId, none }: Props) {
	return (
		<ul className="max-h-60 divide-y divide-line overflow-y-auto rounded-control border border-line">
			{shares.map((share) => (
				<li key={share.shareId}>
					<label className="flex cursor-pointer items-center gap-3 px-3 py-2.5">
						<input
							type="checkbox"
							name="shareIds"
							className="checkbox checkbox-primary checkbox-sm border-edge"
							aria-invalid={errorId ? true : undefined}
							aria-describedby={errorId}
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
			{shares.length === 0 && <li className="px-3 py-2.5 text-15 text-muted">{none}</li>}
		</ul>
	);
}
