import type { MouseEvent } from "react";
import { ApiFailure } from "../../lib/server/failure.ts";
import { checkLink } from "../../lib/server/queries/files.ts";
import { toast } from "../../ui/toast.ts";
import { useTexts } from "./texts.ts";

/**
 * Browsers follow download links by themselves and report little if one fails, so a click also checks that
 * the content is available, and shows an error if it isn't.
 */
export function useDownloadCheck(
	failed: "share.fileFailed" | "share.folderFailed",
): (event: MouseEvent<HTMLAnchorElement>) => void {
	const t = useTexts();
	return (event) => {
		checkLink(event.currentTarget.href).catch((error: unknown) => {
			const isUnpaid = error instanceof ApiFailure && error.status === 402;
			const isOurs = error instanceof ApiFailure && error.status >= 500;
			toast({
				tone: "destructive",
				title: t(isUnpaid ? "share.paymentRequired" : failed),
				...(isOurs && { text: t("share.downloadAdvice") }),
			});
		});
	};
}
