import type { DraftDetails } from "../../../worker/catalogue/drafts/contract.ts";
import { isOpenToAll } from "../../../worker/catalogue/shares/contract/share-view.ts";
import type { FieldErrors } from "../../lib/forms/use-submit.ts";
import { useOfferTexts } from "../../lib/texts/offer-texts.ts";
import { CheckField } from "../../ui/field.tsx";
import { NumberField } from "../number-field.tsx";

type Choice = Pick<DraftDetails, "choosing" | "pricing" | "asksAddress">;
type Props = {
	values: Choice;
	errors: FieldErrors;
	onChange: (change: Partial<Choice>) => void;
	/** a share sold by link has a price */
	canBeFree: boolean;
};

/** Asks clients to choose files; prepaid is what costs nothing and asks for no address. */
export function ChoosingFields({ values, errors, onChange, canBeFree }: Props) {
	const t = useOfferTexts();
	const { choosing } = values;
	const isPrepaid = isOpenToAll(values);
	return (
		<div className="grid gap-4">
			<CheckField
				label={t("offer.choosing")}
				hint={t("offer.choosingHint")}
				name="asksToChoose"
				checked={choosing !== null}
				error={errors.choosing}
				onChange={({ target }) =>
					onChange({ choosing: target.checked ? { count: null, open: true } : null })
				}
			/>
			{choosing && (
				<div className="grid gap-4 border-line border-s-2 ps-4">
					<NumberField
						label={t("offer.choosingCount")}
						hint={t("offer.choosingCountHint")}
						name="choosing.count"
						unit="count"
						className="tabular"
						value={String(choosing.count ?? "")}
						error={errors["choosing.count"]}
						onValue={(count) => onChange({ choosing: { ...choosing, count: count || null } })}
					/>
					{(canBeFree || isPrepaid) && (
						<CheckField
							label={t("offer.prepaid")}
							hint={t("offer.prepaidHint")}
							name="prepaid"
							checked={isPrepaid}
							onChange={({ target }) =>
								onChange(
									target.checked
										? { pricing: "free", asksAddress: false }
										: { pricing: "fixed", asksAddress: true },
								)
							}
						/>
					)}
				</div>
			)}
		</div>
	);
}
