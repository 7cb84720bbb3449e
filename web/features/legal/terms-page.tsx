import { catalogue } from "../../lib/i18n/i18n.ts";
import { limitValues } from "../../lib/i18n/limit-values.ts";
import { useKeepDays } from "../../lib/server/queries/config.ts";
import { Card } from "../../ui/card.tsx";
import { LegalDocument } from "./legal-document.tsx";
import en from "./terms.messages.json";

const useTexts = catalogue(en);

/** The code does what this text states. */
export function TermsPage() {
	const t = useTexts();
	const days = useKeepDays();
	return (
		<LegalDocument
			title={t("terms.title")}
			updated={t("terms.updated")}
			tocLabel={t("terms.toc")}
			intro={t("terms.intro")}
			sections={[
				{ title: t("terms.s1"), body: t("terms.b1") },
				{ title: t("terms.s2"), body: t("terms.b2") },
				{ title: t("terms.s3"), body: t("terms.b3", limitValues()) },
				{ title: t("terms.s4"), body: t("terms.b4") },
				{ title: t("terms.s5"), body: t("terms.b5") },
				{ title: t("terms.s6"), body: t("terms.b6", { days, ...limitValues() }) },
				{ title: t("terms.s7"), body: t("terms.b7") },
				{ title: t("terms.s8"), body: t("terms.b8") },
			]}
			notice={
				<Card aria-labelledby="notice">
					<h2 id="notice" className="mb-2 text-21">
						{t("terms.noticeTitle")}
					</h2>
					<p>{t("terms.notice")}</p>
				</Card>
			}
		/>
	);
}
