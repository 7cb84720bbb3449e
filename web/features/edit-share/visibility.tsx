import { Link } from "react-router-dom";
import type { SaleMode } from "../../../worker/catalogue/shares/contract/share-fields.ts";
import { paths } from "../../lib/addresses/paths.ts";
import { useOwnCreatorPage } from "../../lib/server/queries/own-creator-page.ts";
import { CheckField } from "../../ui/field.tsx";
import type { SectionProps } from "./form.ts";
import { useTexts } from "./texts.ts";

export function VisibilityFields({
	share,
	mode,
}: Pick<SectionProps, "share"> & {
	mode: SaleMode;
}) {
	const t = useTexts();
	const { data } = useOwnCreatorPage();
	const settings = <Link to={paths.settingsPage} className="prose-link" />;
	const isLink = mode === "link";
	return (
		<>
			<CheckField
				// A disabled switch is off, whatever it was before.
				key={`listed-${mode}`}
				label={t("edit.listed")}
				hint={
					isLink
						? t("edit.listedLinkHint")
						: data && !data.page
							? t.rich("edit.listedNoPage", { settings })
							: t("edit.listedHint")
				}
				role="switch"
				name="listed"
				defaultChecked={share.listed && !isLink}
				disabled={isLink}
			/>
			<CheckField
				label={t("edit.indexed")}
				hint={t(isLink ? "edit.indexedLinkHint" : "edit.indexedHint")}
				role="switch"
				name="indexed"
				defaultChecked={share.indexed}
				disabled={isLink}
			/>
		</>
	);
}
