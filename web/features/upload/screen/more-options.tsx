import { useId } from "react";
import type {
	PreviewPolicy,
	SaleMode,
} from "../../../../worker/contract/catalogue/share-fields.ts";
import { MAX_LICENCE_LENGTH } from "../../../../worker/contract/constants.ts";
import { fieldText } from "../../../lib/i18n/server-texts.ts";
import { SelectField, TextArea, TextField } from "../../../ui/field.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { ChevronRight } from "../../../ui/icons/chevron-right.ts";
import { useTexts } from "../texts.ts";
import type { DetailErrors, Details } from "./details.ts";

type Props = {
	details: Details;
	errors: DetailErrors;
	onChange: (change: Partial<Details>) => void;
};

/**
 * What buyers may do with the files, how the share is sold and how much can be played before payment; collapsed, since most creators don't need it.
 */
export function MoreOptions({ details, errors, onChange }: Props) {
	const t = useTexts();
	const { saleMode, maxSales, preview } = details;
	return (
		<details className="group" open={errors.maxSales || errors.licence ? true : undefined}>
			<summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 rounded-control font-medium text-muted hover:text-ink [&::-webkit-details-marker]:hidden">
				<Icon
					of={ChevronRight}
					size={18}
					className="transition-transform duration-150 group-open:rotate-90"
				/>
				{t("upload.moreOptions")}
			</summary>
			<div className="flex flex-col gap-5 pt-3">
				<TextArea
					label={t("upload.fieldLicence")}
					hint={t("upload.licenceHint")}
					name="licence"
					rows={4}
					value={details.licence}
					maxLength={MAX_LICENCE_LENGTH}
					error={errors.licence && fieldText(errors.licence)}
					onChange={(event) => onChange({ licence: event.target.value })}
				/>
				<fieldset className="flex flex-col gap-2">
					<legend className="mb-1.5 font-medium">{t("upload.sale")}</legend>
					<SaleChoice
						mode="each"
						chosen={saleMode}
						onChoose={(mode) => onChange({ saleMode: mode })}
					/>
					<SaleChoice
						mode="link"
						chosen={saleMode}
						onChoose={(mode) =>
							onChange({
								saleMode: mode,
								// What is sold by link has a price.
								...(details.pricing === "free" && { pricing: "fixed" as const }),
							})
						}
					/>
				</fieldset>
				{saleMode === "each" && (
					<TextField
						label={t("upload.maxSales")}
						hint={t("upload.maxSalesHint")}
						name="maxSales"
						type="number"
						inputMode="numeric"
						min="1"
						step="1"
						value={maxSales}
						error={errors.maxSales && fieldText(errors.maxSales)}
						onChange={(event) => onChange({ maxSales: event.target.value })}
					/>
				)}
				<SelectField
					label={t("upload.previewClip")}
					hint={t(preview.clip === "whole" ? "upload.clipWholeHint" : "upload.clipHint")}
					value={preview.clip}
					onChange={(event) =>
						// The options below are the policy's values.
						onChange({
							preview: { ...preview, clip: event.target.value as PreviewPolicy["clip"] },
						})
					}
				>
					<option value="30">{t("upload.clip30")}</option>
					<option value="60">{t("upload.clip60")}</option>
					<option value="whole">{t("upload.clipWhole")}</option>
				</SelectField>
			</div>
		</details>
	);
}

const SALES = {
	each: ["upload.saleEach", "upload.saleEachHint"],
	link: ["upload.saleLink", "upload.saleLinkHint"],
} as const;

function SaleChoice({
	mode,
	chosen,
	onChoose,
}: {
	mode: SaleMode;
	chosen: SaleMode;
	onChoose: (mode: SaleMode) => void;
}) {
	const t = useTexts();
	const id = useId();
	const [label, hint] = SALES[mode];
	return (
		<div className="flex gap-3">
			<input
				type="radio"
				id={id}
				name="saleMode"
				className="radio radio-primary radio-sm mt-0.5 border-edge"
				checked={chosen === mode}
				aria-describedby={`${id}-hint`}
				onChange={() => onChoose(mode)}
			/>
			<div>
				<label htmlFor={id}>{t(label)}</label>
				<p id={`${id}-hint`} className="max-w-line text-13 text-muted">
					{t(hint)}
				</p>
			</div>
		</div>
	);
}
