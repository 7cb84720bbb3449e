import SearchX from "icons:search-x";
import WifiOff from "icons:wifi-off";
import type { ReactNode } from "react";
import { paths } from "../../lib/addresses/paths.ts";
import { failureText } from "../../lib/i18n/server-texts.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import type { IconBody } from "../../ui/icon.tsx";
import { useTexts } from "./texts.ts";
import type { Direct } from "./use-direct.ts";

export function Notice({
	icon,
	title,
	text,
	action,
}: {
	icon: IconBody;
	title: string;
	text: string;
	action: ReactNode;
}) {
	return (
		<div className="gutters max-w-reading py-16">
			<Card>
				<EmptyState level="h1" icon={icon} title={title} action={action}>
					{text}
				</EmptyState>
			</Card>
		</div>
	);
}

export function MissingShare() {
	const t = useTexts();
	return (
		<Notice
			icon={SearchX}
			title={t("direct.notFound")}
			text={t("direct.notFoundText")}
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
		/>
	);
}

export function FailedPage({ direct }: { direct: Direct }) {
	const t = useTexts();
	return (
		<Notice
			icon={WifiOff}
			title={t("direct.failed")}
			text={failureText(direct.failure, t("direct.tryAgain"))}
			action={
				<Button tone="primary" onClick={direct.retry}>
					{t("direct.retry")}
				</Button>
			}
		/>
	);
}
