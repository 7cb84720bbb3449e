import { Download } from "lucide-react";
import { useState } from "react";
import { call } from "../../lib/call.ts";
import { ApiFailure } from "../../lib/failure.ts";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { toast } from "../../ui/toast.ts";
import { useTexts } from "./texts.ts";

/** The chosen files as one ZIP. */
export function SelectionBar({
	shareId,
	chosen,
}: {
	shareId: string;
	chosen: ReadonlySet<string>;
}) {
	const t = useTexts();
	const [isPending, setPending] = useState(false);
	async function download() {
		setPending(true);
		try {
			const { url } = await call<{ url: string }>("POST", `/api/file-shares/${shareId}/archives`, {
				files: [...chosen],
			});
			location.assign(url);
		} catch (error) {
			const unpaid = error instanceof ApiFailure && error.code === "payment.required";
			toast({
				tone: "destructive",
				title: t(unpaid ? "share.paymentRequired" : "share.fileFailed"),
				text: error instanceof ApiFailure && !unpaid ? error.text : undefined,
			});
		} finally {
			setPending(false);
		}
	}
	return (
		<div className="sticky bottom-4 mt-4 flex justify-center">
			<Button
				tone="primary"
				className="shadow-float"
				disabled={chosen.size === 0}
				pending={isPending && t("share.preparing")}
				icon={<Icon of={Download} />}
				onClick={download}
			>
				{t("share.downloadSelected", { n: chosen.size })}
			</Button>
		</div>
	);
}
