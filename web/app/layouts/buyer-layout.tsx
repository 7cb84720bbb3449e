import type { ReactNode } from "react";
import { paths } from "../../lib/addresses/paths.ts";
import { Wordmark } from "../../ui/wordmark.tsx";
import { useShellTexts } from "../texts.ts";
import { Screen, SkipLink } from "./frame.tsx";

export function BuyerLayout({ children }: { children: ReactNode }) {
	const t = useShellTexts();
	return (
		<>
			<SkipLink />
			<header className="gutters flex min-h-14 max-w-content items-center justify-between">
				<a href={paths.home} aria-label={t("shell.home")} className="rounded-control">
					<Wordmark />
				</a>
				<span className="text-13 text-muted max-[22rem]:hidden">{t("shell.poweredBy")}</span>
			</header>
			<Screen pageKey="share">{children}</Screen>
		</>
	);
}
