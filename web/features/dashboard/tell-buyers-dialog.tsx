import { useState } from "react";
import type { MyShare } from "../../../worker/catalogue/shares/contract/shares.ts";
import { MAX_UPDATE_TEXT } from "../../../worker/contract/constants.ts";
import { type BuyerUpdates, buyerUpdateInput } from "../../../worker/customers/updates/contract.ts";
import { useForm } from "../../lib/forms/use-form.ts";
import { formatDate, formatDateTime } from "../../lib/i18n/format.ts";
import { Alert } from "../../ui/alert.tsx";
import { TextArea } from "../../ui/field.tsx";
import { Fold } from "../../ui/fold.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { toast } from "../../ui/toast.ts";
import { tellBuyers, useBuyerUpdates } from "./queries/buyer-updates.ts";
import { useTexts } from "./texts.ts";

export default function TellBuyersDialog({
	share,
	onClose,
}: {
	share: MyShare;
	onClose: () => void;
}) {
	const t = useTexts();
	const query = useBuyerUpdates(share.shareId);
	const { data } = query;
	const [text, setText] = useState("");
	const form = useForm({
		schema: buyerUpdateInput,
		async submit({ text }) {
			const { recipients } = await tellBuyers(share.shareId, text);
			toast({ tone: "good", title: t("dashboard.tellSent", { n: recipients }) });
			onClose();
		},
	});
	const maySend = data !== undefined && data.buyers > 0 && data.nextAt === null;
	return (
		<FormDialog
			of={form}
			onClose={onClose}
			size="wide"
			title={t("dashboard.tellTitle", { title: share.title })}
			cancel={t("dashboard.tellNotNow")}
			action={t("dashboard.tellSend", { n: data?.buyers ?? 0 })}
			busy={t("dashboard.tellSending")}
			disabled={!maySend || text.trim() === ""}
			failed={t("dashboard.tellFailed")}
		>
			<Loaded of={query} className="h-40">
				{(data) => (
					<>
						<Audience data={data} />
						{maySend && (
							<>
								<TextArea
									label={t("dashboard.tellText")}
									hint={t("dashboard.tellTextHint")}
									name="text"
									rows={5}
									maxLength={MAX_UPDATE_TEXT}
									value={text}
									onChange={(event) => setText(event.target.value)}
									required
								/>
								<MailPreview mail={data.mail} text={text} />
							</>
						)}
						{data.updates.length > 0 && <Earlier data={data} />}
					</>
				)}
			</Loaded>
		</FormDialog>
	);
}

function Audience({ data }: { data: BuyerUpdates }) {
	const t = useTexts();
	if (data.nextAt !== null)
		return (
			<Alert tone="info">{t("dashboard.tellNext", { time: formatDateTime(data.nextAt) })}</Alert>
		);
	if (data.buyers === 0) return <Alert tone="info">{t("dashboard.tellNobody")}</Alert>;
	return (
		<p className="text-muted">
			{t("dashboard.tellWho", { n: data.buyers })}
			{data.minutes > 1 && ` ${t("dashboard.tellTime", { n: data.minutes })}`}
		</p>
	);
}

function MailPreview({ mail, text }: { mail: BuyerUpdates["mail"]; text: string }) {
	const t = useTexts();
	return (
		<section aria-label={t("dashboard.tellPreview")} className="flex flex-col gap-1.5">
			<h3 className="font-medium">{t("dashboard.tellPreview")}</h3>
			<div className="rounded-card border border-line bg-surface p-4 sm:p-5">
				<p className="break-words font-semibold">{mail.subject}</p>
				<p className="mt-3 break-words">{mail.intro}</p>
				<blockquote className="my-3 min-h-6 whitespace-pre-line break-words border-line border-s-4 ps-3">
					{text || <span className="text-muted">{t("dashboard.tellEmpty")}</span>}
				</blockquote>
				<span
					aria-hidden="true"
					className="inline-block rounded-control bg-primary px-4 py-2 font-semibold text-15 text-primary-content"
				>
					{mail.button}
				</span>
				<p className="mt-3 break-words text-13 text-muted">{mail.notes.join(" ")}</p>
			</div>
			<p className="text-13 text-muted">{t("dashboard.tellPreviewHint")}</p>
		</section>
	);
}

function Earlier({ data }: { data: BuyerUpdates }) {
	const t = useTexts();
	return (
		<Fold summaryClass="font-medium" title={t("dashboard.tellEarlier")}>
			<ul className="mt-2 divide-y divide-line">
				{data.updates.map(({ id, text, createdAt, recipients, sent, finished }) => (
					<li key={id} className="py-2">
						<p className="text-13 text-muted">
							{formatDate(createdAt)}
							{" · "}
							{finished
								? t("dashboard.tellReached", { n: recipients, sent })
								: t("dashboard.tellOnItsWay", { n: recipients, sent })}
						</p>
						<p className="line-clamp-3 whitespace-pre-line break-words">{text}</p>
					</li>
				))}
			</ul>
		</Fold>
	);
}
