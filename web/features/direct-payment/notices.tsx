import SearchX from "icons:search-x";
import WifiOff from "icons:wifi-off";
import { paths } from "../../lib/addresses/paths.ts";
import { failureText } from "../../lib/i18n/server-texts.ts";
import { PageNotice } from "../../shared/page-notice.tsx";
import { Button, buttonClass } from "../../ui/button.tsx";
import { useTexts } from "./texts.ts";
import type { Direct } from "./use-direct.ts";

export function MissingShare() {
	const t = useTexts();
	return (
		<PageNotice
			icon={SearchX}
			title={t("direct.notFound")}
			action={
				<>
					<a className={buttonClass("primary")} href={paths.home}>
						{t("direct.home")}
					</a>
					<a className={buttonClass()} href={paths.purchases}>
						{t("direct.findPurchases")}
					</a>
				</>
			}
		>
			{t("direct.notFoundText")}
		</PageNotice>
	);
}

export function FailedPage({ direct }: { direct: Direct }) {
	const t = useTexts();
	return (
		<PageNotice
			icon={WifiOff}
			title={t("direct.failed")}
			action={
				<Button tone="primary" onClick={direct.retry}>
					{t("direct.retry")}
				</Button>
			}
		>
			{failureText(direct.failure, t("direct.tryAgain"))}
		</PageNotice>
	);
}
