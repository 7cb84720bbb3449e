import { MAX_LICENCE_LENGTH } from "../../../../worker/contract/constants.ts";
import type { CoverChoice } from "../../../lib/selling/cover-picture.ts";
import { TextArea, TextField } from "../../../ui/field.tsx";
import { useTexts } from "../texts.ts";
import { CoverPicker } from "./cover-picker.tsx";
import type { SectionProps } from "./form.ts";

/** What buyers read and see of the share: title, description, licence and cover. */
export function DetailsSection({
	share,
	errors,
	cover,
	onCover,
}: SectionProps & { cover: CoverChoice; onCover: (cover: CoverChoice) => void }) {
	const t = useTexts();
	return (
		<>
			<TextField
				label={t("dashboard.fieldTitle")}
				name="title"
				defaultValue={share.title}
				required
				error={errors.title}
				fieldClass="sm:col-span-2"
			/>
			<TextArea
				label={t("dashboard.fieldDescription")}
				name="description"
				rows={3}
				defaultValue={share.description ?? ""}
				error={errors.description}
				fieldClass="sm:col-span-2"
			/>
			<TextArea
				label={t("dashboard.fieldLicence")}
				hint={t("dashboard.licenceHint")}
				name="licence"
				rows={3}
				defaultValue={share.licence ?? ""}
				maxLength={MAX_LICENCE_LENGTH}
				error={errors.licence}
				fieldClass="sm:col-span-2"
			/>
			{!share.bundle && (
				<CoverPicker share={share} chosen={cover} onChoose={onCover} error={errors.coverFileId} />
			)}
		</>
	);
}
