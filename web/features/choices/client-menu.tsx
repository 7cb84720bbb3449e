import Flag from "icons:flag";
import Trash2 from "icons:trash";
import { useState } from "react";
import type { Chooser } from "../../../worker/customers/choosing/contract.ts";
import { supportInput } from "../../../worker/trust/support/contract.ts";
import { useChallenge } from "../../lib/forms/use-challenge.ts";
import { useForm } from "../../lib/forms/use-form.ts";
import { sendSupportRequest } from "../../lib/server/queries/support.ts";
import { useCreator } from "../../lib/session/session.tsx";
import { ChallengeBox } from "../../shared/challenge-box.tsx";
import { TextArea } from "../../ui/field.tsx";
import { ConfirmDialog, FormDialog } from "../../ui/form-dialog.tsx";
import { MenuItem, MoreMenu } from "../../ui/menu.tsx";
import { toast } from "../../ui/toast.ts";
import { deleteChooser } from "./queries.ts";
import { useTexts } from "./texts.ts";

type Props = { slug: string; client: Chooser };

export function ClientMenu({ slug, client }: Props) {
	const t = useTexts();
	const [dialog, setDialog] = useState<"report" | "delete" | null>(null);
	const close = () => setDialog(null);
	return (
		<>
			<MoreMenu label={t("choices.menuOf", { name: client.name })}>
				<MenuItem icon={Flag} onSelect={() => setDialog("report")}>
					{t("choices.report")}
				</MenuItem>
				<MenuItem icon={Trash2} danger onSelect={() => setDialog("delete")}>
					{t("choices.delete")}
				</MenuItem>
			</MoreMenu>
			{dialog === "report" && <ReportDialog slug={slug} client={client} onClose={close} />}
			{dialog === "delete" && (
				<ConfirmDialog
					onClose={close}
					title={t("choices.deleteTitle", { name: client.name })}
					action={t("choices.delete")}
					failed={t("choices.deleteFailed")}
					onConfirm={async () => {
						await deleteChooser(slug, client.id);
						close();
					}}
				>
					<p>{t("choices.deleteText")}</p>
				</ConfirmDialog>
			)}
		</>
	);
}

const reportInput = supportInput.pick({ message: true });

/** To the operator, with the client's own words. */
function ReportDialog({ slug, client, onClose }: Props & { onClose: () => void }) {
	const t = useTexts();
	const { email } = useCreator();
	const challenge = useChallenge("support");
	const form = useForm({
		schema: reportInput,
		async submit({ message }) {
			const subject = `Client's words in share ${slug}`;
			await sendSupportRequest({ email, subject, message }, challenge.headers());
			toast({ tone: "good", title: t("choices.reported"), text: t("choices.reportedText") });
			onClose();
		},
	});
	const comments = client.files.flatMap(({ comment }) => comment ?? []);
	return (
		<FormDialog
			of={form}
			onClose={onClose}
			size="wide"
			title={t("choices.reportTitle", { name: client.name })}
			action={t("choices.reportSend")}
			failed={t("choices.reportFailed")}
		>
			<TextArea
				label={t("choices.reportWhy")}
				hint={t("choices.reportHint")}
				name="message"
				rows={7}
				maxLength={5000}
				className="w-full"
				defaultValue={`\n\n${[client.name, ...comments].map((text) => `> ${text}`).join("\n")}`.slice(
					0,
					4500,
				)}
				required
			/>
			<ChallengeBox challenge={challenge} away={t("choices.challengeAway")} />
		</FormDialog>
	);
}
