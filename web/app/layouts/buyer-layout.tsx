import type { ReactNode } from "react";
import { paths } from "../../lib/addresses/paths.ts";
import { useCommonTexts } from "../../lib/texts/common-texts.ts";
import { Wordmark } from "../../ui/wordmark.tsx";
import { Screen, SkipLink } from "./frame.tsx";

export function BuyerLayout({ children }: { children: ReactNode }) {
	const t = useCommonTexts();
	return (
		<>
			<SkipLink />
			<header className="gutters flex min-h-14 max-w-content items-center justify-between">
				<a href={paths.home} aria-label={t("common.home")} className="rounded-control">
					<Wordmark />
				</a>
				<span className="text-13 text-muted max-[22rem]:hidden">{t("common.poweredBy")}</span>
			</header>
			<Screen pageKey="share">{children}</Screen>
		</>
	);
}
