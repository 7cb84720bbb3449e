import CloudOff from "icons:cloud-off";
import { paths } from "../lib/addresses/paths.ts";
import { Button, buttonClass } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { useShellTexts } from "./texts.ts";

export function ErrorPage({ isChunk = false }: { isChunk?: boolean }) {
	const t = useShellTexts();
	return (
		<div className="grid min-h-[70dvh] place-items-center">
			<EmptyState
				level="h1"
				icon={CloudOff}
				title={t(isChunk ? "shell.chunkTitle" : "shell.errorTitle")}
				action={
					<>
						<Button tone="primary" onClick={() => location.reload()}>
							{t("shell.reload")}
						</Button>
						<a className={buttonClass()} href={paths.home}>
							{t("shell.toHome")}
						</a>
					</>
				}
			>
				{t(isChunk ? "shell.chunkText" : "shell.errorText")}
			</EmptyState>
		</div>
	);
}
