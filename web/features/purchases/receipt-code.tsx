import { useState } from "react";
import { type Receipt, redeemReceiptInput } from "../../../worker/customers/receipts/contract.ts";
import { useForm } from "../../lib/forms/use-form.ts";
import { failureText } from "../../lib/i18n/server-texts.ts";
import { redeemReceipt, sendReceiptCode } from "../../lib/server/queries/purchases.ts";
import { Button } from "../../ui/button.tsx";
import { FailedAlert } from "../../ui/failed-alert.tsx";
import { CodeField } from "./code-field.tsx";
import { useTexts } from "./texts.ts";

type Props = {
	token: string;
	/** the receipt's masked address */
	email: string;
	onOpened: (receipt: Receipt) => void;
};

/** For a receipt that is open in many browsers: a mailed code opens it in this one. */
export function ReceiptCode({ token, email, onOpened }: Props) {
	const t = useTexts();
	const [isSent, setSent] = useState(false);
	const [isSending, setSending] = useState(false);
	const [code, setCode] = useState("");
	const { errors, pending, failure, setFailure, onSubmit } = useForm({
		schema: redeemReceiptInput.required(),
		extra: { token },
		async submit(json) {
			onOpened(await redeemReceipt(json));
		},
	});

	async function send() {
		setSending(true);
		setFailure(null);
		setCode("");
		try {
			await sendReceiptCode(token);
			setSent(true);
		} catch (error) {
			setFailure(error);
		} finally {
			setSending(false);
		}
	}

	if (!isSent)
		return (
			<div className="grid gap-5">
				<p>{t("purchases.many", { email })}</p>
				<FailedAlert
					failure={failure}
					title={t("purchases.sendFailed")}
					fallback={t("purchases.tryAgain")}
				/>
				<Button tone="primary" pending={isSending && t("purchases.sending")} onClick={send}>
					{t("purchases.send")}
				</Button>
			</div>
		);
	return (
		<form onSubmit={onSubmit} noValidate className="grid gap-5">
			<p role="status">{t("purchases.manySent", { email })}</p>
			<CodeField
				value={code}
				onChange={setCode}
				error={
					errors.code ??
					(failure === null ? undefined : failureText(failure, t("purchases.tryAgain")))
				}
			/>
			<Button type="submit" tone="primary" pending={pending && t("purchases.opening")}>
				{t("purchases.openFiles")}
			</Button>
			<button type="button" className="btn btn-ghost" onClick={send} disabled={isSending}>
				{t("purchases.again")}
			</button>
		</form>
	);
}
