import type { SaleMode } from "../../../../worker/contract/catalogue/share-fields.ts";
import { SelectField, TextField } from "../../../ui/field.tsx";
import { useTexts } from "../texts.ts";
import type { SectionProps } from "./form.ts";

/** How the share is sold: to each buyer or once for everyone with the link, and how many times. */
export function SaleSection({
	share,
	errors,
	mode,
	onMode,
}: SectionProps & { mode: SaleMode; onMode: (mode: SaleMode) => void }) {
	const t = useTexts();
	return (
		<>
			{!share.bundle && (
				<SelectField
					label={t("dashboard.fieldMode")}
					name="saleMode"
					value={mode}
					disabled={share.sales > 0}
					onChange={(event) => onMode(event.target.value === "link" ? "link" : "each")}
					hint={
						share.sales > 0
							? t("dashboard.modeFixed")
							: mode === "link" && t("dashboard.modeLinkHint")
					}
					error={errors.saleMode}
					fieldClass="sm:col-span-2"
				>
					<option value="each">{t("dashboard.modeEach")}</option>
					<option value="link">{t("dashboard.modeLink")}</option>
				</SelectField>
			)}
			{mode === "each" && (
				<TextField
					label={t("dashboard.fieldMaxSales")}
					name="maxSales"
					type="number"
					inputMode="numeric"
					min="1"
					step="1"
					defaultValue={share.maxSales ?? ""}
					hint={t("dashboard.fieldMaxSalesHint")}
					error={errors.maxSales}
				/>
			)}
		</>
	);
}
