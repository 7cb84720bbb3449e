import { Link } from "react-router-dom";
import type { SaleMode } from "../../../../worker/contract/catalogue/share-fields.ts";
import type { MyShare } from "../../../../worker/contract/catalogue/shares.ts";
import { paths } from "../../../lib/addresses/paths.ts";
import { useOwnCreatorPage } from "../../../lib/server/queries/own-creator-page.ts";
import { CheckField, SelectField } from "../../../ui/field.tsx";
import { useTexts } from "../texts.ts";
import type { SectionProps } from "./form.ts";

/** How pictures look before the sale, or that nothing of any file is shown. */
export function PreviewsSection({ share, errors }: SectionProps) {
	const t = useTexts();
	return (
		<SelectField
			label={t("dashboard.fieldImages")}
			name="images"
			defaultValue={share.images}
			error={errors.images}
		>
			<option value="blur">{t("dashboard.imagesBlur")}</option>
			<option value="watermark">{t("dashboard.imagesWatermark")}</option>
			<option value="none">{t("dashboard.imagesNone")}</option>
		</SelectField>
	);
}

/** Whether the share is on the creator's page, as far as its way of selling allows. */
export function ListedSection({
	mode,
	isListed,
	onChange,
}: {
	mode: SaleMode;
	isListed: boolean;
	onChange: (isListed: boolean) => void;
}) {
	const t = useTexts();
	const { data } = useOwnCreatorPage();
	const settings = <Link to={paths.settingsPage} className="prose-link" />;
	return (
		<CheckField
			className="sm:col-span-2"
			label={t("dashboard.fieldListed")}
			hint={
				mode === "link"
					? t("dashboard.listedLinkHint")
					: data && !data.page
						? t.rich("dashboard.listedNoPage", { settings })
						: t("dashboard.fieldListedHint")
			}
			role="switch"
			checked={isListed && mode === "each"}
			disabled={mode === "link"}
			onChange={(event) => onChange(event.target.checked)}
		/>
	);
}

/** Whether search engines may show the share. */
export function IndexedSection({ share, mode }: { share: MyShare; mode: SaleMode }) {
	const t = useTexts();
	return (
		<CheckField
			className="sm:col-span-2"
			label={t("dashboard.fieldIndexed")}
			hint={t(mode === "link" ? "dashboard.indexedLinkHint" : "dashboard.fieldIndexedHint")}
			role="switch"
			name="indexed"
			defaultChecked={share.indexed}
			disabled={mode === "link"}
		/>
	);
}
