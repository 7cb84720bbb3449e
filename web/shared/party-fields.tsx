import type { Party } from "../../worker/payments/invoices/contract.ts";
import { usePartyTexts } from "../lib/texts/party-texts.ts";
import { TextArea, TextField } from "../ui/field.tsx";

export function PartyFields({ party }: { party: Party | null }) {
	const t = usePartyTexts();
	return (
		<>
			<TextField
				label={t("party.name")}
				name="name"
				autoComplete="organization"
				defaultValue={party?.name}
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
				fieldClass="sm:col-span-2"
			/>
			<TextField
				label={t("party.country")}
				name="country"
				autoComplete="country-name"
				defaultValue={party?.country}
			/>
			<TextField
				label={t("party.taxNumber")}
				hint={t("party.optional")}
				name="taxNumber"
				autoComplete="off"
				defaultValue={party?.taxNumber}
			/>
		</>
	);
}
