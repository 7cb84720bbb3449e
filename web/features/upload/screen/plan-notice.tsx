import Crown from "icons:crown";
import type { TransactionLimits } from "../../../../worker/contract/accounts/accounts.ts";
import { UNLIMITED } from "../../../../worker/contract/constants.ts";
import { paths } from "../../../lib/addresses/paths.ts";
import { limitValues } from "../../../lib/i18n/limit-values.ts";
import { Alert } from "../../../ui/alert.tsx";
import { Badge } from "../../../ui/badge.tsx";
import { buttonClass } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { useTexts } from "../texts.ts";

export function PlanBadge({ limits }: { limits: TransactionLimits }) {
	const t = useTexts();
	const { remaining } = limits;
	if (remaining === UNLIMITED)
		return (
			<Badge tone="good" icon={<Icon of={Crown} size={14} />}>
				{t("upload.pro")}
			</Badge>
		);
	return (
		<Badge tone={remaining === 0 ? "warning" : "neutral"} className="tabular">
			{t("upload.left", { n: remaining })}
		</Badge>
	);
}

/** Nothing for Pro. */
export function FreePlanBanner({ limits }: { limits: TransactionLimits }) {
	const t = useTexts();
	const { remaining } = limits;
	if (remaining === UNLIMITED) return null;
	const isUsedUp = remaining === 0;
	return (
		<Alert
			tone={isUsedUp ? "warning" : "info"}
			title={t(isUsedUp ? "upload.limitTitle" : "upload.freeTitle")}
			action={
				// The payment page is a document of its own, entered by a full page load.
				<a href={paths.subscribe} className={buttonClass(isUsedUp ? "primary" : "plain", "sm")}>
					{t("upload.upgrade")}
				</a>
			}
		>
			{isUsedUp ? t("upload.limitText", limitValues()) : t("upload.freeText", { n: remaining })}
		</Alert>
	);
}
