import Crown from "icons:crown";
import { Link } from "react-router-dom";
import type { TransactionLimits } from "../../../../worker/accounts/contract.ts";
import { UNLIMITED } from "../../../../worker/contract/constants.ts";
import { paths } from "../../../lib/addresses/paths.ts";
import { limitValues } from "../../../lib/i18n/limit-values.ts";
import { usePaused } from "../../../lib/server/queries/pauses.ts";
import { Alert } from "../../../ui/alert.tsx";
import { Badge } from "../../../ui/badge.tsx";
import { Button, buttonClass } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import type { Draft } from "../organise/draft.ts";
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
				// A full page load: the payment page is a document of its own.
				<a href={paths.subscribe} className={buttonClass(isUsedUp ? "primary" : "plain", "sm")}>
					{t("upload.upgrade")}
				</a>
			}
		>
			{isUsedUp ? t("upload.limitText", limitValues()) : t("upload.freeText", { n: remaining })}
		</Alert>
	);
}

export function SuspendedNotice() {
	const t = useTexts();
	return (
		<Alert
			tone="danger"
			title={t("upload.suspended")}
			action={
				<Link to={paths.decisions} className={buttonClass("plain", "sm")}>
					{t("upload.suspendedAction")}
				</Link>
			}
		>
			{t("upload.suspendedText")}
		</Alert>
	);
}

/** While the operator has paused uploads. */
export function PausedNotice() {
	const t = useTexts();
	return (
		<Alert tone="warning" live title={t("upload.noUploads")}>
			{t("upload.noUploadsText")}
		</Alert>
	);
}

/** For published shares; a notice while uploads are paused. */
export function BeginButton({
	limits,
	pending,
	children,
}: {
	limits: TransactionLimits | undefined;
	pending: boolean;
	children: string;
}) {
	const t = useTexts();
	if (usePaused("uploads")) return <PausedNotice />;
	return (
		<Button
			type="submit"
			tone="primary"
			size="lg"
			className="self-start"
			disabled={limits?.remaining === 0}
			pending={pending && t("upload.beginning")}
		>
			{children}
		</Button>
	);
}

export function OverflowNotice({ draft: { overflow } }: { draft: Draft }) {
	const t = useTexts();
	if (overflow === 0) return null;
	return (
		<Alert tone="warning" live>
			{t("upload.overflow", { n: overflow, ...limitValues() })}
		</Alert>
	);
}
