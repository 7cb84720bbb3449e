import Download from "icons:download";
import { useState } from "react";
import { failureText } from "../../lib/i18n/server-texts.ts";
import { ApiFailure } from "../../lib/server/failure.ts";
import { Button } from "../../ui/button.tsx";
import { classes } from "../../ui/classes.ts";
import { Icon } from "../../ui/icon.tsx";
import { toast } from "../../ui/toast.ts";
import { useClosedTexts } from "./closed-texts.ts";
import { archiveLink } from "./queries/archive.ts";
import { useSelectionTexts } from "./selection-texts.ts";

export default function SelectionBar({
	slug,
	chosen,
	isAboveBar,
}: {
	slug: string;
	chosen: ReadonlySet<string>;
	isAboveBar: boolean;
}) {
	const t = useClosedTexts();
	const ofBar = useSelectionTexts();
	const [isPending, setPending] = useState(false);
	async function download() {
		setPending(true);
		try {
			location.assign(await archiveLink(slug, [...chosen]));
		} catch (error) {
			const unpaid = error instanceof ApiFailure && error.code === "payment.required";
			toast({
				tone: "destructive",
				title: t(unpaid ? "closed.paymentRequired" : "closed.fileFailed"),
				text: unpaid ? undefined : failureText(error, t("closed.failedText")),
			});
		} finally {
			setPending(false);
		}
	}
	return (
		<div
			className={classes(
				"sticky z-20 mt-4 flex justify-center lg:bottom-4",
				isAboveBar ? "bottom-[calc(6rem+env(safe-area-inset-bottom))]" : "bottom-4",
			)}
		>
			<Button
				tone="primary"
				className="shadow-float"
				disabled={chosen.size === 0}
				pending={isPending && ofBar("selection.preparing")}
				icon={<Icon of={Download} />}
				onClick={download}
			>
				{ofBar("selection.download", { n: chosen.size })}
			</Button>
		</div>
	);
}
