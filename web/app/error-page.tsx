import CloudOff from "icons:cloud-off";
import { paths } from "../lib/addresses/paths.ts";
import { useCommonTexts } from "../lib/texts/common-texts.ts";
import { Button, buttonClass } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";

export function ErrorPage({ isChunk }: { isChunk: boolean }) {
	const t = useCommonTexts();
	return (
		<div className="grid min-h-[70dvh] place-items-center">
			<EmptyState
				level="h1"
				icon={CloudOff}
				title={t(isChunk ? "common.chunkTitle" : "common.errorTitle")}
				action={
					<>
						<Button tone="primary" onClick={() => location.reload()}>
							{t("common.reload")}
						</Button>
						<a className={buttonClass()} href={paths.home}>
							{t("common.toHome")}
						</a>
					</>
				}
			>
				{t(isChunk ? "common.chunkText" : "common.errorText")}
			</EmptyState>
		</div>
	);
}
