import { useState } from "react";
import { type Category, FORMAL_CATEGORIES } from "../../../worker/trust/moderation/contract.ts";
import { useChallenge } from "../../lib/forms/use-challenge.ts";
import { useForm } from "../../lib/forms/use-form.ts";
import { ApiFailure } from "../../lib/server/failure.ts";
import { sendReport } from "../../lib/server/queries/support.ts";
import { useSession } from "../../lib/session/session.tsx";
import { ChallengeBox } from "../../shared/challenge-box.tsx";
import { Button } from "../../ui/button.tsx";
import { FailedAlert } from "../../ui/failed-alert.tsx";
import { CheckField, TextArea, TextField } from "../../ui/field.tsx";
import { OptionalFields } from "../../ui/optional-fields.tsx";
import { ReasonChoice } from "./reason-choice.tsx";
import { reportForm } from "./report-input.ts";
import { ReportedShare } from "./reported-share.tsx";
import { useTexts } from "./texts.ts";

/** `id`: the case's number. */
export type Sent = { id: string; email: string | null };

const WHAT = {
	copyright: "report.what.copyright",
	illegal: "report.what.illegal",
	scam: "report.what.scam",
	malware: "report.what.malware",
	other: "report.what.other",
} as const satisfies Record<Category, string>;

export function ReportForm({
	slug,
	onDone,
}: {
	slug: string | null;
	onDone: (sent: Sent) => void;
}) {
	const t = useTexts();
	const { user } = useSession();
	const challenge = useChallenge("report");
	const [reason, setReason] = useState<Category | null>(null);
	const { errors, setErrors, pending, failure, setFailure, onSubmit } = useForm({
		schema: reportForm,
		async submit(report) {
			const { id } = await sendReport(report, challenge.headers());
			onDone({ id, email: report.email ?? null });
		},
	});
	const isUnknown = failure instanceof ApiFailure && failure.code === "share.not_found";
	const isFormal = reason !== null && FORMAL_CATEGORIES.includes(reason);
	const isCopyright = reason === "copyright";
	const isExplained = isFormal || reason === "other";

	return (
		<form
			method="post"
			onSubmit={onSubmit}
			onInput={() => isUnknown && setFailure(null)}
			noValidate
			className="flex flex-col gap-6"
		>
			<ReportedShare
				slug={slug}
				error={isUnknown ? t("report.linkUnknown") : errors.shareId && t("report.linkMissing")}
			/>
			<ReasonChoice
				chosen={reason}
				error={errors.reason}
				onChoose={(chosen) => {
					setReason(chosen);
					// Clears errors of the other category.
					setErrors({});
				}}
			/>
			<TextArea
				label={t(isExplained ? "report.message" : "report.messageOptional")}
				name="message"
				rows={6}
				required={isExplained}
				hint={t(reason ? WHAT[reason] : "report.what.other")}
				error={errors.message}
			/>
			<OptionalFields asked={isCopyright}>
				<TextArea
					label={t("report.work")}
					name="work"
					rows={3}
					required
					hint={t("report.workHint")}
					error={errors.work}
				/>
			</OptionalFields>
			<OptionalFields asked={isFormal}>
				<TextField
					label={t("report.name")}
					name="name"
					autoComplete="name"
					required
					error={errors.name}
				/>
			</OptionalFields>
			<TextField
				label={t(isFormal ? "report.email" : "report.emailOptional")}
				name="email"
				type="email"
				autoComplete="email"
				required={isFormal}
				// The session may arrive later.
				key={user?.email}
				defaultValue={user?.email}
				hint={t("report.emailHint")}
				error={errors.email}
			/>
			<OptionalFields asked={isCopyright}>
				<TextArea
					label={t("report.address")}
					name="address"
					autoComplete="street-address"
					rows={3}
					required
					hint={t("report.addressHint")}
					error={errors.address}
				/>
				<TextField
					label={t("report.phone")}
					name="phone"
					type="tel"
					autoComplete="tel"
					error={errors.phone}
				/>
			</OptionalFields>
			<OptionalFields asked={isFormal}>
				<CheckField
					label={t(isCopyright ? "report.goodFaithCopyright" : "report.goodFaith")}
					name="goodFaith"
					required
					error={errors.goodFaith}
				/>
			</OptionalFields>
			<OptionalFields asked={isCopyright}>
				<CheckField
					label={t("report.authorised")}
					name="authorised"
					required
					error={errors.authorised}
				/>
				<TextField
					label={t("report.signature")}
					name="signature"
					autoComplete="off"
					required
					hint={t("report.signatureHint")}
					error={errors.signature}
				/>
				<p className="text-13 text-muted">{t("report.falseNotice")}</p>
			</OptionalFields>
			<ChallengeBox challenge={challenge} away={t("report.challengeAway")} />
			{!isUnknown && (
				<FailedAlert failure={failure} title={t("report.failed")} fallback={t("report.tryAgain")} />
			)}
			<Button type="submit" tone="primary" pending={pending && t("report.sending")}>
				{t("report.send")}
			</Button>
		</form>
	);
}
