import { useState } from "react";
import type { AuditEntry } from "../../../worker/core/audit-log/contract.ts";
import { formatAgo, formatDateTime } from "../../lib/i18n/format.ts";
import { useActs } from "../../lib/server/queries/account.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { useTexts } from "./texts.ts";

const STEP = 10;
/** The operator's actions that concern no creator. */
const UNSEEN = ["case.noted", "mail.retried", "job.run", "switch.set"] as const;
type SeenEntry = AuditEntry & { act: Exclude<AuditEntry["act"], (typeof UNSEEN)[number]> };

const isSeen = (entry: AuditEntry): entry is SeenEntry => UNSEEN.every((act) => act !== entry.act);

export function ActivityCard() {
	const t = useTexts();
	const query = useActs();
	const [shown, setShown] = useState(STEP);
	const acts = query.data?.filter(isSeen) ?? [];
	return (
		<Card id="activity" title={t("settings.acts")} lead={t("settings.actsText")}>
			<Loaded of={query} failed={t("settings.actsFailed")} className="h-16">
				{() =>
					acts.length === 0 ? (
						<p className="text-muted">{t("settings.actsNone")}</p>
					) : (
						<ul className="divide-y divide-line">
							{acts.slice(0, shown).map((entry) => (
								<ActRow key={entry.id} entry={entry} />
							))}
						</ul>
					)
				}
			</Loaded>
			{acts.length > shown && (
				<Button className="mt-4" onClick={() => setShown(shown + STEP)}>
					{t("settings.actsMore")}
				</Button>
			)}
		</Card>
	);
}

function ActRow({ entry: { act, by, subject, at } }: { entry: SeenEntry }) {
	const t = useTexts();
	return (
		<li className="py-3">
			<p className="font-medium">{t(`settings.act.${act}`)}</p>
			{subject && (
				<p dir="auto" className="wrap-anywhere line-clamp-2 text-left">
					{subject}
				</p>
			)}
			<p className="text-13 text-muted">
				<time dateTime={at} title={formatDateTime(at)}>
					{formatAgo(at)}
				</time>
				{"\u00a0· "}
				{t(`settings.actBy.${by}`)}
			</p>
		</li>
	);
}
