import Compass from "icons:compass";
import { paths } from "../../lib/addresses/paths.ts";
import { usePage } from "../../lib/page/page.ts";
import { buttonClass } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { useTexts } from "./texts.ts";

export function NotFoundPage() {
	const t = useTexts();
	usePage(t("notFound.title"));
	return (
		<div className="gutters max-w-reading py-16">
			<Card>
				<EmptyState
					level="h1"
					icon={Compass}
					title={t("notFound.title")}
					action={
						<a className={buttonClass("primary")} href={paths.home}>
							{t("notFound.home")}
						</a>
					}
				>
					{t("notFound.text")}
				</EmptyState>
			</Card>
		</div>
	);
}
