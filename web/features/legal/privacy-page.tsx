import { RETENTION } from "../../../worker/contract/retention.ts";
import { catalogue } from "../../lib/i18n/i18n.ts";
import { useKeepDays } from "../../lib/server/queries/config.ts";
import { LegalDocument } from "./legal-document.tsx";
import en from "./privacy.messages.json";

const useTexts = catalogue(en);

/** The code does what this text states. */
export function PrivacyPage() {
	const t = useTexts();
	const days = useKeepDays();
	return (
		<LegalDocument
			title={t("privacy.title")}
			updated={t("privacy.updated")}
			tocLabel={t("privacy.toc")}
			intro={t("privacy.intro")}
			sections={[
				{ title: t("privacy.s1"), body: t("privacy.b1") },
				{ title: t("privacy.s2"), body: t("privacy.b2") },
				{ title: t("privacy.s3"), body: t("privacy.b3") },
				{ title: t("privacy.s4"), body: t("privacy.b4") },
				{ title: t("privacy.s5"), body: t("privacy.b5") },
				{ title: t("privacy.s6"), body: t("privacy.b6") },
				{ title: t("privacy.s7"), body: t("privacy.b7", { ...RETENTION, days }) },
				{ title: t("privacy.s8"), body: t("privacy.b8") },
				{ title: t("privacy.s9"), body: t("privacy.b9") },
				{ title: t("privacy.s10"), body: t("privacy.b10") },
				{ title: t("privacy.s11"), body: t("privacy.b11") },
			]}
		/>
	);
}
