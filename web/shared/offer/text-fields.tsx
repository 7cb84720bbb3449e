import type { DraftDetails } from "../../../worker/catalogue/drafts/contract.ts";
import { MAX_DESCRIPTION_LENGTH, MAX_TITLE_LENGTH } from "../../../worker/contract/constants.ts";
import type { FieldErrors } from "../../lib/forms/use-submit.ts";
import { useOfferTexts } from "../../lib/texts/offer-texts.ts";
import { TextArea, TextField } from "../../ui/field.tsx";

type Texts = Pick<DraftDetails, "title" | "description">;

export function TextFields({
	values,
	errors,
	proposal = "",
	onChange,
}: {
	values: Texts;
	/** a title that typing replaces */
	proposal?: string;
	errors: FieldErrors;
	onChange: (change: Partial<Texts>) => void;
}) {
	const t = useOfferTexts();
	return (
		<>
			<TextField
				label={t("offer.title")}
				name="title"
				value={values.title}
				maxLength={MAX_TITLE_LENGTH}
				required
				autoComplete="off"
				error={errors.title}
				onFocus={({ target }) => target.value === proposal && target.select()}
				onChange={(event) => onChange({ title: event.target.value })}
			/>
			<TextArea
				label={t("offer.description")}
				name="description"
				rows={3}
				value={values.description}
				maxLength={MAX_DESCRIPTION_LENGTH}
				error={errors.description}
				onChange={(event) => onChange({ description: event.target.value })}
			/>
		</>
	);
}
