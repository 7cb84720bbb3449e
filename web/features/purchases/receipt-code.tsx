import { useState } from "react";
import { type Receipt, redeemReceiptInput } from "../../../worker/contract/payments.ts";
import { redeemReceipt, sendReceiptCode } from "../../lib/queries/purchases.ts";
import { failureText } from "../../lib/server-texts.ts";
import { useForm } from "../../lib/use-form.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { CodeField } from "./code-field.tsx";
import { useTexts } from "./texts.ts";

type Props = {
	token: string;
	/** the receipt's masked address */
	email: string;
	onOpened: (receipt: Receipt) => void;
};

/** For a receipt that is open in many browsers: a code sent to its address opens it in this one too. */
export function ReceiptCode({ token, email, onOpened }: Props) {
	const t = useTexts();
	const [isSent, setSent] = useState(false);
	const [isSending, setSending] = useState(false);
	const [code, setCode] = useState("");
	const [refusal, setRefusal] = useState<string | null>(null);
	const { errors, pending, onSubmit } = useForm({
		schema: redeemReceiptInput.required(),
		extra: { token },
		async submit(json) {
			setRefusal(null);
			onOpened(await redeemReceipt(json));
		},
		onFailure: (error) => setRefusal(failureText(error, t("purchases.tryAgain"))),
	});

	async function send() {
		setSending(true);
		setRefusal(null);
		setCode("");
		try {
			await sendReceiptCode(token);
			setSent(true);
		} catch (error) {
			setRefusal(failureText(error, t("purchases.tryAgain")));
		} finally {
			setSending(false);
		}
	}

	if (!isSent)
		return (
			<div className="grid gap-5">
				<p>{t("purchases.many", { email })}</p>
				{refusal && (
					<Alert tone="danger" live title={t("purchases.sendFailed")}>
						{refusal}
					</Alert>
				)}
				<Button tone="primary" pending={isSending && t("purchases.sending")} onClick={send}>
					{t("purchases.send")}
				</Button>
			</div>
		);
	return (
		<form onSubmit={onSubmit} noValidate className="grid gap-5">
			<p role="status">{t("purchases.manySent", { email })}</p>
			<CodeField value={code} onChange={setCode} error={errors.code ?? refusal ?? undefined} />
			<Button type="submit" tone="primary" pending={pending && t("purchases.opening")}>
				{t("purchases.open")}
			</Button>
			<button type="button" className="btn btn-ghost" onClick={send} disabled={isSending}>
				{t("purchases.again")}
			</button>
		</form>
	);
}
