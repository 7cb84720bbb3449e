import type { Party } from "../../worker/contract/payments/invoices.ts";
import type { FieldErrors } from "../lib/forms/use-submit.ts";
import { usePartyTexts } from "../lib/texts/party-texts.ts";
import { TextArea, TextField } from "../ui/field.tsx";

/** For a seller or a buyer on an invoice. */
export function PartyFields({ party, errors }: { party: Party | null; errors: FieldErrors }) {
	const t = usePartyTexts();
	return (
		<>
			<TextField
				label={t("party.name")}
				name="name"
				autoComplete="organization"
				defaultValue={party?.name}
				error={errors.name}
				required
				fieldClass="sm:col-span-2"
			/>
			<TextArea
				label={t("party.address")}
				hint={t("party.addressHint")}
				name="address"
				autoComplete="street-address"
				rows={3}
				defaultValue={party?.address}
				error={errors.address}
				fieldClass="sm:col-span-2"
			/>
			<TextField
				label={t("party.country")}
				name="country"
				autoComplete="country-name"
				defaultValue={party?.country}
				error={errors.country}
			/>
			<TextField
				label={t("party.taxNumber")}
				hint={t("party.optional")}
				name="taxNumber"
				autoComplete="off"
				defaultValue={party?.taxNumber}
				error={errors.taxNumber}
			/>
		</>
	);
}
