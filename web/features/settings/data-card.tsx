import Download from "icons:download";
import { useState } from "react";
import { accountExportLink } from "../../lib/server/queries/account.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Icon } from "../../ui/icon.tsx";
import { DeleteAccount } from "./delete-account.tsx";
import { useTexts } from "./texts.ts";

export function DataCard() {
	const t = useTexts();
	const [asks, setAsks] = useState(false);
	return (
		<Card id="data" title={t("settings.data")} lead={t("settings.dataText")}>
			<div className="flex flex-wrap gap-3">
				<a href={accountExportLink} download className={buttonClass()}>
					<Icon of={Download} />
					{t("settings.export")}
				</a>
				<Button tone="quiet" className="text-error" onClick={() => setAsks(true)}>
					{t("settings.deleteAccount")}
				</Button>
			</div>
			{asks && <DeleteAccount onClose={() => setAsks(false)} />}
		</Card>
	);
}
