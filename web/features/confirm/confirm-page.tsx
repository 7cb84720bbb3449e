import ShieldCheck from "icons:shield-check";
import { Link, useSearchParams } from "react-router-dom";
import { paths } from "../../lib/addresses/paths.ts";
import { safePath } from "../../lib/addresses/safe-path.ts";
import { failureText } from "../../lib/i18n/server-texts.ts";
import { usePage } from "../../lib/page/page.ts";
import { usePasskeys } from "../../lib/server/queries/passkeys.ts";
import { useCreator } from "../../lib/session/session.tsx";
import { Alert } from "../../ui/alert.tsx";
import { buttonClass } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { ConfirmForm } from "./confirm-form.tsx";
import { useTexts } from "./texts.ts";

/** Asks for the second factor again, then loads `?redirect=/path`, which may be a document of its own. */
export function ConfirmPage() {
	const t = useTexts();
	usePage(t("confirm.title"));
	const { totpEnabled } = useCreator();
	const { data, error } = usePasskeys();
	const [query] = useSearchParams();
	const leave = () => location.assign(safePath(query.get("redirect")) ?? paths.home);
	const hasPasskey = data !== undefined && data.passkeys.length > 0;
	return (
		<div className="gutters max-w-lg py-12">
			<Card>
				{!data && !error ? (
					<Skeleton className="h-64" />
				) : totpEnabled || hasPasskey ? (
					<ConfirmForm hasPasskey={hasPasskey} hasApp={totpEnabled} onDone={leave} />
				) : error ? (
					<Alert tone="danger" title={t("confirm.loadFailed")}>
						{failureText(error, t("confirm.tryAgain"))}
					</Alert>
				) : (
					<EmptyState
						level="h1"
						icon={ShieldCheck}
						title={t("confirm.missing")}
						action={
							<Link to={paths.settingsSecurity} className={buttonClass("primary")}>
								{t("confirm.settings")}
							</Link>
						}
					>
						{t("confirm.missingText")}
					</EmptyState>
				)}
			</Card>
		</div>
	);
}
